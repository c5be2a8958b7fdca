import { describe, expect, it } from 'vitest';
import { primaryAgent } from './agent.ts';
import { groupsBeyond } from './beyond.ts';
import { replyBeyond, replyToIntent } from './replies.ts';

const context = {
  text: 'hello',
  nowMs: Date.UTC(2026, 0, 5, 9),
  timeZone: 'UTC',
  colleagues: [],
  spokenBefore: 0,
  lastSaid: undefined,
};

describe('the primary agent’s own replies', () => {
  it('exist for every intent it has examples of', async () => {
    for (const intent of Object.keys(primaryAgent.examples))
      expect([intent, await replyToIntent(intent, context)]).toEqual([intent, expect.stringMatching(/\S/)]);
  });

  it('vary from one message to the next, and are the same at a rerun', async () => {
    const replies = await Promise.all([0, 1, 0].map((spokenBefore) => replyToIntent('thanks', { ...context, spokenBefore })));
    expect(replies).toEqual(['You are welcome.', 'Glad I could help.', 'You are welcome.']);
  });

  it('name the two ways to a language model where one would help, and only there', () => {
    const groups = groupsBeyond([]);
    const naming = groups.filter((group) => replyBeyond(group, context).includes('add a key in Settings, or start Ollama'));
    expect(naming.map(({ name }) => name)).toEqual(['writing', 'knowledge']);
  });

  it('do not exist for names that only look like an intent', async () => {
    expect(await replyToIntent('toString', context)).toBeUndefined();
  });
});

describe('the hand-written examples', () => {
  it('stand once each, so that no request counts for two intents', () => {
    const all = [...Object.values(primaryAgent.examples), ...groupsBeyond([]).map(({ examples }) => examples)]
      .flat()
      .map((text) => text.toLowerCase());
    expect(all.filter((text, index) => all.indexOf(text) !== index)).toEqual([]);
  });

  it('of what is beyond reach count only until there is somebody for it', () => {
    const names = groupsBeyond([{ ...primaryAgent, id: 'calendar_agent' }]).map(({ name }) => name);
    expect(names).toEqual(['search', 'browser', 'calls', 'tasks', 'money', 'media', 'orders', 'writing', 'knowledge']);
  });
});
