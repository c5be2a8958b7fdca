// What agents do to the world, in words for a person: the classes that are decided about, and the tools that can ask.
import type { Approval, ApprovalScope, DecidedEffectClass, PermissionRule } from '@vos/protocol/entities';
import { agentInSentence } from './chat/speakers.ts';
import { harmless } from './harmless.ts';

interface ClassWords {
  /** As a row of a list. */
  readonly title: string;
  readonly explanation: string;
  /** Continues “agents never …”. */
  readonly never: string;
}

export const classWords: Readonly<Record<DecidedEffectClass, ClassWords>> = {
  record: {
    title: 'Change your records',
    explanation: 'Write, change and delete notes, tasks and documents here. Nothing leaves VOS.',
    never: 'change your records',
  },
  'network-out': {
    title: 'Ask services on the internet',
    explanation: 'What is asked, such as the name of a place, reaches whoever runs the service.',
    never: 'ask services on the internet',
  },
  'message-out': {
    title: 'Send messages to people',
    explanation: 'In your name, and nobody can take them back.',
    never: 'send messages to people',
  },
  'file-write': {
    title: 'Change files on this computer',
    explanation: 'Files outside of the folder that VOS keeps its own data in.',
    never: 'change files on this computer',
  },
  process: {
    title: 'Start programs',
    explanation: 'Programs on this computer, with all that you may do on it.',
    never: 'start programs',
  },
  spend: { title: 'Spend money', explanation: 'Order, book and pay.', never: 'spend money' },
};

/** Continues “the notes agent wants to …”. */
const TOOL_WORDS: Readonly<Record<string, string>> = {
  create_note: 'write a note',
  update_note: 'change a note',
  delete_note: 'delete a note',
  archive_note: 'put a note away',
  pin_note: 'pin a note',
  undo_note_change: 'take back a change of a note',
  create_task: 'add a task',
  update_task: 'change a task',
  assign_to_task: 'give a task to somebody',
  unassign_from_task: 'take a task from somebody',
  create_document: 'write a document',
  delete_document: 'delete a document',
  edit_system_prompt: 'change what an agent is told to be',
  get_weather: 'look up the weather',
  get_weather_by_coordinates: 'look up the weather of a place on the map',
  get_forecast: 'look up a forecast',
  get_uv_index: 'look up how strong the sun is',
  get_air_quality: 'look up how clean the air is',
};

/** What a tool does; one without words of its own is named. */
export function toolWords(toolName: string): string {
  return TOOL_WORDS[toolName] ?? `use “${harmless(toolName.replaceAll('_', ' '))}”`;
}

type Agents = Parameters<typeof agentInSentence>[1];

function atStart(agentId: string, agents: Agents): string {
  const who = agentInSentence(agentId, agents);
  return `${who.charAt(0).toUpperCase()}${who.slice(1)}`;
}

/** “The notes agent wants to write a note”; `wanted` once that is over. */
export function wishWords(
  { agentId, toolName }: { readonly agentId: string; readonly toolName: string },
  agents: Agents,
  verb: 'wants' | 'wanted' = 'wants',
): string {
  return `${atStart(agentId, agents)} ${verb} to ${toolWords(toolName)}`;
}

/** What a denial says: it is of the whole class, so that no other tool reaches what was denied. */
export function denialWords(effect: DecidedEffectClass, scope: ApprovalScope): string {
  const { never } = classWords[effect];
  switch (scope) {
    case 'once':
      return `Agents do not ${never} for this request.`;
    case 'conversation':
      return `Agents do not ${never} in this conversation.`;
    case 'always':
      return `Agents never ${never}, until you change it in the settings.`;
  }
}

/** What a permission says: it is of one tool of one agent. */
export function permissionWords(
  { agentId, toolName }: { readonly agentId: string; readonly toolName: string },
  scope: ApprovalScope,
  agents: Agents,
): string {
  const who = atStart(agentId, agents);
  switch (scope) {
    case 'once':
      return 'This is done now, and you are asked the next time.';
    case 'conversation':
      return `${who} may ${toolWords(toolName)} in this conversation without asking.`;
    case 'always':
      return `${who} may always ${toolWords(toolName)} without asking.`;
  }
}

/** What was decided, once it is. */
export function decisionWords({ state, scope, effect }: Pick<Approval, 'state' | 'scope' | 'effect'>): string {
  if (state === 'withdrawn') return 'The request ended before you decided. It was not done.';
  const reach = { once: '', conversation: ' in this conversation', always: ' from now on' }[scope ?? 'once'];
  if (state === 'allowed') return scope === 'once' ? 'You allowed this once.' : `You allowed this${reach}.`;
  if (scope === 'once') return 'You did not allow this.';
  return `You did not allow this: agents do not ${classWords[effect].never}${reach}.`;
}

/** A standing decision that was made on a card, as a sentence without where it holds. */
export function ruleWords({ decision, effect, agentId, toolName }: PermissionRule, agents: Agents): string {
  if (effect !== null) return `Agents do not ${classWords[effect].never}`;
  const who = agentId === null ? 'Every agent' : atStart(agentId, agents);
  const what = toolName === null ? 'do anything' : toolWords(toolName);
  return decision === 'allow' ? `${who} may ${what}` : `${who} may not ${what}`;
}
