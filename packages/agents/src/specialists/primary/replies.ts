// What the primary agent says by itself when no language model writes for it: small talk, help, and plain refusals.
import type { Agent } from '../../sdk/agent.ts';
import type { BeyondGroup } from './beyond.ts';
import { answerDate, answerTime, answerTimeZone, type ClockQuestion } from './clock-answers.ts';
import { answerSpelling } from './spelling.ts';

export interface ReplyContext extends ClockQuestion {
  /** Everybody it can hand a request to. */
  readonly colleagues: readonly Agent[];
  /** How often the person has spoken before; the wording varies with it and is the same at a rerun. */
  readonly spokenBefore: number;
  /** The last thing said to the person in this conversation. */
  readonly lastSaid: string | undefined;
}

/** The reply to one of the intents in examples.json; undefined for a name that is not among them. */
export async function replyToIntent(intent: string, context: ReplyContext): Promise<string | undefined> {
  const reply = Object.hasOwn(REPLIES, intent) ? REPLIES[intent] : undefined;
  if (reply === undefined) return undefined;
  if (typeof reply === 'function') return reply(context);
  return varied(reply, context.spokenBefore);
}

/** What a language model could do with nothing but its own words; for the rest it would need tools that are not there either. */
const MODEL_GROUPS: ReadonlySet<string> = new Set(['writing', 'knowledge']);

/** Says what cannot be done and what can instead. `group` is undefined when it is not even clear what was asked. */
export function replyBeyond(group: BeyondGroup | undefined, context: ReplyContext): string {
  const hasNotes = context.colleagues.some(({ tools }) => tools.some(({ name }) => name === 'create_note'));
  const instead =
    hasNotes && group !== undefined && ['calendar', 'tasks'].includes(group.name)
      ? ' If you start with “note that …”, I can keep it as a note.'
      : group !== undefined && MODEL_GROUPS.has(group.name)
        ? ' A language model can: add a key in Settings, or start Ollama and choose one of its models there.'
        : '';
  const start =
    group === undefined
      ? varied(
          ['I did not understand that.', 'I am not sure what you would like.', 'That is more than I can make sense of.'],
          context.spokenBefore,
        )
      : `I cannot ${group.cannot}.${instead}`;
  return `${start} ${offer(context.colleagues)}`;
}

/** Asks which of the likely colleagues is meant. */
export function askWhichColleague(likely: readonly Agent[]): string {
  const names = likely.map(({ name }) => lowerFirst(name));
  return names.length === 1
    ? `I am not sure I understood. Shall I give this to the ${names[0]}?`
    : `I am not sure who this is for. Do you mean the ${listed(names)}?`;
}

type Reply = readonly string[] | ((context: ReplyContext) => string | Promise<string>);

const REPLIES: Readonly<Record<string, Reply>> = {
  greeting: (context) =>
    varied(
      [`${daytimeGreeting(context)} What can I do for you?`, 'Hello! What would you like to do?', 'Hello. I am listening.'],
      context.spokenBefore,
    ),
  how_are_you: [
    'All is well here, thank you. What can I do for you?',
    'Everything runs as it should. How can I help?',
    'Fine, thank you for asking. What do you need?',
  ],
  thanks: ['You are welcome.', 'Glad I could help.', 'With pleasure.', 'Any time.'],
  goodbye: ['Goodbye! I will be here.', 'See you later.', 'Take care. I am here when you need me.'],
  yes: ['Good. What shall I do?', 'All right. What would you like me to do?'],
  no: ['All right, then not. Tell me if you need something else.', 'Understood. What would you like instead?'],
  maybe: ['Take your time. Tell me when you know.', 'No hurry. I am here when you have decided.'],
  cancel: [
    'All right, never mind. What was already done stays as it is.',
    'All right, I leave it. What was already done stays as it is.',
  ],
  repeat: ({ lastSaid }) => (lastSaid === undefined ? 'I have not said anything in this conversation yet.' : lastSaid),
  name: ['I am V, the primary agent of VOS.', 'My name is V. I am the primary agent here.'],
  nature: [
    'I am a program, not a person. At the moment I work with built-in rules and examples instead of a language model, so I understand simple requests only.',
    'I am software. Right now no language model is behind me: I compare what you write with examples and pick what fits.',
  ],
  maker: ['I am part of VOS, a desktop in which a small team of agents works for one person. I run on this computer.'],
  privacy: [
    'What you write is read and kept on this computer. A colleague asks a service outside only when the answer is not here, such as the weather for a place you name.',
  ],
  help: ({ colleagues, spokenBefore }) =>
    `${varied(['Here is what you can ask me.', 'This is what we can do for you.'], spokenBefore)}\n\n${abilities(colleagues)}`,
  time: answerTime,
  date: answerDate,
  time_zone: answerTimeZone,
  spelling: ({ text }) => answerSpelling(text),
  joke: [
    'My colleague who does the sums never argues. It says arguments are only parameters.',
    'I asked the forecast for a joke. It said there was a 70 % chance of one, then it cleared up.',
    'I wrote a note so short that it had to be pinned, or it would have blown away.',
    'Why did the two clocks part? They never had time for each other.',
  ],
  praise: ['Thank you!', 'That is kind of you.', 'Good to hear.'],
  complaint: [
    'I am sorry that did not help. I understand short, plain requests best; please try it in other words.',
    'I am sorry. Please tell me again in a short sentence what you need.',
  ],
  sorry: ['No harm done.', 'Nothing to be sorry about.', 'It is quite all right.'],
  bored: ({ colleagues, spokenBefore }) => {
    const suggestions = colleagues.flatMap((agent) => agent.suggestions);
    const suggestion = suggestions.length === 0 ? undefined : suggestions[spokenBefore % suggestions.length];
    return suggestion === undefined
      ? 'I am here. What would you like to do?'
      : `I am here, though chatting is not my strong side. You could try: “${suggestion}”`;
  },
};

function varied(choices: readonly string[], spokenBefore: number): string {
  return choices[spokenBefore % choices.length] ?? '';
}

function abilities(colleagues: readonly Agent[]): string {
  const lines = colleagues.map(
    ({ name, purpose, suggestions }) =>
      `- **${name}**: ${purpose}${suggestions[0] === undefined ? '' : ` For instance: “${suggestions[0]}”`}`,
  );
  return [...lines, '- The time, the date and time zones I know myself.'].join('\n');
}

/** One sentence on what there is instead. */
function offer(colleagues: readonly Agent[]): string {
  const names = colleagues.map(({ name }) => lowerFirst(name));
  if (names.length === 0) return 'I can tell you the time and the date.';
  return `What I can do: tell the time and the date, and ask the ${listed(names)}. Say “help” for examples.`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', the ')} or the ${names.at(-1)}`;
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function daytimeGreeting({ nowMs, timeZone }: ReplyContext): string {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(nowMs));
  if (hour >= 5 && hour < 12) return 'Good morning.';
  if (hour >= 12 && hour < 18) return 'Good afternoon.';
  return 'Good evening.';
}
