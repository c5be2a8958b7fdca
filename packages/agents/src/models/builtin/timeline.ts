// Reads the messages of a request as one line of events: what was heard, what was called, what came of it.
import type { Notification } from '../../turns/notifications.ts';
import type { ModelMessage, ModelToolCall } from '../provider.ts';

export type TimelineEvent =
  | { readonly kind: 'heard'; readonly notification: Notification }
  | { readonly kind: 'called'; readonly call: ModelToolCall }
  | { readonly kind: 'result'; readonly call: ModelToolCall; readonly outcome: CallOutcome };

export type CallOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly code: string };

export interface Timeline {
  /** Everything up to the last reply. */
  readonly past: readonly TimelineEvent[];
  /** What came after it and has to be answered now. */
  readonly open: readonly TimelineEvent[];
}

/** Entries that are not of the known shape are left out: a history may have been written by other versions. */
export function readTimeline(messages: readonly ModelMessage[]): Timeline {
  const events: TimelineEvent[] = [];
  const calls = new Map<string, ModelToolCall>();
  let answeredUpTo = 0;
  for (const message of messages) {
    switch (message.role) {
      case 'user':
        for (const notification of readNotifications(message.content)) events.push({ kind: 'heard', notification });
        break;
      case 'assistant':
        for (const call of message.toolCalls) {
          calls.set(call.id, call);
          events.push({ kind: 'called', call });
        }
        answeredUpTo = events.length;
        break;
      case 'tool': {
        const call = calls.get(message.callId);
        const outcome = readOutcome(message.content);
        if (call !== undefined && outcome !== undefined) events.push({ kind: 'result', call, outcome });
        break;
      }
    }
  }
  return { past: events.slice(0, answeredUpTo), open: events.slice(answeredUpTo) };
}

function readNotifications(content: string): readonly Notification[] {
  const parsed = parseJson(content);
  return Array.isArray(parsed) ? parsed.filter(isNotification) : [];
}

function isNotification(value: unknown): value is Notification {
  return isRecord(value) && typeof value['notification_type'] === 'string' && isRecord(value['payload']);
}

function readOutcome(content: string): CallOutcome | undefined {
  const parsed = parseJson(content);
  // What waits for the person has no outcome yet.
  if (!isRecord(parsed) || parsed['status'] === 'WAITING') return undefined;
  if (parsed['status'] === 'SUCCESS') return { ok: true, value: parsed['result'] };
  return { ok: false, message: textOf(parsed['error_message']), code: textOf(parsed['error_code']) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
