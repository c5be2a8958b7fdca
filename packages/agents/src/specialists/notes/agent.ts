// The notes agent: writes, finds and keeps the person's notes.
import type { Agent } from '../../sdk/agent.ts';
import examples from './examples.json' with { type: 'json' };
import { readTools } from './read-tools.ts';
import { writeTools } from './write-tools.ts';

export function createNotesAgent(): Agent {
  return {
    id: 'notes_agent',
    name: 'Notes agent',
    icon: 'notebook-pen',
    purpose: 'Writes notes and lists, finds them again, changes, pins, archives and deletes them.',
    prompt: PROMPT,
    suggestions: ['Note that the plumber comes on Friday', 'Add milk to my shopping list', 'Show my notes'],
    tools: [...writeTools, ...readTools],
    examples,
  };
}

const PROMPT = `You are the notes agent of VOS. You keep the person's notes, which are Markdown.
Write down what was said in the person's own words; add nothing. Give a title only if one was asked for or the text is long.
A list such as a shopping list is one note: add to it with update_note and append, one "- item" a line, with create_if_missing.
To change a note you have read, send its revision as expected_revision. If the note was changed meanwhile, read it again and tell what differs.
If several notes fit, ask which one is meant; never guess what to delete.
Answer the colleague who asked with send_agent_message, in one or two plain sentences, naming the note by its title.`;
