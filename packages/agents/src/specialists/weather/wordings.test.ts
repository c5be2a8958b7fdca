import { createFakeClock, type FakeClock } from '@vos/base/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Agent } from '../../sdk/agent.ts';
import { askAgent } from '../../testing/ask-agent.ts';
import { type OpenMeteoServer, startOpenMeteoServer } from '../../testing/open-meteo-server.ts';
import { createWeatherAgent } from './agent.ts';
import { createOpenMeteo } from './open-meteo.ts';

let clock: FakeClock;
let server: OpenMeteoServer;
let agent: Agent;

beforeEach(async () => {
  clock = createFakeClock(Date.UTC(2026, 10, 30, 9));
  server = await startOpenMeteoServer({ clock });
  agent = createWeatherAgent({
    source: createOpenMeteo({ clock, geocodingUrl: server.url, forecastUrl: server.url, airQualityUrl: server.url }),
  });
});
afterEach(() => server.stop());

const PAST = 'I can tell the weather now and of the coming days, not of days gone by.';
const FAR = 'That is too far ahead: the forecast reaches 15 days from today.';

it.each([
  ['weather in Utrecht in 30 days', FAR],
  ['weather in Utrecht on 25 December', FAR],
  ['weather in Utrecht at christmas', FAR],
  ['weather in Utrecht in 3 weeks', FAR],
  ['weather in Utrecht next month', FAR],
  ['weather in Utrecht yesterday', PAST],
  ['what was the weather in Utrecht 3 days ago', PAST],
  ['weather in Utrecht last week', PAST],
  ['weather in Utrecht on 7 December', 'On Monday 7 December in Utrecht: partly cloudy, 10 to 18 °C, 10% chance of rain.'],
  ['weather on December 2nd in Utrecht', 'On Wednesday in Utrecht: partly cloudy, 10 to 18 °C, 10% chance of rain.'],
  ['weather in Utrecht on 2026-12-07', 'On Monday 7 December in Utrecht: partly cloudy, 10 to 18 °C, 10% chance of rain.'],
  ['weather in Utrecht in 10 days', 'On Thursday 10 December in Utrecht: partly cloudy, 10 to 18 °C, 10% chance of rain.'],
  ['weather in Utrecht tonight', 'Today in Utrecht: partly cloudy, 10 to 18 °C, 10% chance of rain.'],
  ["what's the wind in Paris", 'In Paris it is 16 °C and partly cloudy, feels like 15 °C, wind 14 km/h.'],
  ['I want the weather in Utrecht tomorrow please', 'Tomorrow in Utrecht: partly cloudy, 10 to 18 °C, 10% chance of rain.'],
  ['weather in no', 'All right, no weather then.'],
  ['weather: no', 'All right, no weather then.'],
  ['weather no thanks', 'All right, no weather then.'],
  ['weather on Christmas Island', 'I found no place called “Christmas Island”. Check the spelling, or add the country.'],
  ['will it rain tomorrow in never mind', 'All right, no weather then.'],
  [
    'will it be sunny in Utrecht tomorrow',
    'In part: it will be partly cloudy in Utrecht tomorrow. Partly cloudy, 10 to 18 °C, 10% chance of rain.',
  ],
  [
    '10 day forecast for Utrecht',
    'I tell 7 days at a time, up to 15 days ahead. Please ask for “the next 7 days” or for a single day.',
  ],
  [
    'will it rain in Utrecht and in Paris',
    'I tell the weather of one place at a time. Please ask for Utrecht and for Paris separately.',
  ],
])('“%s”: %s', async (text, answer) => {
  expect((await askAgent(agent, text, { nowMs: clock.now() })).said).toBe(answer);
});

it('tells the wind where a forecast is asked for it', async () => {
  const { said } = await askAgent(agent, "what's the wind in Utrecht tomorrow", { nowMs: clock.now() });
  expect(said).toMatch(/tomorrow.*wind up to \d+ km\/h\.$/);
});
