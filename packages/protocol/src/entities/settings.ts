// What a person has chosen: how the desk looks, in which units it speaks, and which models there are to answer.
import { z } from 'zod';
import { identifier, instant } from './shared.ts';
import { weatherUnits } from './weather.ts';
import { lazily } from '../lazily.ts';

/** The longest name of a service, in UTF-16 units. */
export const ENDPOINT_LABEL_LIMIT = 60;
/** The longest name of a model. The longest seen are paths of some 100 characters. */
export const MODEL_NAME_LIMIT = 200;

/** `system` follows what the computer asks for. */
export const appearance = z.enum(['system', 'dark', 'light', 'contrast']);
export type Appearance = z.infer<typeof appearance>;

/** `automatic` goes by the time zone. */
export const unitChoice = z.enum(['automatic', ...weatherUnits.options]);

/** US dollars that models may cost; null is no limit. */
export const spendLimit = z.number().nonnegative().max(100_000, 'is more than anybody means').nullable();

export const settings = lazily(() =>
  z.object({
    appearance,
    units: unitChoice,
    /** In one day of this computer's calendar, all conversations together. */
    dayLimitUsd: spendLimit,
    /** In one conversation, over all its days. */
    conversationLimitUsd: spendLimit,
    /** Agents ask before they change anything in a request in which the observer found something. */
    asksWhenFlagged: z.boolean(),
  }),
);
export type Settings = z.infer<typeof settings>;

/** Services whose address is known; `custom` is any other that speaks the same protocol. */
export const endpointPreset = z.enum([
  'openai',
  'azure',
  'anthropic',
  'gemini',
  'groq',
  'openrouter',
  'ollama',
  'lm-studio',
  'custom',
]);
export type EndpointPreset = z.infer<typeof endpointPreset>;

/** `builtin` and `ollama` are always there; the others were added by the person. */
export const endpointId = lazily(() => z.union([z.enum(['builtin', 'ollama']), identifier]));

/** As it is stored: a key is only named here, and lies elsewhere. */
export const endpoint = lazily(() =>
  z.object({
    id: endpointId,
    preset: endpointPreset,
    label: z.string().min(1).max(ENDPOINT_LABEL_LIMIT),
    baseUrl: z.string(),
    keyReference: z.string().nullable(),
    /** The model chosen there last; null before the first. */
    model: z.string().min(1).max(MODEL_NAME_LIMIT).nullable(),
    createdAt: instant,
  }),
);
export type Endpoint = z.infer<typeof endpoint>;

/** A price a person typed in, US dollars per million tokens. `provider` is the preset, or the endpoint where the preset has no prices of its own. */
export const modelPrice = lazily(() =>
  z.object({
    id: identifier,
    provider: z.string(),
    model: z.string(),
    inputUsd: z.number().nonnegative().finite(),
    outputUsd: z.number().nonnegative().finite(),
    enteredAt: instant,
  }),
);
export type ModelPrice = z.infer<typeof modelPrice>;

/** What a model costs, US dollars per million tokens. `free`: it runs on this computer. */
export const shownPrice = lazily(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('free') }),
    z.object({ kind: z.literal('entered'), inputUsd: z.number(), outputUsd: z.number() }),
    z.object({
      kind: z.literal('listed'),
      inputUsd: z.number(),
      outputUsd: z.number(),
      /** The day from which the page is known to have said so. */
      asOf: z.iso.date(),
      /** The page it was read on. */
      address: z.url(),
    }),
    z.object({ kind: z.literal('unknown') }),
  ]),
);

export const shownEndpoint = lazily(() =>
  z.object({
    id: endpointId,
    preset: endpointPreset,
    label: z.string(),
    /** Host and port, as a person recognises the service. */
    host: z.string(),
    isLocal: z.boolean(),
    needsKey: z.boolean(),
    isConfigured: z.boolean(),
    /** A key was stored once and is gone since the last start: it has to be entered again. */
    isKeyLost: z.boolean(),
    /** The service did not accept the stored key when it was last asked. */
    isKeyRefused: z.boolean(),
    model: z.string().nullable(),
    price: shownPrice.nullable(),
  }),
);

/** Everything a settings window shows at once. */
export const settingsView = lazily(() =>
  z.object({
    settings,
    /** What answers now, as `session/open` describes it. */
    model: z.object({ label: z.string(), description: z.string(), endpointId }),
    /** Added services in the order in which they were added; without what is always there. */
    endpoints: z.array(shownEndpoint),
    presets: z.array(
      z.object({
        preset: endpointPreset,
        label: z.string(),
        /** Null where each customer has an address of their own. */
        baseUrl: z.string().nullable(),
        /** What such an address looks like. */
        addressExample: z.string(),
        needsKey: z.boolean(),
      }),
    ),
    /** Whether keys are still there after a restart. */
    areKeysKept: z.boolean(),
    dataFolder: z.string(),
  }),
);

export type ShownPrice = z.infer<typeof shownPrice>;
export type ShownEndpoint = z.infer<typeof shownEndpoint>;
export type SettingsView = z.infer<typeof settingsView>;

/** One model of a service, as it can be chosen. */
export const offeredModel = lazily(() =>
  z.object({
    name: z.string(),
    price: shownPrice,
    /** Why it cannot be chosen; null where nothing is known against it. */
    problem: z.string().nullable(),
  }),
);
export type OfferedModel = z.infer<typeof offeredModel>;
