// The person's say in what agents do: asking for it, keeping the question over restarts, and carrying the answer to the agent.
import { CodedError, type Ids } from '@vos/base';
import { type ChangeSet, queue, type Lane, type Reader, type Transaction } from '@vos/ledger';
import {
  type Approval,
  type ApprovalReason,
  type ApprovalScope,
  type DecidedEffectClass,
  decidedEffectClass,
  type PermissionRule,
  type ToolCall,
} from '@vos/protocol/entities';
import { permissionRuleKind, readPermissionRules } from '@vos/records';
import type { Tool } from '../sdk/tool.ts';
import { lastPosition } from '../turns/history.ts';
import { readToolCall } from '../turns/turn-store.ts';
import {
  approvalsOf,
  endApproval,
  findApproval,
  insertApproval,
  type KeptApproval,
  shownApproval,
  waitingApprovals,
} from './approval-store.ts';
import { isFree, judge, type JudgedCall, type Verdict } from './judge.ts';

export interface Permissions {
  /** As the person's rules are now. */
  judge(reader: Reader, call: Omit<JudgedCall, 'isFlagged'>): Verdict;
  /** Puts a call before the person. Part of the commit in which the agent asked for it. */
  ask(transaction: Transaction, call: AskedCall): void;
  /**
   * The person's decision, and with it every other waiting call that the new rule decides. Returns the lanes that must be woken in the same
   * commit. Throws `approval-unknown`, `approval-decided`, `approval-scope`.
   */
  decide(
    transaction: Transaction,
    changes: ChangeSet,
    decision: { readonly id: string; readonly decision: 'allow' | 'deny'; readonly scope: ApprovalScope },
  ): { readonly approval: Approval; readonly lanes: readonly Lane[] };
  /** Puts a rule in force, and ends what waits and is decided by it: a question that is still open could be allowed and then not be done. */
  enforce(transaction: Transaction, changes: ChangeSet, rule: PermissionRule): readonly Lane[];
  /** The request is over: what it asked for is not wanted any more. */
  withdraw(transaction: Transaction, traceId: string): void;
  /** The calls that these messages were allowed to make; they are made in the turn that takes the messages up. */
  granted(reader: Reader, callIds: readonly string[]): readonly KeptApproval[];
}

export interface AskedCall {
  readonly id: string;
  readonly turnId: string;
  readonly agentId: string;
  readonly conversationId: string;
  readonly traceId: string;
  readonly timeZone: string;
  readonly tool: Tool;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly reason: ApprovalReason;
  /** What the agent read from outside, newest first: names of tools. */
  readonly sources: readonly string[];
}

export interface PermissionsOptions {
  readonly ids: Ids;
  readonly findTool: (agentId: string, toolName: string) => Tool | undefined;
  /** What the observer found in a request, where the person wants to be asked about it; undefined where there is nothing. */
  readonly findingOf: (reader: Reader, traceId: string) => string | undefined;
  /** All three are told once it is on disk. */
  readonly onAsked: (approval: Approval) => void;
  readonly onDecided: (approval: Approval) => void;
  /** The call will not be made. */
  readonly onToolCallEnded: (toolCall: ToolCall) => void;
}

