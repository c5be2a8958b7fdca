// Who works here: the primary agent and the specialists, with the services their tools need.
import {
  type Agent,
  createOpenMeteo,
  createSpecialists,
  type OpenMeteoOptions,
  primaryAgent,
  type SpecialistServices,
} from '@vos/agents';
import type { WorkerCalculator } from './calculator.ts';

export type OpenMeteoUrls = Pick<OpenMeteoOptions, 'forecastUrl' | 'geocodingUrl' | 'airQualityUrl'>;

export function createTeam({
  calculator,
  openMeteo,
  preferredUnits,
}: {
  calculator: WorkerCalculator;
  openMeteo: OpenMeteoOptions;
  preferredUnits?: SpecialistServices['preferredUnits'];
}): readonly Agent[] {
  return [
    primaryAgent,
    ...createSpecialists({ weather: createOpenMeteo(openMeteo), preferredUnits, calculator, random: Math.random }),
  ];
}
