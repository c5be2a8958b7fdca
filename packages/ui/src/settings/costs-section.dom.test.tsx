import { must } from '@vos/base';
import type { Settings, Spending, UsageView } from '@vos/protocol/entities';
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { type Rendered, render } from '../testing/render.tsx';
import { CostsSection } from './costs-section.tsx';

let view: Rendered;
afterEach(() => view.unmount());

const settings: Settings = {
  appearance: 'dark',
  units: 'automatic',
  dayLimitUsd: 5,
  conversationLimitUsd: null,
  asksWhenFlagged: true,
};
const used = (part: Partial<Spending>): Spending => ({
  callCount: 1,
  inputTokens: 900,
  outputTokens: 30,
  knownCostMicroUsd: 3_100,
  unknownCostCount: 0,
  ...part,
});
const usage: UsageView = {
  today: { day: '2026-05-12', limitMicroUsd: 5_000_000, usedMicroUsd: 1_250_000 },
  days: [{ day: '2026-05-12', ...used({ callCount: 2, unknownCostCount: 1 }) }],
  models: [
    { model: 'OpenAI · small', ...used({}) },
    { model: 'Afar · big', ...used({ inputTokens: null, outputTokens: null, knownCostMicroUsd: 0, unknownCostCount: 1 }) },
    { model: 'Built in · built in', ...used({ inputTokens: null, outputTokens: null, knownCostMicroUsd: 0 }) },
  ],
  agents: [
    { agentId: 'weather_agent', ...used({}) },
    { agentId: 'trial', ...used({ knownCostMicroUsd: 40 }) },
  ],
  conversations: [],
};

const agents = [{ id: 'weather_agent', name: 'Weather agent' }];
const changes: Partial<Settings>[] = [];
const section = (shown: UsageView | undefined, of: Settings = settings) => (
  <CostsSection settings={of} usage={shown} agents={agents} actions={{ change: async (fields) => void changes.push(fields) }} />
);
const rows = (): string[][] =>
  [...view.element.querySelectorAll('tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent ?? ''));
const choose = (title: string): Promise<void> =>
  view.click([...view.element.querySelectorAll('label')].find(({ textContent }) => textContent === title) ?? null);

describe('the page of costs', () => {
  it('sums up by day, model, agent and conversation, and tells free from unknown', async () => {
    view = await render(section(usage));
    expect(rows()).toEqual([['Tue, May 12', '2', '930', '$0.0031 + 1 unknown']]);
    await choose('Model');
    expect(rows()).toEqual([
      ['OpenAI · small', '1', '930', '$0.0031'],
      ['Afar · big', '1', 'not counted', 'Cost not known'],
      ['Built in · built in', '1', 'not counted', 'Free'],
    ]);
    await choose('Agent');
    expect(rows()).toEqual([
      ['Weather agent', '1', '930', '$0.0031'],
      ['Trials in the settings', '1', '930', 'less than $0.0001'],
    ]);
    await choose('Conversation');
    expect(rows()).toEqual([]);
    expect(view.element.textContent).toContain('No model was asked yet.');
  });

  it('says how much of today is left, as a sentence and as a bar', async () => {
    view = await render(section(usage));
    expect(view.element.querySelector('.usage-today')?.textContent).toBe(
      '$1.25 used or set aside today, $3.75 left · 2 calls, 930 tokens',
    );
    const meter = must(view.element.querySelector('[role=meter]'), 'there is a bar');
    expect([meter.getAttribute('aria-valuenow'), meter.getAttribute('aria-valuemax')]).toEqual(['25', '100']);
    await view.draw(section({ ...usage, today: { day: '2026-05-13', limitMicroUsd: null, usedMicroUsd: 0 } }));
    expect(view.element.querySelector('.usage-today')?.textContent).toBe('No money used today · no calls');
    // It once said that nothing was used, above a table of hundreds of calls of a model on this computer.
    const free = used({ callCount: 462, inputTokens: 5_600_000, outputTokens: 60_000, knownCostMicroUsd: 0 });
    const today = { ...usage.today, usedMicroUsd: 0 };
    await view.draw(section({ ...usage, today, days: [{ day: today.day, ...free }] }));
    expect(view.element.querySelector('.usage-today')?.textContent).toBe(
      'No money used today, $5.00 left · 462 calls, 5.7M tokens',
    );
    await view.draw(section(undefined));
    expect(view.element.querySelector('[role=status]')?.textContent).toBe('Adding up what was used…');
  });

  it('takes an amount or none as a limit, and nothing else', async () => {
    view = await render(section(usage));
    const [day] = view.element.querySelectorAll('form');
    const field = must(day?.querySelector('input'), 'there is a field');
    const save = must(day?.querySelector('button'), 'it can be saved');
    const write = (text: string): Promise<void> =>
      act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
    expect([field.value, save.disabled]).toEqual(['5.00', true]);
    await write('much');
    expect([save.disabled, view.element.querySelector('[role=alert]')?.textContent]).toEqual([
      true,
      'An amount in dollars looks like 2.50. Leave it empty for no limit.',
    ]);
    await write('2,50');
    await view.click(save);
    await write('');
    await view.click(save);
    expect(changes).toEqual([{ dayLimitUsd: 2.5 }, { dayLimitUsd: null }]);
  });
});
