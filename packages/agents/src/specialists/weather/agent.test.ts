import { createFakeClock, type FakeClock } from '@vos/base/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '../../sdk/agent.ts';
import { askAgent } from '../../testing/ask-agent.ts';
import { type OpenMeteoServer, startOpenMeteoServer } from '../../testing/open-meteo-server.ts';
import { createWeatherAgent } from './agent.ts';
import { createOpenMeteo } from './open-meteo.ts';

let clock: FakeClock;
let server: OpenMeteoServer;
let agent: Agent;

beforeEach(async () => {
  // A Monday, 10 in the morning in Utrecht.
  clock = createFakeClock();
  server = await startOpenMeteoServer({ clock });
  server.setWeather('Utrecht', {
    daily: {
      weather_code: [2, 61, 80, 0, 0, 0, 0],
      precipitation_probability_max: [10, 65, 30, 5, 0, 0, 0],
      precipitation_sum: [0, 4, 1, 0, 0, 0, 0],
    },
  });
  server.setWeather('Oslo', {
    current: { temperature_2m: -3, apparent_temperature: -8.2, weather_code: 71 },
    air: { european_aqi: 72, pm2_5: 31 },
  });
  agent = createWeatherAgent({
    source: createOpenMeteo({ clock, geocodingUrl: server.url, forecastUrl: server.url, airQualityUrl: server.url }),
  });
});
afterEach(() => server.stop());

const said = async (text: string, tool?: string): Promise<string> =>
  (await askAgent(agent, text, { nowMs: clock.now(), ...(tool === undefined ? {} : { tool }) })).said;

