// The tool calls a reply is made of, and how failures are put into words for a person.
import type { NotificationPayload } from '../../turns/notifications.ts';
import type { CallOutcome } from './timeline.ts';

export interface PlannedReply {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export function tellPerson(content: string): PlannedReply {
  return { name: 'send_user_message', arguments: { content: within(content) } };
}

export function tellAgent(agentId: string, content: string): PlannedReply {
  return { name: 'send_agent_message', arguments: { agent_id: agentId, content: within(content) } };
}

/** UTF-16 units; what the messaging tools take at most is 100,000. */
const CONTENT_LIMIT = 99_000;

function within(content: string): string {
  const text = content.trim();
  if (text === '') return 'That is done.';
  return text.length <= CONTENT_LIMIT
    ? text
    : `${text.slice(0, CONTENT_LIMIT)}\n\nThe rest is left out because it is too long to show here.`;
}

/** What became of something that waited for the person or for news from outside; undefined for other alerts. */
export function plainDecision({ alert_type: type, description }: NotificationPayload<'system_alert'>): string | undefined {
  switch (type) {
    case 'PERMISSION_DENIED':
      return 'I did not do that, as you decided. Nothing was changed.';
    case 'OUTCOME_KNOWN':
      return /^[^.]* not done\./.test(description) ? 'Then it was not done. Ask again if you still want it.' : 'Then it is done.';
    default:
      return undefined;
  }
}

const TECHNICAL =
  /[{}<>\\]|https?:|::|\b\w+Error\b|\b(?:undefined|null|NaN|E[A-Z]{5,}|errno|stack|JSON|schema)\b|\b[a-z]+_[a-z]+|\w\(\)|\bstatus \d{3}\b/;
const MACHINE_CODES: ReadonlySet<string> = new Set(['arguments-invalid', 'tool-unknown', 'tool-broken', 'internal']);

/** The failure's own sentence where a person can understand it. */
export function plainFailure(outcome: Extract<CallOutcome, { ok: false }>): string {
  if (outcome.code === 'tool-timeout') return 'That took too long, so I stopped waiting. Please try again in a moment.';
  if (outcome.code === 'not-permitted')
    return 'I did not do that, because you do not allow it. You can change that in Settings, under Permissions.';
  if (outcome.message === '' || MACHINE_CODES.has(outcome.code)) return 'That did not work. Please try it again in other words.';
  return plainSentence(outcome.message, 'That did not work. Please try it again.');
}

export function plainSentence(text: string, otherwise: string): string {
  const sentence = text.trim();
  return sentence === '' || TECHNICAL.test(sentence) ? otherwise : sentence;
}