export function createPermissions(options: PermissionsOptions): Permissions {
  const { ids, findTool, findingOf, onAsked, onDecided, onToolCallEnded } = options;

  function verdictOn(reader: Reader, call: Omit<JudgedCall, 'isFlagged'>): Verdict {
    if (isFree(call.tool.effect) && call.tool.permission === 'allow') return { kind: 'allow' };
    return judge({ ...call, isFlagged: findingOf(reader, call.traceId) !== undefined }, readPermissionRules(reader, call));
  }

  function enforce(transaction: Transaction, changes: ChangeSet, rule: PermissionRule, scope: ApprovalScope): readonly Lane[] {
    changes.put(permissionRuleKind, rule);
    return waitingApprovals(transaction).flatMap((asked) => {
      const verdict = coveredBy(rule, asked);
      return verdict === undefined ? [] : [end(transaction, asked, verdict, scope)];
    });
  }

  function end(transaction: Transaction, asked: KeptApproval, decision: 'allow' | 'deny', scope: ApprovalScope): Lane {
    const isAllowed = decision === 'allow';
    endApproval(transaction, asked, isAllowed ? 'allowed' : 'denied', scope);
    if (!isAllowed) endToolCall(transaction, asked.id, 'You did not allow this.');
    queue.send(transaction, {
      id: ids.next('queued'),
      idempotencyKey: `${asked.id}/decided`,
      type: 'system_alert',
      payload: {
        alert_type: isAllowed ? 'PERMISSION_GRANTED' : 'PERMISSION_DENIED',
        title: asked.toolName,
        description: isAllowed
          ? `The person allows ${asked.toolName}. It is carried out now.`
          : `The person does not allow ${asked.toolName}, nor anything else of its kind (${asked.effect}) ${reachOf(scope)}. It was not done. Do not try it another way; say that it was not done.`,
        user_timezone: asked.timeZone,
        call_id: asked.id,
      },
      traceId: asked.traceId,
      agentId: asked.agentId,
      conversationId: asked.conversationId,
    });
    tellDecided(transaction, { ...asked, state: isAllowed ? 'allowed' : 'denied', scope, decidedAt: transaction.at });
    return { agentId: asked.agentId, conversationId: asked.conversationId };
  }

  function endToolCall(transaction: Transaction, id: string, text: string): void {
    transaction.run(`UPDATE tool_calls SET state = 'failed', result = ?, duration_ms = 0 WHERE id = ? AND state = 'waiting'`, [
      JSON.stringify(text),
      id,
    ]);
    const call = readToolCall(transaction, id);
    if (call !== undefined) transaction.afterCommit(() => onToolCallEnded(call));
  }

  function tellDecided(transaction: Transaction, ended: KeptApproval): void {
    transaction.afterCommit(() => onDecided(shownApproval(ended)));
  }

  /** The rule that a decision makes; none for allowing one call. */
  function ruleOf(
    transaction: Transaction,
    asked: KeptApproval,
    decision: 'allow' | 'deny',
    scope: ApprovalScope,
  ): PermissionRule | undefined {
    const rule = {
      id: ids.next('rule'),
      conversationId: scope === 'conversation' ? asked.conversationId : null,
      reviewedThrough: null,
      decidedAt: transaction.at,
    };
    if (decision === 'deny') {
      if (scope === 'always') return classRule(asked.effect, 'deny', transaction.at);
      const traceId = scope === 'once' ? asked.traceId : null;
      return { ...rule, decision, effect: asked.effect, agentId: null, toolName: null, traceId };
    }
    if (scope === 'once') return undefined;
    const reviewedThrough = scope === 'conversation' ? lastPosition(transaction, asked) : null;
    return { ...rule, decision, effect: null, agentId: asked.agentId, toolName: asked.toolName, traceId: null, reviewedThrough };
  }

  return {
    judge: verdictOn,

    ask(transaction, { tool, ...call }) {
      const effect = decidedEffectClass.parse(tool.effect);
      const asked = insertApproval(transaction, {
        id: call.id,
        turnId: call.turnId,
        agentId: call.agentId,
        conversationId: call.conversationId,
        traceId: call.traceId,
        timeZone: call.timeZone,
        toolName: tool.name,
        effect,
        arguments: { ...call.arguments },
        reason: call.reason,
        reasonText: reasonText(call.reason, effect, findingOf(transaction, call.traceId)),
        sources: [...call.sources],
      });
      transaction.afterCommit(() => onAsked(shownApproval(asked)));
    },

    decide(transaction, changes, { id, decision, scope }) {
      const asked = findApproval(transaction, id);
      if (asked === undefined) throw new CodedError('approval-unknown', 'There is no such question. Nothing was changed.');
      if (asked.state !== 'waiting') {
        if (asked.state === (decision === 'allow' ? 'allowed' : 'denied')) return { approval: shownApproval(asked), lanes: [] };
        throw new CodedError('approval-decided', decidedText(asked.state));
      }
      if (decision === 'allow' && !asked.scopes.includes(scope)) {
        const message = 'This can only be allowed for less long, because of why it is asked. Nothing was changed.';
        throw new CodedError('approval-scope', message);
      }
      const rule = ruleOf(transaction, asked, decision, scope);
      const lanes = [end(transaction, asked, decision, scope)];
      if (rule !== undefined) lanes.push(...enforce(transaction, changes, rule, scope));
      return {
        approval: shownApproval({
          ...asked,
          state: decision === 'allow' ? 'allowed' : 'denied',
          scope,
          decidedAt: transaction.at,
        }),
        lanes,
      };
    },

    enforce: (transaction, changes, rule) => enforce(transaction, changes, rule, 'always'),

    withdraw(transaction, traceId) {
      for (const asked of approvalsOf(transaction, [traceId])) {
        if (asked.state !== 'waiting') continue;
        endApproval(transaction, asked, 'withdrawn', null);
        endToolCall(transaction, asked.id, 'The request ended before you decided.');
        tellDecided(transaction, { ...asked, state: 'withdrawn', decidedAt: transaction.at });
      }
    },

    granted(reader, callIds) {
      return callIds.flatMap((id) => {
        const asked = findApproval(reader, id);
        return asked?.state === 'allowed' && findTool(asked.agentId, asked.toolName) !== undefined ? [asked] : [];
      });
    },
  };
}

