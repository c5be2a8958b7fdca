import { z } from 'zod';
import { lazily } from '../lazily.ts';

/** A sum and what came out. Exact decimal arithmetic: 0.1 + 0.2 is 0.3. */
export const calculation = lazily(() =>
  z.object({
    expression: z.string(),
    /** The nearest number; null when the result is larger than any JavaScript number. */
    result: z.number().nullable(),
    /** For people: thousands separated by commas, at most ten decimal places. */
    formattedResult: z.string(),
    /** False when `formattedResult` is rounded. */
    isExact: z.boolean(),
  }),
);
export type Calculation = z.infer<typeof calculation>;

export const unitConversion = lazily(() =>
  z.object({
    value: z.number(),
    /** Names as shown: `miles`, `°C`. */
    fromUnit: z.string(),
    toUnit: z.string(),
    /** `length`, `temperature` … */
    category: z.string(),
    result: z.number(),
    formattedValue: z.string(),
    formattedResult: z.string(),
  }),
);
export type UnitConversion = z.infer<typeof unitConversion>;
