// The notes agent in a conversation, with the built-in provider and everything between the person and the notes.
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import { listNotes } from '@vos/records';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBuiltinProvider } from '../../models/builtin/index.ts';
import { createTestTeam, type TestTeam } from '../../testing/test-team.ts';
import { createWordEmbedder } from '../../testing/word-embedder.ts';
import { primaryAgent } from '../primary/index.ts';
import { createNotesAgent } from './agent.ts';

const agents = [primaryAgent, createNotesAgent()];
const model = createBuiltinProvider({ embedder: createWordEmbedder(), agents });
let test: TestLedger;
let team: TestTeam;
let conversationId: string;

beforeEach(async () => {
  test = await openTestLedger();
  team = createTestTeam({ ledger: test.ledger, clock: test.clock, model, agents });
  await team.runtime.start();
  conversationId = await team.startConversation();
});
afterEach(async () => {
  await team.runtime.close();
  await test.dispose();
});

async function say(text: string): Promise<string> {
  await test.clock.advance(60_000);
  const reply = team.nextReply(conversationId);
  await team.say(conversationId, text);
  return (await reply).text;
}
async function after(...texts: readonly string[]): Promise<string> {
  let last = '';
  for (const text of texts) last = await say(text);
  return last;
}
const kept = (): string[] => listNotes(test.ledger.read).notes.map(({ title, content }) => `${title} | ${content}`);

describe('taking back', () => {
  it.each(['undo', 'undo that', 'bring it back', 'restore the note about the plumber'])(
    'brings a deleted note back: “%s”',
    async (text) => {
      await after('note that the plumber comes on Friday', 'delete the note about the plumber');
      expect([await say(text), kept()]).toEqual([
        'I brought back the note “The plumber comes on Friday”.',
        ['The plumber comes on Friday | The plumber comes on Friday'],
      ]);
    },
  );

  it('gives a changed list its items back, and takes a new note away', async () => {
    await after('add milk and eggs to my shopping list', 'clear my shopping list');
    expect(kept()).toEqual(['Shopping list | ']);
    expect([await say('undo that'), kept()]).toEqual([
      'The note “Shopping list” is as it was before.',
      ['Shopping list | - milk\n- eggs'],
    ]);
    await say('note that the cat is fed');
    expect(await say('undo')).toBe('The note “The cat is fed” is gone again.');
  });

  it('says so where there is nothing to take back, also in another conversation', async () => {
    expect(await say('undo')).toBe('I have changed no note in this conversation that could be taken back.');
    await say('note that the cat is fed');
    conversationId = await team.startConversation();
    expect(await say('undo')).toBe('I have changed no note in this conversation that could be taken back.');
    expect(await say('restore the note about the dog')).toBe('I found no deleted note about “dog”.');
    expect(kept()).toHaveLength(1);
  });

  it('brings an archived note back that is asked for by its words', async () => {
    await after('note that the plumber comes on Friday', 'archive the note about the plumber');
    expect(await say('restore the note about the plumber')).toBe('The note “The plumber comes on Friday” is as it was before.');
    expect(kept()).toHaveLength(1);
  });
});

describe('“which one do you mean?”', () => {
  const question =
    'There are several notes about “party”:\n1. Birthday party at six\n2. Office party <b> {hall}\nWhich one do you mean?';

  it.each([
    ['the birthday one', 'Birthday party at six'],
    ['the second one', 'Office party <b> {hall}'],
    ['2', 'Office party <b> {hall}'],
    ['1', 'Birthday party at six'],
    ['Birthday party at six', 'Birthday party at six'],
    ['the note about the office', 'Office party <b> {hall}'],
    ['the newest', 'Birthday party at six'],
    ['the oldest one', 'Office party <b> {hall}'],
  ])('is answered by “%s”', async (answer, title) => {
    await after('note that office party <b> {hall}', 'note that birthday party at six');
    expect(await say('delete the note about the party')).toBe(question);
    expect([await say(answer), kept().length]).toEqual([`I deleted the note “${title}”.`, 1]);
  });

  it('is asked again where the answer fits none, and dropped when nothing is meant', async () => {
    await after('note that office party', 'note that birthday party', 'delete the note about the party');
    expect(await say('the wedding one')).toBe(
      'None of these is about “wedding”:\n1. Birthday party\n2. Office party\nWhich one do you mean?',
    );
    expect([await say('neither'), kept().length]).toEqual(['All right. Nothing was changed.', 2]);
  });

  it('tells two notes with one title apart', async () => {
    await after('create a note called Card with pin 4471', 'create a note called Card with ask the bank');
    expect(await say('delete the note about card')).toBe(
      'There are several notes about “card”:\n1. Card: ask the bank\n2. Card: pin 4471\nWhich one do you mean?',
    );
    expect([await say('2'), kept()]).toEqual(['I deleted the note “Card”.', ['Card | ask the bank']]);
    await say('create a note called Card with ask the bank');
    expect(await say('delete the note about card')).toMatch(
      /^There are several notes about “card”:\n1\. Card, from .+\n2\. Card, from .+\n/,
    );
    expect([await say('the oldest'), kept()]).toEqual(['I deleted the note “Card”.', ['Card | ask the bank']]);
  });

  it('takes a title that sounds like a greeting for the title', async () => {
    await after('note that hello world', 'delete my note');
    expect([await say('hello world'), kept()]).toEqual(['I deleted the note “Hello world”.', []]);
  });

  it('does something else when something else is asked', async () => {
    await after('note that office party', 'note that birthday party', 'delete the note about the party');
    expect(await say('add milk to my shopping list')).toBe('I made the note “Shopping list” with milk.');
    expect(kept()).toHaveLength(3);
  });
});

