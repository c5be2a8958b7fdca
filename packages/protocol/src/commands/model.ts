// Services of models: adding and removing them, seeing what they offer, choosing, trying, pricing.
import { z } from 'zod';
import { ENDPOINT_LABEL_LIMIT, endpointId, endpointPreset, MODEL_NAME_LIMIT, offeredModel } from '../entities/settings.ts';
import type { CommandTable } from './command.ts';
import { lazily } from '../lazily.ts';

const modelName = z.string().trim().min(1, 'is empty').max(MODEL_NAME_LIMIT, `is longer than ${MODEL_NAME_LIMIT} characters`);
const usdPerMillion = z.number().nonnegative('is below zero').max(100_000, 'is more than any model costs');

/** What asking a service may end with; each comes with a sentence that names the service. */
const serviceErrors = [
  'endpoint-unknown',
  'model-key-missing',
  'model-key-refused',
  'model-unknown',
  'model-busy',
  'model-credit-spent',
  'model-unavailable',
  'model-refused',
  'model-reply-invalid',
  'model-timeout',
] as const;

export const modelCommands = {
  /** A service whose address is known needs no label and no address; `azure` needs an address, and `custom` both. */
  'endpoint/add': lazily(() => ({
    params: z.object({
      preset: endpointPreset.exclude(['ollama']),
      label: z.string().trim().max(ENDPOINT_LABEL_LIMIT, `is longer than ${ENDPOINT_LABEL_LIMIT} characters`).optional(),
      baseUrl: z.string().max(2_000).optional(),
    }),
    result: z.object({ endpointId }),
    errors: ['endpoint-invalid'],
  })),
  /** Its key goes with it. If it was the one that answers, the built-in one does from now on. */
  'endpoint/remove': lazily(() => ({ params: z.object({ endpointId }), result: z.object({}), errors: ['endpoint-unknown'] })),
  /** The models a service offers with its key. */
  'model/list': lazily(() => ({
    params: z.object({ endpointId }),
    result: z.object({
      models: z.array(offeredModel),
    }),
    errors: serviceErrors,
  })),
  /** Counts from the next turn on. `builtin` has one model, whatever the name. */
  'model/choose': lazily(() => ({
    params: z.object({ endpointId, model: modelName }),
    result: z.object({}),
    errors: [...serviceErrors, 'model-unpriced'],
  })),
  /** Asks the model to call one tool, as every answer here does. */
  'model/try': lazily(() => ({
    params: z.object({ endpointId, model: modelName }),
    result: z.object({
      /** “gpt-5-mini answered and called a tool.” */
      sentence: z.string(),
      durationMs: z.number().nonnegative(),
      /** Millionths of a US dollar; null when unknown. */
      costMicroUsd: z.number().nullable(),
    }),
    errors: [...serviceErrors, 'model-unpriced', 'budget-spent'],
  })),
  /** Enters what a model costs, US dollars per million tokens. It counts from now on, before any listed price. */
  'model/price': lazily(() => ({
    params: z.object({ endpointId, model: modelName, inputUsd: usdPerMillion, outputUsd: usdPerMillion }),
    result: z.object({}),
    errors: ['endpoint-unknown'],
  })),
} as const satisfies CommandTable;
