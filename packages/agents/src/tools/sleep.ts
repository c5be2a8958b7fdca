// An agent may wait: it is woken after the time it asked for, over restarts, or earlier by any message.
import { ok } from '@vos/base';
import { queue } from '@vos/ledger';
import { z } from 'zod';
import { defineRecordTool } from '../sdk/tool.ts';

/** Longest sleep, seconds: a day. Longer waits are reminders. */
const SLEEP_LIMIT_SECONDS = 86_400;

export const sleepTool = defineRecordTool({
  name: 'sleep',
  description: 'Waits for a number of seconds, then wakes with a system_alert WAKE. Any message wakes earlier.',
  parameters: z.object({ duration: z.number().positive().max(SLEEP_LIMIT_SECONDS) }),
  result: z.object({ wakes_at_ms: z.number().int() }),
  effect: 'talk',
  permission: 'allow',
  continues: false,
  doing: ({ duration }) => `waiting ${Math.round(duration)} s`,
  apply({ duration }, context) {
    const wakesAtMs = context.nowMs + Math.round(duration * 1000);
    queue.send(context.transaction, {
      id: context.newId('queued'),
      idempotencyKey: context.callId,
      type: 'system_alert',
      payload: { alert_type: 'WAKE', title: '', description: '', user_timezone: context.timeZone, sleep_id: context.callId },
      traceId: context.traceId,
      agentId: context.agentId,
      conversationId: context.conversationId,
      availableAtMs: wakesAtMs,
    });
    context.transaction.run('UPDATE agent_states SET asleep_until_ms = ? WHERE agent_id = ? AND conversation_id = ?', [
      wakesAtMs,
      context.agentId,
      context.conversationId,
    ]);
    return ok({ wakes_at_ms: wakesAtMs });
  },
});
