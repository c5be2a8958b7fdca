// Everybody the primary agent can hand work to, one line each.
import type { WeatherUnits } from '@vos/protocol/entities';
import type { Agent } from '../sdk/agent.ts';
import { createCalculatorAgent } from './calculator/agent.ts';
import type { Calculator } from './calculator/calculator.ts';
import type { Random } from './calculator/random.ts';
import { createNotesAgent } from './notes/agent.ts';
import { createWeatherAgent } from './weather/agent.ts';
import type { WeatherSource } from './weather/weather-source.ts';

export interface SpecialistServices {
  readonly weather: WeatherSource;
  /** See WeatherServices. */
  readonly preferredUnits?: (() => WeatherUnits | undefined) | undefined;
  readonly calculator: Calculator;
  readonly random: Random;
}

export function createSpecialists({ weather, preferredUnits, calculator, random }: SpecialistServices): readonly Agent[] {
  return [
    createWeatherAgent({ source: weather, preferredUnits }),
    createNotesAgent(),
    createCalculatorAgent({ calculator, random }),
  ];
}
