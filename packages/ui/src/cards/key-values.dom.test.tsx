import { afterEach, expect, it } from 'vitest';
import { render, type Rendered } from '../testing/render.tsx';
import { KeyValues, ValuesBody } from './key-values.tsx';

let view: Rendered;
afterEach(() => view.unmount());

async function words(value: unknown): Promise<string[]> {
  view = await render(<KeyValues value={value} whenEmpty="Nothing" />);
  return [...view.element.querySelectorAll('dd')].map(({ textContent }) => textContent ?? '');
}

it('groups digits, and gives as many of them as a person reads', async () => {
  expect(await words([1234567, 0.1 + 0.2, 1 / 3, -40_000.5, 12, 1e-7, 1e21, 0])).toEqual([
    '1,234,567',
    '0.3',
    '0.3333333333',
    '-40,000.5',
    '12',
    '0.0000001',
    '1,000,000,000,000,000,000,000',
    '0',
  ]);
});

it('leaves digits that are no number as they were written', async () => {
  expect(await words({ year: '2026', phone: '0612345678', version: '1.10' })).toEqual(['2026', '0612345678', '1.10']);
});

it('puts numbers inside of lists and objects the same way, and has words for what is no number', async () => {
  expect(
    await words({ data: [1000, 2.5], range: { lowest_value: 1000, isOpen: false }, none: null, list: [], yes: true }),
  ).toEqual(['1,000, 2.5', 'Lowest value: 1,000; Is open: no', '–', 'none', 'yes']);
});

it('names what it shows, and says how much it leaves out', async () => {
  view = await render(
    <ValuesBody value={Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`value_${index}`, index]))} />,
  );
  expect(view.element.querySelector('dt')?.textContent).toBe('Value 0');
  expect(view.element.querySelectorAll('dd')).toHaveLength(8);
  expect(view.element.textContent).toContain('and 3 more');
});
