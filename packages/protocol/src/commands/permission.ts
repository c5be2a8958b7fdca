// What agents ask before they do it, what nobody knows the outcome of, and stopping a request.
import { z } from 'zod';
import {
  approval,
  approvalScope,
  decidedEffectClass,
  finding,
  permission,
  permissionsView,
  uncertainEffect,
} from '../entities/permission.ts';
import { identifier } from '../entities/shared.ts';
import type { CommandTable } from './command.ts';
import { lazily } from '../lazily.ts';

const one = lazily(() => z.object({ id: identifier }));

export const permissionCommands = {
  /** Calls that wait for the person, the oldest first. */
  'approval/list': lazily(() => ({ params: z.object({}), result: z.object({ approvals: z.array(approval) }), errors: [] })),
  /** The same decision again is fine; another one for what was decided already is refused. */
  'approval/decide': lazily(() => ({
    params: z.object({ id: identifier, decision: z.enum(['allow', 'deny']), scope: approvalScope }),
    result: z.object({ approval }),
    errors: ['approval-unknown', 'approval-decided', 'approval-scope'],
  })),
  'permission/read': lazily(() => ({ params: z.object({}), result: permissionsView, errors: [] })),
  /** For a class of effects. Decisions made on cards stay, but a denial is above them. */
  'permission/change': lazily(() => ({
    params: z.object({ effect: decidedEffectClass, permission }),
    result: z.object({ view: permissionsView }),
    errors: [],
  })),
  /** Takes one decision back. `change/undo` makes it hold again. */
  'permission/revoke': lazily(() => ({
    params: z.object({ id: z.string().min(1).max(200) }),
    result: z.object({ changeSetId: z.number().int().positive() }),
    errors: ['permission-unknown'],
  })),
  /** The latest first. */
  'effect/list': lazily(() => ({ params: z.object({}), result: z.object({ effects: z.array(uncertainEffect) }), errors: [] })),
  /** Asks the other side what became of it. */
  'effect/check': lazily(() => ({
    params: one,
    result: z.object({
      outcome: z.enum(['done', 'not-done', 'unknown']),
      /** A sentence to show. */
      text: z.string(),
    }),
    errors: ['effect-unknown', 'effect-not-checkable'],
  })),
  /** The person knows: it happened, or it did not. The agent is told. */
  'effect/settle': lazily(() => ({
    params: z.object({ id: identifier, outcome: z.enum(['done', 'not-done']) }),
    result: z.object({}),
    errors: ['effect-unknown'],
  })),
  /** What the observer found, the latest first. */
  'finding/list': lazily(() => ({
    params: z.object({ limit: z.number().int().min(1).max(200).default(50) }),
    result: z.object({ findings: z.array(finding) }),
    errors: [],
  })),
  /** Stops whatever agents do for this request. What was done until then is kept. Stopping what is over changes nothing. */
  'request/stop': lazily(() => ({
    params: z.object({ traceId: identifier }),
    result: z.object({ isStopped: z.boolean() }),
    errors: ['request-unknown'],
  })),
} as const satisfies CommandTable;