/** The person's choice for a class: one rule for each, replaced by the next choice. */
export function classRule(effect: DecidedEffectClass, decision: PermissionRule['decision'], decidedAt: string): PermissionRule {
  return {
    id: `class_${effect}`,
    decision,
    effect,
    agentId: null,
    toolName: null,
    conversationId: null,
    traceId: null,
    reviewedThrough: null,
    decidedAt,
  };
}

/** What a new rule says of a call that waits; a permission given in spite of what was read counts only for the call it was given for. */
function coveredBy(rule: PermissionRule, asked: KeptApproval): 'allow' | 'deny' | undefined {
  const isHere =
    (rule.conversationId === null || rule.conversationId === asked.conversationId) &&
    (rule.traceId === null || rule.traceId === asked.traceId);
  if (!isHere) return undefined;
  if (rule.decision === 'deny') return rule.effect === asked.effect ? 'deny' : undefined;
  const isSame = rule.agentId === asked.agentId && rule.toolName === asked.toolName;
  return isSame && (asked.reason === 'class' || asked.reason === 'tool') ? 'allow' : undefined;
}

/** What each class does, for a person. */
const CLASS_WORDS: Readonly<Record<DecidedEffectClass, string>> = {
  record: 'change your records',
  'network-out': 'ask a service on the internet',
  'message-out': 'send a message to somebody',
  'file-write': 'change files on this computer',
  process: 'start a program',
  spend: 'spend money',
};

function reasonText(reason: ApprovalReason, effect: DecidedEffectClass, finding: string | undefined): string {
  switch (reason) {
    case 'class':
      return `You are asked before agents ${CLASS_WORDS[effect]}.`;
    case 'tool':
      return 'This is asked about each time until you allow it for good.';
    case 'untrusted':
      return 'The agent has read what strangers wrote, and this may be what they want.';
    case 'flagged':
      return finding ?? 'Something about this request looked wrong.';
  }
}

function reachOf(scope: ApprovalScope): string {
  return { once: 'in this request', conversation: 'in this conversation', always: 'from now on' }[scope];
}

function decidedText(state: Exclude<Approval['state'], 'waiting'>): string {
  const what = { allowed: 'You allowed this already', denied: 'You refused this already', withdrawn: 'The request ended before' }[
    state
  ];
  return `${what}. Nothing was changed.`;
}
