// Our own overhead: one request primary → specialist → primary, with a model that answers at once and a real database.
import { systemClock } from '@vos/base';
import type { BenchRow } from '@vos/base/testing';
import { openLedger } from '@vos/ledger';
import { temporaryFolder } from '@vos/ledger/testing';
import type { ModelProvider } from '../models/provider.ts';
import { createTestTeam, testAgent } from '../testing/test-team.ts';

const WARM_UP = 50;
const REQUESTS = 500;
/** primary, specialist, primary. */
const TURNS = 3;

/** Hands every request on, and every answer back. */
const instantModel: ModelProvider = {
  id: 'instant',
  label: 'Instant',
  model: 'instant',
  worstCaseMicroUsd: () => 0,
  description: 'Answers at once.',
  async call({ agentId, messages }) {
    const last = messages.at(-1);
    const isAnswer = last?.role === 'user' && last.content.includes('"agent_message"');
    const call =
      agentId !== 'primary_agent'
        ? { name: 'send_agent_message', arguments: { agent_id: 'primary_agent', content: 'Done.' } }
        : isAnswer
          ? { name: 'send_user_message', arguments: { content: 'Done.' } }
          : { name: 'send_agent_message', arguments: { agent_id: 'notes_agent', content: 'Please.' } };
    return { toolCalls: [{ id: 'call_1', ...call }], usage: { inputTokens: null, outputTokens: null, costMicroUsd: null } };
  },
};

export async function bench(): Promise<readonly BenchRow[]> {
  const { folder, dispose } = await temporaryFolder();
  const ledger = await openLedger({ folder });
  const team = createTestTeam({
    ledger,
    clock: systemClock,
    model: instantModel,
    agents: [testAgent('primary_agent'), testAgent('notes_agent')],
  });
  try {
    await team.runtime.start();
    const takenMs: number[] = [];
    let commits = 0;
    let conversationId = '';
    for (let request = 0; request < WARM_UP + REQUESTS; request += 1) {
      // A conversation of its own now and then: histories grow as they do in use, not without end.
      if (request % 25 === 0) conversationId = await team.startConversation();
      const commitsBefore = ledger.commitCount();
      const startMs = systemClock.monotonicMs();
      const reply = team.nextReply(conversationId);
      await team.say(conversationId, 'Please.');
      await reply;
      const endMs = systemClock.monotonicMs();
      await team.runtime.idle();
      if (request < WARM_UP) continue;
      takenMs.push(endMs - startMs);
      commits += ledger.commitCount() - commitsBefore - 1;
    }
    takenMs.sort((left, right) => left - right);
    const at = (share: number): string => (takenMs[Math.floor(takenMs.length * share)] ?? 0).toFixed(2);
    return [
      {
        name: 'own overhead, primary → specialist → primary, p50 / p95',
        figure: `${at(0.5)} / ${at(0.95)} ms`,
        target: '≤ 8 ms p50',
      },
      { name: 'commits a turn', figure: (commits / REQUESTS / TURNS).toFixed(2), target: '≤ 4' },
    ];
  } finally {
    await team.runtime.close();
    await ledger.close();
    await dispose();
  }
}
