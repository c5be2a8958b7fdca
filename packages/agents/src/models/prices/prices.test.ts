import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type ListedPrice, readPrices } from './price-list.ts';
import { costMicroUsd, createPrices } from './prices.ts';

const listed: ListedPrice = {
  provider: 'openai',
  model: 'small',
  input: 0.1,
  cachedInput: 0.01,
  cacheWrite: 0.125,
  output: 0.5,
  upToInputTokens: 1_000_000,
  asOf: '2026-09-22',
  dated: 'the page says so',
  address: 'https://example.com/small',
};
const entered = { ...listed, input: 2, output: 6, enteredAt: '2026-11-01T08:00:00.000Z' };
const { asOf: _asOf, dated: _dated, address: _address, ...own } = entered;
const none = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };

const folders: string[] = [];
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

async function fileOf(content: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vos-prices-'));
  folders.push(folder);
  const path = join(folder, 'prices.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('the price of a model', () => {
  it('is the listed one until the user enters another, and counts from that moment', () => {
    const typedIn: (typeof own)[] = [];
    const prices = createPrices({ listed: [listed], entered: () => typedIn });
    expect(prices.priceOf('openai', 'small')).toEqual({ kind: 'listed', ...listed });
    typedIn.push(own);
    expect(prices.priceOf('openai', 'small')).toEqual({ kind: 'entered', ...own });
    expect(prices.known()).toEqual([{ kind: 'entered', ...own }]);
  });

  it('is unknown for another provider, a snapshot and a longer name', () => {
    const prices = createPrices({ listed: [listed] });
    expect([
      prices.priceOf('groq', 'small'),
      prices.priceOf('openai', 'small-2026-01-01'),
      prices.priceOf('openai', 'Small'),
    ]).toEqual([undefined, undefined, undefined]);
  });
});

describe('the cost of a call', () => {
  it('charges plain, cached and cache-writing input and output each at its own price', () => {
    const count = { inputTokens: 1000, cachedInputTokens: 400, cacheWriteTokens: 200, outputTokens: 100 };
    expect(costMicroUsd(listed, count)).toBe(40 + 4 + 25 + 50);
  });

  it('charges cached input in full where no price for it is known', () => {
    expect(
      costMicroUsd(
        { ...listed, cachedInput: null, cacheWrite: null },
        { ...none, inputTokens: 1000, cachedInputTokens: 400, cacheWriteTokens: 200 },
      ),
    ).toBe(100);
  });

  it('rounds up to a millionth of a dollar, and only what is really above it', () => {
    expect(costMicroUsd(listed, { ...none, inputTokens: 1 })).toBe(1);
    expect(costMicroUsd({ ...listed, input: 0.1, output: 0.2 }, { ...none, inputTokens: 1, outputTokens: 1 })).toBe(1);
    expect(costMicroUsd({ ...listed, input: 0.1, output: 0.2 }, { ...none, inputTokens: 10, outputTokens: 10 })).toBe(3);
  });

  it('is unknown, not cheap, for a request longer than the price covers', () => {
    expect(costMicroUsd(listed, { ...none, inputTokens: 1_000_001 })).toBeNull();
  });
});

describe('the list of prices', () => {
  it('that ships with VOS names a page and a day for every price', async () => {
    const prices = await readPrices(fileURLToPath(new URL('../../../../../resources/prices.json', import.meta.url)));
    expect([...new Set(prices.map(({ provider }) => provider))]).toEqual(['openai', 'anthropic', 'gemini', 'groq']);
    // Every one of them charges more for what the model writes than for what it reads; two columns that were mixed up show.
    expect(prices.filter(({ input, output }) => output <= input)).toEqual([]);
  });

  it('is refused as a whole when it is damaged, lacks a page, or names a model twice', async () => {
    const { address: _page, ...without } = listed;
    for (const broken of [
      '{',
      { about: [], prices: [without] },
      { about: [], prices: [{ ...listed, input: -1 }] },
      { about: [], prices: [listed, listed] },
    ]) {
      await expect(readPrices(await fileOf(broken))).rejects.toMatchObject({ code: 'prices-unreadable', retryable: false });
    }
    await expect(readPrices(await fileOf({ about: [], prices: [listed] }))).resolves.toEqual([listed]);
  });
});
