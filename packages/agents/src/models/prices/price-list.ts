// The prices that ship with VOS, as they stand in resources/prices.json, each with the page it was read on.
import { readFile } from 'node:fs/promises';
import { CodedError } from '@vos/base';
import { z } from 'zod';

const usdPerMillionTokens = z.number().nonnegative().finite();

/** What a model costs, in US dollars per million tokens. */
const price = z.strictObject({
  provider: z.string().min(1),
  model: z.string().min(1),
  input: usdPerMillionTokens,
  /** Input the provider found in its cache. Null: it costs what other input costs. */
  cachedInput: usdPerMillionTokens.nullable(),
  /** Input written to that cache. Null: it costs what other input costs. */
  cacheWrite: usdPerMillionTokens.nullable(),
  output: usdPerMillionTokens,
  /** Requests with more input cost something else, which is not known here. Null: no such limit. */
  upToInputTokens: z.number().int().positive().nullable(),
});

const listedPrice = z.strictObject({
  ...price.shape,
  /** The day from which the page is known to have said so, `2026-09-22`. */
  asOf: z.iso.date(),
  /** How that day is known. */
  dated: z.string().min(1),
  /** The page the price was read on. */
  address: z.url({ protocol: /^https$/ }),
});

const priceList = z.strictObject({ about: z.array(z.string()), prices: z.array(listedPrice) });

export type Price = z.output<typeof price>;
export type ListedPrice = z.output<typeof listedPrice>;

/** Rejects with `prices-unreadable` where the file is missing, damaged or names a model twice; without it every model needs a price of the user's. */
export async function readPrices(path: string): Promise<readonly ListedPrice[]> {
  let parsed: z.output<typeof priceList>;
  try {
    parsed = priceList.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw unreadable('it is missing or damaged', error);
  }
  const names = parsed.prices.map(({ provider, model }) => `${provider} ${model}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw unreadable(`it names ${twice} twice`);
  return parsed.prices;
}

function unreadable(reason: string, cause?: unknown): CodedError {
  return new CodedError(
    'prices-unreadable',
    `The list of model prices cannot be read: ${reason}. Models with a key need a price from you until it is repaired.`,
    {
      cause,
    },
  );
}
