// Who works here: the primary agent and the specialists, with the services their tools need.
import {
  type Agent,
  createSpecialists,
  type OpenMeteoOptions,
  primaryAgent,
  type SpecialistServices,
  type WeatherSource,
} from '@vos/agents';
import type { WorkerCalculator } from './calculator.ts';

export type OpenMeteoUrls = Pick<OpenMeteoOptions, 'forecastUrl' | 'geocodingUrl' | 'airQualityUrl'>;

export function createTeam({
  calculator,
  weather,
  preferredUnits,
}: {
  calculator: WorkerCalculator;
  weather: WeatherSource;
  preferredUnits?: SpecialistServices['preferredUnits'];
}): readonly Agent[] {
  return [primaryAgent, ...createSpecialists({ weather, preferredUnits, calculator, random: Math.random })];
}
