import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelMessage } from '../models/provider.ts';
import { trimHistory } from './history.ts';

function conversation(groupSizes: readonly number[]): { message: ModelMessage; tokens: number }[] {
  return groupSizes.flatMap((calls, group) => {
    const ids = Array.from({ length: calls }, (_, index) => `call_${group}_${index}`);
    const messages: ModelMessage[] = [
      { role: 'user', content: `request ${group}` },
      { role: 'assistant', toolCalls: ids.map((id) => ({ id, name: 'look', arguments: {} })) },
      ...ids.map((id): ModelMessage => ({ role: 'tool', callId: id, toolName: 'look', content: 'seen' })),
    ];
    return messages.map((message) => ({ message, tokens: 10 }));
  });
}

describe('the history shown to a model', () => {
  it('never parts a tool call from its result, starts with a request, and keeps the newest', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 400 }),
        fc.nat(40),
        (sizes, budget, cut) => {
          const entries = conversation(sizes).slice(Math.min(cut, conversation(sizes).length - 1));
          const kept = trimHistory(entries, budget, cut === 0);
          const called = kept.flatMap((message) => (message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : []));
          const answered = kept.flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
          if (kept[0]?.role === 'user') expect(answered).toEqual(called);
          if (entries.some(({ message }) => message.role === 'user')) {
            expect(kept[0]?.role).toBe('user');
            expect(kept.at(-1)).toEqual(entries.at(-1)?.message);
          }
        },
      ),
    );
  });

  it('leaves out whole older requests once the budget is used', () => {
    const entries = conversation([1, 1, 1]);
    expect(trimHistory(entries, 60, true)).toEqual(entries.slice(3).map(({ message }) => message));
    expect(trimHistory(entries, 0, true)).toEqual(entries.slice(6).map(({ message }) => message));
  });
});
