// The weather agent: weather now, forecasts, UV index and air quality.
import type { WeatherUnits } from '@vos/protocol/entities';
import type { Agent } from '../../sdk/agent.ts';
import examples from './examples.json' with { type: 'json' };
import { weatherTools } from './tools.ts';
import type { WeatherSource } from './weather-source.ts';

export interface WeatherServices {
  readonly source: WeatherSource;
  /** What the person wants, asked at each call; undefined leaves it to their time zone. */
  readonly preferredUnits?: (() => WeatherUnits | undefined) | undefined;
}

export function createWeatherAgent({ source, preferredUnits = () => undefined }: WeatherServices): Agent {
  return {
    id: 'weather_agent',
    name: 'Weather agent',
    icon: 'cloud-sun',
    purpose: 'Tells the weather anywhere now, the forecast for the coming days, the UV index and the air quality.',
    prompt: PROMPT,
    suggestions: ["What's the weather in New York?", 'Will it rain tomorrow in Utrecht?', 'Forecast for Paris this weekend'],
    tools: weatherTools(source, preferredUnits),
    examples,
  };
}

const PROMPT = `You are the weather agent of VOS. Colleagues ask you about the weather; you answer from your tools, never from memory.
If no place was given and none follows from the conversation, ask for it. Answer the question first: to “will it rain” with yes or no and the chance.
Give units with every figure. If the service cannot be reached, say so plainly and say that nothing was found, rather than guess.
Answer the colleague who asked with send_agent_message, in one to three plain sentences.`;
