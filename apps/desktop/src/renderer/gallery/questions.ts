// Scenes in which agents wait for the person, or do not get on: for permission, to be told what became of something, stopped, or cut off from
// their model. Sample content.
import type { Approval, ToolCall } from '@vos/protocol/entities';
import type { FakeHost } from '../testing/fake-host.ts';

/** A conversation in which one thing was allowed, one refused, and one waits; another conversation waits as well. */
export function askPermission(host: FakeHost, at: (minutesAgo: number) => string): void {
  const decided = (text: string, state: 'allowed' | 'denied', scope: Approval['scope'], minutesAgo: number): void => {
    const call = waitingCall(host, text, at(minutesAgo), { toolName: 'delete_note', arguments: { query: 'the boat' } });
    host.toolCalls.push(
      state === 'allowed'
        ? { ...call, state: 'succeeded', result: { deleted: 1 }, durationMs: 12 }
        : { ...call, state: 'failed', result: 'You did not allow this.', durationMs: 0 },
    );
    host.permissions.ask({ ...call, state, scope, askedAt: at(minutesAgo), decidedAt: at(minutesAgo - 1) });
    answer(host, call, state === 'allowed' ? 'It is gone.' : 'All right. I did not delete it.', at(minutesAgo - 1));
  };
  decided('Delete the note about names for the boat', 'allowed', 'once', 40);
  decided('And the one about trains', 'denied', 'conversation', 30);
  const call = waitingCall(host, 'Note that the plumber comes on Friday, and what he should bring', at(2), {
    arguments: {
      title: 'The plumber comes on Friday',
      content:
        'He brings the new tap, the long hose and the filter that fits it.\nKey is with the neighbours.\nAsk about the boiler: it is loud in the morning, and the pressure falls within a week.\nHe knows that the cellar is wet and that the light there does not work.\nPay by card.',
      tags: ['home'],
      is_pinned: false,
    },
  });
  host.toolCalls.push(call);
  host.permissions.ask({ ...call, state: 'waiting', askedAt: at(2) });
  const other = host.conversations.add('What shall we eat on Sunday?', at(10));
  host.permissions.ask({ conversationId: other.id, askedAt: at(10) });
}

/** What strangers wrote may be behind it. */
export function askAfterReading(host: FakeHost, at: (minutesAgo: number) => string): void {
  const call = waitingCall(host, 'Tell Nora what the page says about the concert', at(1), {
    agentId: 'primary_agent',
    toolName: 'send_sms',
    arguments: { to: '+31 6 0000 0000', text: 'The concert is moved to the 14th. Doors open at seven; tickets stay valid.' },
  });
  host.toolCalls.push(call);
  host.permissions.ask({
    ...call,
    state: 'waiting',
    effect: 'message-out',
    reason: 'untrusted',
    reasonText: 'The agent has read what strangers wrote, and this may be what they want.',
    sources: ['firecrawl_scrape', 'ddg_text_search'],
    scopes: ['once', 'conversation'],
    askedAt: at(1),
  });
}

const noSuchTool = {
  toolName: 'send_mail',
  arguments: { to: 'Lena' },
  refusal: 'tool-unknown',
  result: 'There is no tool “send_mail”. These exist: send_user_message, send_agent_message, sleep, create_task, list_tasks.',
} as const;
const unfitting = {
  toolName: 'send_agent_message',
  arguments: { agent: 'Lena' },
  refusal: 'arguments-invalid',
  result: 'The arguments do not fit: agent_id: Invalid input: expected string, received undefined.',
} as const;

/** A model that is lost, an answer that was stopped in the middle, and one that is waited for. */
export function loseTheWay(host: FakeHost, at: (minutesAgo: number) => string): void {
  const asked = host.message({ author: { kind: 'user' }, text: 'Send the summary to Lena', sentAt: at(9) });
  const { traceId } = asked;
  host.messages.push(asked);
  for (const part of [noSuchTool, unfitting, noSuchTool, unfitting])
    host.toolCalls.push(
      host.toolCall({ ...part, agentId: 'primary_agent', state: 'failed', durationMs: 0, traceId, startedAt: at(9) }),
    );
  host.messages.push(
    host.message({
      author: { kind: 'system' },
      text: 'I stopped this request: nothing that VOS tried worked, 4 times in a row. Nothing had been changed. Ask in other words, or choose another model in Settings.',
      traceId,
      sentAt: at(8.9),
    }),
  );
  const stopped = host.message({ author: { kind: 'user' }, text: 'What is tea?', sentAt: at(4) });
  const written = { author: { kind: 'agent', agentId: 'primary_agent' }, traceId: stopped.traceId, sentAt: at(3.9) } as const;
  host.messages.push(
    stopped,
    host.message({ ...written, text: 'Tea is a drink made from the leaves of *Camellia sinensis*, which are' }),
    host.message({
      author: { kind: 'system' },
      text: 'Stopped in the middle of the answer. Nothing had been changed.',
      traceId: stopped.traceId,
      sentAt: at(3.9),
    }),
    host.message({ author: { kind: 'user' }, text: 'And coffee?', sentAt: at(0) }),
  );
  host.work({
    agentId: 'primary_agent',
    state: 'retrying',
    doing: 'Ollama does not answer.',
    since: at(0),
    resumesAt: at(-16 / 60),
  });
}

/** One that the other side can be asked about, and one that only the person can know. */
export function loseTrack(host: FakeHost, at: (minutesAgo: number) => string): void {
  for (const [text, toolName, given, canCheck, minutesAgo] of [
    ['Order two tickets for the boat on Sunday', 'order_tickets', { boat: 'Second Wind', day: 'Sunday', count: 2 }, true, 12],
    ['Tell Sam that nine is fine', 'send_sms', { to: 'Sam', text: 'Nine is fine.' }, false, 3],
  ] as const) {
    const call = waitingCall(host, text, at(minutesAgo), { agentId: 'primary_agent', toolName, arguments: given });
    const known = 'VOS was ended while this was under way, so it may have happened or not.';
    host.toolCalls.push({ ...call, state: 'uncertain', result: known, durationMs: 4_200 });
    host.permissions.lose({ ...call, known, canCheck, intendedAt: at(minutesAgo) });
    answer(host, call, 'I do not know whether that was done. I did not try it again.', at(minutesAgo - 1));
  }
}

function waitingCall(host: FakeHost, text: string, askedAt: string, part: Partial<ToolCall>): ToolCall {
  const request = host.message({ author: { kind: 'user' }, text, sentAt: askedAt });
  host.messages.push(request);
  return host.toolCall({
    agentId: 'notes_agent',
    toolName: 'create_note',
    state: 'waiting',
    traceId: request.traceId,
    startedAt: askedAt,
    ...part,
  });
}

function answer(host: FakeHost, { traceId }: ToolCall, text: string, sentAt: string): void {
  host.messages.push(host.message({ author: { kind: 'agent', agentId: 'primary_agent' }, text, traceId, sentAt }));
}
