// The person's say in what agents do: questions they wait with, standing decisions, effects nobody knows the outcome of, and stopping.
import {
  type Agent,
  type AgentRuntime,
  CLASS_DEFAULTS,
  classRule,
  listFindings,
  type Permissions,
  shownApproval,
  stopRequest,
  type StopRequestOptions,
  type ToolGateway,
  type UncertainEffects,
  waitingApprovals,
} from '@vos/agents';
import { CodedError, must } from '@vos/base';
import { changeSets, type Ledger, type Reader, readRecord } from '@vos/ledger';
import type { Server } from '@vos/protocol';
import { type DecidedEffectClass, decidedEffectClass, type PermissionsView } from '@vos/protocol/entities';
import { listPermissionRules, permissionRuleKind } from '@vos/records';
import type { HandlersFor } from './handlers.ts';

export interface PermissionHandlerOptions extends StopRequestOptions {
  readonly ledger: Ledger;
  readonly agents: readonly Agent[];
  readonly gateway: ToolGateway;
  readonly permissions: Permissions;
  readonly runtime: AgentRuntime;
  readonly uncertainEffects: UncertainEffects;
  readonly publish: Server['publish'];
  /** Ends questions to other sides when the host closes. */
  readonly signal: AbortSignal;
}

export function createPermissionHandlers(
  options: PermissionHandlerOptions,
): HandlersFor<'approval' | 'permission' | 'effect' | 'finding' | 'request'> {
  const { ledger, agents, gateway, permissions, runtime, uncertainEffects, publish, signal } = options;

  function view(reader: Reader): PermissionsView {
    const rules = listPermissionRules(reader);
    return {
      classes: decidedEffectClass.options.flatMap((effect) => {
        const tools = toolsOf(effect);
        if (tools.length === 0) return [];
        const chosen = rules.find(({ id }) => id === classRule(effect, 'ask', '').id)?.decision;
        return [{ effect, permission: chosen ?? CLASS_DEFAULTS[effect], tools }];
      }),
      rules: rules.filter((rule) => rule.effect === null || rule.conversationId !== null),
    };
  }

  function toolsOf(effect: DecidedEffectClass): PermissionsView['classes'][number]['tools'] {
    return agents.flatMap((agent) =>
      gateway.toolsOf(agent).flatMap((tool) => (tool.effect === effect ? [{ agentId: agent.id, toolName: tool.name }] : [])),
    );
  }

  return {
    'approval/list': () => ({ approvals: waitingApprovals(ledger.read).map(shownApproval) }),
    async 'approval/decide'(decision) {
      return await ledger.commit((transaction) => {
        const changes = changeSets.begin(transaction, { actor: 'user', cause: 'approval/decide' });
        const { approval, lanes } = permissions.decide(transaction, changes, decision);
        for (const lane of lanes) runtime.wake(lane);
        return { approval };
      });
    },

    'permission/read': () => view(ledger.read),
    async 'permission/change'({ effect, permission }) {
      await ledger.commit((transaction) => {
        const changes = changeSets.begin(transaction, { actor: 'user', cause: 'permission/change' });
        const lanes = permissions.enforce(transaction, changes, classRule(effect, permission, transaction.at));
        for (const lane of lanes) runtime.wake(lane);
      });
      return { view: view(ledger.read) };
    },
    async 'permission/revoke'({ id }) {
      return await ledger.commit((transaction) => {
        if (readRecord(transaction, permissionRuleKind, id) === undefined)
          throw new CodedError('permission-unknown', 'This decision does not hold any more. Nothing was changed.');
        const changes = changeSets.begin(transaction, { actor: 'user', cause: 'permission/revoke' });
        changes.remove(permissionRuleKind, id);
        return { changeSetId: must(changes.id, 'taking a decision back is a change') };
      });
    },

    'effect/list': () => ({ effects: [...uncertainEffects.list(ledger.read)] }),
    'effect/check': ({ id }) => uncertainEffects.check(id, signal),
    async 'effect/settle'({ id, outcome }) {
      await ledger.commit((transaction) => uncertainEffects.settle(transaction, id, outcome));
      return {};
    },

    'finding/list': ({ limit }) => ({ findings: [...listFindings(ledger.read, limit)] }),

    async 'request/stop'({ traceId }) {
      return await ledger.commit((transaction) => {
        const { isStopped, conversationId, lanes } = stopRequest(transaction, traceId, options);
        for (const lane of lanes) runtime.wake(lane);
        if (isStopped) transaction.afterCommit(() => publish('request/stopped', conversationId, { traceId, conversationId }));
        return { isStopped };
      });
    },
  };
}
