import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import type { Note } from '@vos/protocol/entities';
import { listNotes, updateNote } from '@vos/records';
import { changeSets } from '@vos/ledger';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyTool } from '../../testing/apply-tool.ts';
import { type Asked, askAgent } from '../../testing/ask-agent.ts';
import { createNotesAgent } from './agent.ts';

const agent = createNotesAgent();
let test: TestLedger;

beforeEach(async () => {
  test = await openTestLedger();
});
afterEach(() => test.dispose());

async function ask(text: string, tool?: string): Promise<Asked> {
  await test.clock.advance(1_000);
  return askAgent(agent, text, { ledger: test.ledger, ...(tool === undefined ? {} : { tool }) });
}
const said = async (text: string, tool?: string): Promise<string> => (await ask(text, tool)).said;
const contents = (): string[] => listNotes(test.ledger.read).notes.map(({ title, content }) => `${title} | ${content}`);

describe('the notes agent, without a language model', () => {
  it.each([
    [
      'note that the plumber comes on Friday',
      'Noted: “The plumber comes on Friday”.',
      'The plumber comes on Friday | The plumber comes on Friday',
    ],
    ['take a note: parking spot is B14', 'Noted: “Parking spot is B14”.', 'Parking spot is B14 | Parking spot is B14'],
    ['write down the door code 4471', 'Noted: “The door code 4471”.', 'The door code 4471 | The door code 4471'],
    [
      'Could you make a note saying Anna is 30 on June 4th?',
      'Noted: “Anna is 30 on June 4th”.',
      'Anna is 30 on June 4th | Anna is 30 on June 4th',
    ],
    ['note to self, send the invoice', 'Noted: “Send the invoice”.', 'Send the invoice | Send the invoice'],
    ['create a note called Packing with passport and charger', 'I saved the note “Packing”.', 'Packing | passport and charger'],
    ['new note titled "Rent": 950 a month', 'I saved the note “Rent”.', 'Rent | 950 a month'],
  ])('writes down “%s”', async (text, answer, kept) => {
    expect([await said(text), contents()]).toEqual([answer, [kept]]);
  });

  it('writes down what is to be remembered, when it is asked', async () => {
    expect((await ask('remember to buy milk')).tool).toBeUndefined();
    expect(await said('remember to buy milk', 'create_note')).toBe('Noted: “Buy milk”.');
  });

  it('asks what to write, which note, what to look for', async () => {
    expect(await said('take a note', 'create_note')).toBe('What should the note say?');
    expect(await said('start a note titled Books', 'create_note')).toBe('What should the note “Books” say?');
    expect(await said('delete a note', 'delete_note')).toBe('Which note do you mean?');
    expect(await said('search my notes', 'search_notes')).toBe('What should I look for in your notes?');
    expect(await said('change the note about rent', 'update_note')).toBe('What should the note say instead?');
  });

  it('keeps a list, item by item', async () => {
    expect(await said('add milk to my shopping list')).toBe('I made the note “Shopping list” with milk.');
    expect(await said('put eggs, butter and some bread on the shopping list')).toBe(
      'Added eggs, butter and bread to “Shopping list”.',
    );
    expect(await said("what's on my shopping list?")).toBe('Shopping list:\n- milk\n- eggs\n- butter\n- bread');
    expect(await said('cross eggs off my shopping list')).toBe('Took eggs off “Shopping list”.');
    expect(await said('remove cheese from my shopping list')).toBe('“Shopping list” has no “cheese”.');
    expect(contents()).toEqual(['Shopping list | - milk\n- butter\n- bread']);
  });

  it.each([
    ['update my packing list with socks', 'Added socks to “Packing list”.', '- apples\n- pears\n- socks'],
    ['change my packing list to include butter', 'Added butter to “Packing list”.', '- apples\n- pears\n- butter'],
    [
      'edit my packing list to have plums and figs',
      'Added plums and figs to “Packing list”.',
      '- apples\n- pears\n- plums\n- figs',
    ],
    ['update my packing list: socks', 'Added socks to “Packing list”.', '- apples\n- pears\n- socks'],
    ['update my packing list', 'What should I add to the list?', '- apples\n- pears'],
    ['change my packing list to something better', 'What should I add to the list?', '- apples\n- pears'],
    ['change my packing list to say', 'What should the note say instead?', '- apples\n- pears'],
    ['replace my packing list with socks and shoes', 'I changed the note “Packing list”.', '- socks\n- shoes'],
    ['replace apples with plums on my packing list', 'Took apples off “Packing list” and added plums.', '- pears\n- plums'],
    ['rewrite my packing list', 'What should the note say instead?', '- apples\n- pears'],
    ['clear my packing list', '“Packing list” is empty now.', ''],
    ['remove everything from my packing list', '“Packing list” is empty now.', ''],
    ['add apples to my packing list', 'Apples is already on “Packing list”.', '- apples\n- pears'],
    [
      'add Pears and figs to my packing list',
      'Added figs to “Packing list”. Pears is already on “Packing list”.',
      '- apples\n- pears\n- figs',
    ],
  ])('loses nothing of a list to “%s”', async (text, answer, content) => {
    await ask('add apples and pears to my packing list');
    expect([await said(text, 'update_note'), contents()]).toEqual([answer, [`Packing list | ${content}`]]);
  });

  it.each([
    ['edit the note about the party to be shorter', 'What should the note say instead?', 'The party starts at eight'],
    ['change the note about the party to say', 'What should the note say instead?', 'The party starts at eight'],
    ['change the note about the party to say: ', 'What should the note say instead?', 'The party starts at eight'],
    ['change the note about the party to', 'What should the note say instead?', 'The party starts at eight'],
    ['update the note about the party with love', 'What should the note say instead?', 'The party starts at eight'],
    ['change my party note to tomorrow', 'What should the note say instead?', 'The party starts at eight'],
    ['change the note about the party to pinned', '“The party starts at eight” is pinned.', 'The party starts at eight'],
    ['change the note about the party to say it is off', 'I changed the note “It is off”.', 'It is off'],
    ['change the note about the party to “no party”', 'I changed the note “No party”.', 'No party'],
    ['edit the note about the party to be shorter: party at 8', 'I changed the note “Party at 8”.', 'Party at 8'],
    [
      'update the note about the party to include bring cake',
      'Added “Bring cake” to “The party starts at eight”.',
      'The party starts at eight\nBring cake',
    ],
    ['replace the text of my party note with no party', 'I changed the note “No party”.', 'No party'],
  ])('replaces a text only where that is said: “%s”', async (text, answer, content) => {
    await ask('note that the party starts at eight');
    expect(await said(text, 'update_note')).toBe(answer);
    expect(listNotes(test.ledger.read).notes.map((note) => note.content)).toEqual([content]);
  });

  it('deletes nothing that is named by signs alone', async () => {
    await ask('note that **bold** is good');
    expect(await said('delete the note about "*"')).toBe('I found no note about “*”.');
    expect(contents()).toHaveLength(1);
  });

  it('shows notes in a short list', async () => {
    expect(await said('show my notes')).toBe('You have no notes yet.');
    await ask('note that the plumber comes on Friday');
    await ask('create a note called Wifi with password bluebird');
    expect(await said('show my notes')).toBe('You have 2 notes:\n- Wifi: password bluebird\n- The plumber comes on Friday');
    expect(await said('show my last note')).toBe('Wifi:\npassword bluebird');
    await ask('pin the note about the plumber');
    expect(await said('what pinned notes do I have')).toBe('You have 1 pinned note:\n- The plumber comes on Friday');
    for (let count = 1; count <= 12; count += 1) await ask(`note that day ${count} was fine`);
    expect((await said('list all my notes')).split('\n')).toHaveLength(12);
    expect(await said('list all my notes')).toMatch(/^You have 14 notes:\n- Day 12 was fine\n[^]*\nand 4 more\.$/);
  });

  it('finds notes by what they say', async () => {
    await ask('note that the plumber comes on Friday');
    await ask('create a note called Wifi with the password is bluebird');
    expect(await said('find my note about the plumber')).toBe('I found one note: “The plumber comes on Friday”.');
    expect(await said('what did I note about the password?')).toBe('I found one note, “Wifi”: the password is bluebird');
    expect(await said('do I have a note about the dentist')).toBe('I found no note about “dentist”.');
    expect(await said('what does my wifi note say')).toBe('Wifi:\nthe password is bluebird');
    await ask('note that the plumber costs 60');
    expect(await said('any notes about the plumber')).toBe(
      'I found 2 notes about “plumber”:\n- The plumber costs 60\n- The plumber comes on Friday',
    );
  });

  it('pins, archives, renames, changes and deletes the note that is meant', async () => {
    await ask('note that the plumber comes on Friday');
    expect(await said('pin the note about the plumber')).toBe('“The plumber comes on Friday” is pinned.');
    expect(await said('unpin my plumber note')).toBe('“The plumber comes on Friday” is no longer pinned.');
    expect(await said('archive the note about the plumber')).toBe('“The plumber comes on Friday” is in the archive now.');
    expect(await said('show my notes')).toBe('You have no notes yet.');
    expect(await said('take the plumber note out of the archive')).toBe(
      '“The plumber comes on Friday” is back from the archive.',
    );
    expect(await said('rename the note about the plumber to Boiler')).toBe('The note is called “Boiler” now.');
    expect(await said('change the boiler note to say he comes on Monday')).toBe('I changed the note “Boiler”.');
    expect(await said('add bring cash to my boiler note')).toBe('Added “Bring cash” to “Boiler”.');
    expect(contents()).toEqual(['Boiler | He comes on Monday\nBring cash']);
    expect(await said('delete my last note')).toBe('I deleted the note “Boiler”.');
    expect(contents()).toEqual([]);
  });

  it('never guesses which note to delete', async () => {
    await ask('note that the plumber comes on Friday');
    await ask('note that the plumber costs 60');
    const asked = await ask('delete the note about the plumber');
    expect(asked).toMatchObject({
      failure: 'note-ambiguous',
      said: 'There are several notes about “plumber”:\n1. The plumber costs 60\n2. The plumber comes on Friday\nWhich one do you mean?',
    });
    expect(await said('delete the note about the plumb')).toBe('I found no note about “plumb”.');
    expect(contents()).toHaveLength(2);
    await ask('create a note called Plumber with 030 123456');
    expect(await said('delete the note about the plumber')).toBe('I deleted the note “Plumber”.');
  });

  it.each([
    'add 20% to 50',
    'what is 15% of 80',
    "what's the weather in New York",
    'remind me to call',
    'hello',
    'show me the weather',
    'remember that I like tea',
    'what time is it',
    'delete everything',
    '',
  ])('leaves “%s” to others', async (text) => {
    expect((await ask(text)).tool).toBeUndefined();
  });

  it('never fails to read a text, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('note that ', 'find my note about ', 'delete ', 'add ', ''),
        fc.string({ unit: 'binary', maxLength: 200 }),
        (start, text) => {
          for (const tool of agent.tools) tool.builtin?.read({ text: start + text, nowMs: 0, timeZone: 'UTC' });
        },
      ),
    );
  });
});

describe('the notes tools', () => {
  const apply = (name: string, given: Record<string, unknown>): Promise<unknown> =>
    applyTool(agent.tools, name, given, { ledger: test.ledger, agentId: 'notes_agent' });

  it('do not overwrite what the person changed after the agent read it', async () => {
    const made = (await apply('create_note', { content: 'draft' })) as { value: Note };
    expect(made.value.createdBy).toBe('notes_agent');
    await test.ledger.commit((transaction) => {
      updateNote(transaction, changeSets.begin(transaction, { actor: 'user', cause: 'note/update' }), made.value.id, {
        content: 'by the person',
      });
    });
    expect(await apply('update_note', { note_id: made.value.id, content: 'by the agent', expected_revision: 1 })).toMatchObject({
      ok: false,
      error: { code: 'note-conflict' },
    });
    expect(contents()).toEqual(['by the person | by the person']);
  });

  it('say when a note is gone or none is named', async () => {
    expect(await apply('get_note', { note_id: `note_${'1'.repeat(32)}` })).toMatchObject({ error: { code: 'note-unknown' } });
    expect(await apply('delete_note', {})).toMatchObject({ error: { code: 'note-unnamed', message: 'Which note do you mean?' } });
  });
});
