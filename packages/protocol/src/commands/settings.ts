// Settings and keys. A key goes one way: it is stored and never read back; a desk learns only whether there is one.
import { z } from 'zod';
import { appearance, endpointId, settings, settingsView, spendLimit, unitChoice } from '../entities/settings.ts';
import { usageView } from '../entities/spending.ts';
import type { CommandTable } from './command.ts';
import { lazily } from '../lazily.ts';

export const settingsCommands = {
  'settings/read': lazily(() => ({ params: z.object({}), result: settingsView, errors: [] })),
  /** Changes what is given and leaves the rest. */
  'settings/change': lazily(() => ({
    params: z.object({
      appearance: appearance.optional(),
      units: unitChoice.optional(),
      dayLimitUsd: spendLimit.optional(),
      conversationLimitUsd: spendLimit.optional(),
      asksWhenFlagged: z.boolean().optional(),
    }),
    result: z.object({ settings }),
    errors: [],
  })),
  /** What models used and cost in the last 30 days, and of the conversations written in last. */
  'usage/read': lazily(() => ({ params: z.object({}), result: usageView, errors: [] })),
  'secret/store': lazily(() => ({
    params: z.object({ endpointId, key: z.string().trim().min(1, 'is empty').max(4_000, 'is longer than any key') }),
    result: z.object({}),
    errors: ['endpoint-unknown', 'model-key-refused', 'secret-not-kept'],
  })),
  'secret/remove': lazily(() => ({
    params: z.object({ endpointId }),
    result: z.object({}),
    errors: ['endpoint-unknown', 'secret-not-kept'],
  })),
} as const satisfies CommandTable;