describe('“it”', () => {
  it('is the note that was shown or written last', async () => {
    await after('note that the cat is fed', 'create a note called Wifi with bluebird', 'find my note about the cat');
    expect(await say('pin it')).toBe('“The cat is fed” is pinned.');
    expect(await say('what does it say')).toBe('Your note says: “The cat is fed”.');
    expect(await say('change it to say the dog is fed')).toBe('I changed the note “The dog is fed”.');
    expect(await say('delete it')).toBe('I deleted the note “The dog is fed”.');
    expect(kept()).toEqual(['Wifi | bluebird']);
  });

  it('is the list that was changed last', async () => {
    await say('add milk to my shopping list');
    expect(await say('add bread to it')).toBe('Added bread to “Shopping list”.');
    expect(await say('what is on it')).toBe('Shopping list:\n- milk\n- bread');
  });

  it('is asked for where nothing was shown', async () => {
    await say('note that the cat is fed');
    conversationId = await team.startConversation();
    expect(await say('pin it')).toBe('Which note do you mean?');
    expect(await say('the cat one')).toBe('“The cat is fed” is pinned.');
  });
});

it('deletes notes one by one only', async () => {
  await after('note that the cat is fed', 'note that the dog is fed');
  expect(await say('delete all my notes')).toBe(
    'I delete notes one at a time only, so that none is lost by mistake. Which note do you mean?',
  );
  expect([await say('the cat one'), kept()]).toEqual([
    'I deleted the note “The cat is fed”.',
    ['The dog is fed | The dog is fed'],
  ]);
});

it('takes a sentence about something else for no answer to which note is meant', async () => {
  await after('note that the plumber comes on Friday', 'note that the dog is fed');
  for (const text of [
    'The plumber called: he comes on Friday',
    'Note that the plumber comes on Monday',
    'What is the capital of France?',
    'Tell me the weather in Paris for tomorrow',
    'Give me a list of everything I noted',
  ]) {
    await say('delete all my notes');
    expect(await say(text)).not.toMatch(/deleted|found no note/);
  }
  expect(kept()).toContain('The plumber comes on Friday | The plumber comes on Friday');
  expect(kept()).toContain('The dog is fed | The dog is fed');
});

it('asks for the text that is missing and takes the answer for it', async () => {
  await say('note that the card is blocked');
  expect(await say('change the note about the card to say')).toBe('What should the note say instead?');
  expect([await say('it works again'), kept()]).toEqual([
    'I changed the note “It works again”.',
    ['It works again | It works again'],
  ]);
});

it('takes no new request for the text that was asked for before', async () => {
  await after('note that the card is blocked', 'change the note about the card to say');
  expect(await say('change the note about the card to')).toBe('What should the note say instead?');
  await after('add milk to my shopping list', 'update the list');
  expect(await say('update the list with bread')).toBe('Added bread to “Shopping list”.');
  expect(kept()).toEqual(['Shopping list | - milk\n- bread', 'The card is blocked | The card is blocked']);
});

it('notes what is to be remembered without the word', async () => {
  await say('remember that 2+2=4');
  expect(kept()).toEqual(['2+2=4 | 2+2=4']);
});
