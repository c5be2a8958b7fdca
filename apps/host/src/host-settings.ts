// What a host is told by its surroundings, whichever shell opens it: folders, and addresses of services that a test puts in their place.
import { join } from 'node:path';
import { defaultDataFolder } from './data-folder.ts';
import type { HostOptions } from './host.ts';

export interface HostSurroundings {
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** The project's `resources`, or where an installed app keeps them. */
  readonly resourcesFolder: string;
  /** What a person named when starting. */
  readonly dataFolder: string | undefined;
}

export type HostSettings = Required<
  Pick<HostOptions, 'dataFolder' | 'weightsFolder' | 'cacheFolder' | 'pricesFile' | 'openMeteoUrls' | 'ollamaUrl'>
>;

export function readHostSettings({ environment, platform, resourcesFolder, dataFolder }: HostSurroundings): HostSettings {
  return {
    dataFolder: dataFolder ?? environment['VOS_DATA'] ?? defaultDataFolder(environment, platform),
    weightsFolder: environment['VOS_WEIGHTS'] ?? join(resourcesFolder, 'weights'),
    cacheFolder: join(resourcesFolder, 'builtin'),
    pricesFile: join(resourcesFolder, 'prices.json'),
    ollamaUrl: environment['VOS_OLLAMA_URL'],
    openMeteoUrls: {
      ...setting('forecastUrl', environment['VOS_OPEN_METEO_FORECAST_URL']),
      ...setting('geocodingUrl', environment['VOS_OPEN_METEO_GEOCODING_URL']),
      ...setting('airQualityUrl', environment['VOS_OPEN_METEO_AIR_QUALITY_URL']),
    },
  };
}

function setting<Name extends string>(name: Name, value: string | undefined): { readonly [Key in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]?: string });
}