describe('the weather agent, without a language model', () => {
  it.each([
    ["What's the weather in New York?", 'In New York it is 16 °C and partly cloudy, feels like 15 °C, wind 14 km/h.'],
    ['new york weather please', 'In New York it is 16 °C and partly cloudy, feels like 15 °C, wind 14 km/h.'],
    ["what's the weather in New York in fahrenheit", 'In New York it is 61 °F and partly cloudy, feels like 59 °F, wind 9 mph.'],
    ['will it rain tomorrow in Utrecht', 'Yes, rain is likely in Utrecht tomorrow: 65% chance. Light rain, 10 to 18 °C, 4 mm.'],
    ['Will it rain in Utrecht today?', 'No, rain is unlikely in Utrecht today: 10% chance. Partly cloudy, 10 to 18 °C.'],
    [
      'is it going to rain in Utrecht the day after tomorrow',
      'Perhaps: the chance of rain in Utrecht on Wednesday is 30%. Light showers, 10 to 18 °C, 1 mm.',
    ],
    [
      'do I need an umbrella in Utrecht tomorrow',
      'Yes, rain is likely in Utrecht tomorrow: 65% chance. Light rain, 10 to 18 °C, 4 mm.',
    ],
    ['is it cold in Oslo', 'Yes, it is cold. In Oslo it is -3 °C and snowing lightly, feels like -8 °C, wind 14 km/h.'],
    [
      'is it snowing in Oslo right now?',
      'Yes, it is snowing. In Oslo it is -3 °C and snowing lightly, feels like -8 °C, wind 14 km/h.',
    ],
    ['Weather for Utrecht on Wednesday', 'On Wednesday in Utrecht: light showers, 10 to 18 °C, 30% chance of rain, 1 mm.'],
    [
      'forecast for Paris this weekend',
      'Forecast for Paris:\n- On Saturday: partly cloudy, 10 to 18 °C, 10% chance of rain\n- On Sunday: partly cloudy, 10 to 18 °C, 10% chance of rain',
    ],
    ['weather tomorrow in Paris, Texas', 'Tomorrow in Paris, Texas: partly cloudy, 10 to 18 °C, 10% chance of rain.'],
    ['weather in paris texas tomorrow', 'Tomorrow in Paris, Texas: partly cloudy, 10 to 18 °C, 10% chance of rain.'],
    [
      'when is sunset in Utrecht today',
      'The sun sets at 17:45 today. In Utrecht it is 16 °C and partly cloudy, feels like 15 °C, wind 14 km/h.',
    ],
    [
      'uv index in Sydney',
      'The UV index in Sydney is 4.2 now and 6.1 at most today, which is high. Wear sunscreen, a hat and sunglasses, and stay in the shade around noon.',
    ],
    [
      'air quality in Oslo',
      'The air in Oslo is poor: 72 on the European index, with 31 µg/m³ of fine particles. Take it easier outside if your eyes or throat are sore.',
    ],
    ['weather at 52.1, 5.1', 'At 52.1, 5.1 it is 16 °C and partly cloudy, feels like 15 °C, wind 14 km/h.'],
    ['weather', 'For which place?'],
    ["what's the weather like?", 'For which place?'],
    ['will it rain tomorrow?', 'For which place?'],
    ['weather in Atlantis', 'I found no place called “Atlantis”. Check the spelling, or add the country.'],
  ])('“%s”: %s', async (text, answer) => {
    expect(await said(text)).toBe(answer);
  });

  it.each([
    'note that it will rain in Oslo',
    'remind me to check the weather',
    'how hot is the sun',
    'what is 20 degrees in fahrenheit',
    'what is the temperature of the oven',
    'average temperature of 12, 14 and 9',
    'hello',
    'show my notes',
  ])('leaves “%s” to others', async (text) => {
    expect((await askAgent(agent, text)).tool).toBeUndefined();
  });

  it('knows which day is meant by its name, in the time zone of the person', async () => {
    const days = async (text: string, at: string, timeZone: string): Promise<unknown> => {
      const { arguments: given } = await askAgent(agent, text, { nowMs: Date.parse(at), timeZone });
      const { first_day: first, days: count } = given as { first_day: number; days: number };
      return [first, count];
    };
    const monday = '2026-01-05T09:00:00Z';
    expect(await days('will it rain in Utrecht on friday', monday, 'Europe/Amsterdam')).toEqual([4, 1]);
    expect(await days('will it rain in Utrecht on monday', monday, 'Europe/Amsterdam')).toEqual([0, 1]);
    expect(await days('will it rain in Utrecht next monday', monday, 'Europe/Amsterdam')).toEqual([7, 1]);
    expect(await days('forecast for Utrecht next week', monday, 'Europe/Amsterdam')).toEqual([7, 7]);
    expect(await days('forecast for Utrecht for the next 3 days', monday, 'Europe/Amsterdam')).toEqual([0, 3]);
    expect(await days('forecast for Utrecht', monday, 'Europe/Amsterdam')).toEqual([0, 5]);
    // Already Tuesday in Auckland.
    expect(await days('will it rain in Utrecht on friday', '2026-01-05T12:00:00Z', 'Pacific/Auckland')).toEqual([3, 1]);
    expect(await days('forecast for Utrecht this weekend', '2026-01-11T12:00:00Z', 'Europe/Amsterdam')).toEqual([0, 1]);
  });

  it('answers people in the United States in their units', async () => {
    expect((await askAgent(agent, 'weather in Utrecht', { timeZone: 'America/Chicago' })).said).toBe(
      'In Utrecht it is 61 °F and partly cloudy, feels like 59 °F, wind 9 mph.',
    );
  });

  it('understands every example it was given, or asks for the place', () => {
    const misread = Object.entries(agent.examples).flatMap(([tool, examples]) => {
      const voice = agent.tools.find(({ name }) => name === tool)?.builtin;
      return examples.filter((text) => voice?.read({ text, nowMs: clock.now(), timeZone: 'UTC' }).kind === 'unfit');
    });
    expect(misread).toEqual([]);
  });

  it('never fails to read a text, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const tool of agent.tools) tool.builtin?.read({ text: `weather in ${text}`, nowMs: 0, timeZone: 'UTC' });
      }),
    );
  });
});
