// Tools of the crash tests that change something outside: an order placed with a service that can be asked about it, and with one that cannot.
import { defineOutsideTool, type Tool, toolFailure } from '@vos/agents';
import { err, ok } from '@vos/base';
import { z } from 'zod';

export const PLACE_ORDER = 'place_order';
export const PLACE_TRACKED_ORDER = 'place_tracked_order';

const placed = z.object({ number: z.number() });

export function createOrderTools(serviceUrl: string): readonly Tool[] {
  const shape = {
    parameters: z.object({ what: z.string() }),
    result: placed,
    effect: 'network-out',
    permission: 'allow',
    continues: true,
    timeoutMs: 60_000,
    async run({ what }: { what: string }, { callId, signal }: { callId: string; signal: AbortSignal }) {
      const response = await fetch(`${serviceUrl}/${callId}`, { method: 'POST', body: what, signal });
      if (!response.ok) return err(toolFailure('order-refused', 'The service did not take the order.'));
      return ok(placed.parse(await response.json()));
    },
  } as const;
  return [
    defineOutsideTool({ ...shape, name: PLACE_ORDER, description: 'Orders something from a service that keeps no list.' }),
    defineOutsideTool({
      ...shape,
      name: PLACE_TRACKED_ORDER,
      description: 'Orders something from a service that can be asked about it.',
      async lookUp(_given, { callId, signal }) {
        const response = await fetch(`${serviceUrl}/${callId}`, { signal });
        if (response.status === 404) return { state: 'not-done' };
        return response.ok ? { state: 'done', value: placed.parse(await response.json()) } : { state: 'unknown' };
      },
    }),
  ];
}
