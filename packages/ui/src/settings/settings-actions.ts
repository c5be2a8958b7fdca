// What a person can do in the settings. Each action resolves once it holds and rejects with an error whose message may be shown.
import type { EndpointPreset, OfferedModel, Settings } from '@vos/protocol/entities';

export interface Trial {
  readonly sentence: string;
  readonly durationMs: number;
  /** Millionths of a US dollar; null when unknown. */
  readonly costMicroUsd: number | null;
}

export interface SettingsActions {
  change(fields: Partial<Settings>): Promise<void>;
  /** Resolves with the id of the new service. */
  addService(service: { readonly preset: AddablePreset; readonly label?: string; readonly baseUrl?: string }): Promise<string>;
  removeService(endpointId: string): Promise<void>;
  storeKey(endpointId: string, key: string): Promise<void>;
  removeKey(endpointId: string): Promise<void>;
  listModels(endpointId: string): Promise<readonly OfferedModel[]>;
  chooseModel(endpointId: string, model: string): Promise<void>;
  tryModel(endpointId: string, model: string): Promise<Trial>;
  /** US dollars per million tokens. */
  enterPrice(endpointId: string, model: string, inputUsd: number, outputUsd: number): Promise<void>;
  copy(text: string): Promise<void>;
}

export type AddablePreset = Exclude<EndpointPreset, 'ollama'>;
