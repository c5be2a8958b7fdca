// May this call be made? Decided from the tool, the person's rules, and what the agent has read; nothing else is looked at.
import type { ApprovalReason, DecidedEffectClass, EffectClass, Permission, PermissionRule } from '@vos/protocol/entities';
import type { Tool } from '../sdk/tool.ts';

/**
 * What holds for a class until the person decides otherwise. Our own records and questions to services can be undone or harm nobody; what
 * leaves the computer under the person's name, changes files, starts programs or costs money is asked about.
 */
export const CLASS_DEFAULTS: Readonly<Record<DecidedEffectClass, Permission>> = {
  record: 'allow',
  'network-out': 'allow',
  'message-out': 'ask',
  'file-write': 'ask',
  process: 'ask',
  spend: 'ask',
};

/** Classes whose effects leave our own records: content from outside must not bring them about unseen. */
const OUTSIDE_CLASSES: ReadonlySet<EffectClass> = new Set(['message-out', 'network-out', 'file-write', 'process', 'spend']);

/** A call to be judged. */
export interface JudgedCall {
  readonly tool: Pick<Tool, 'name' | 'effect' | 'permission'>;
  readonly agentId: string;
  readonly conversationId: string;
  readonly traceId: string;
  /** The place in the agent's history of the newest content from outside in its context; undefined when there is none. */
  readonly untrustedAt: number | undefined;
  /** The observer found something in this request, and the person wants to be asked then. */
  readonly isFlagged: boolean;
}

export type Verdict =
  | { readonly kind: 'allow' }
  | { readonly kind: 'ask'; readonly reason: ApprovalReason }
  | { readonly kind: 'deny' };

/** True for what is never asked about: reading, and talk inside VOS. */
export function isFree(effect: EffectClass): effect is 'read' | 'talk' {
  return effect === 'read' || effect === 'talk';
}

/**
 * A denial is above everything and holds for its whole class. Content from outside comes next: then neither a class that is allowed nor an
 * “always” counts, only a decision of this conversation made with that content already there.
 */
export function judge(call: JudgedCall, rules: readonly PermissionRule[]): Verdict {
  const { tool } = call;
  const { effect } = tool;
  if (tool.permission === 'deny') return { kind: 'deny' };
  if (isFree(effect)) return tool.permission === 'ask' && !isGranted(call, rules) ? { kind: 'ask', reason: 'tool' } : ALLOW;
  const here = rules.filter((rule) => holdsFor(rule, call));
  const ofClass = here.filter((rule) => rule.effect === effect);
  if (ofClass.some(({ decision }) => decision === 'deny')) return { kind: 'deny' };

  const { untrustedAt } = call;
  if (untrustedAt !== undefined && OUTSIDE_CLASSES.has(effect)) {
    const isReviewed = here.some(
      (rule) =>
        isGrantOf(rule, call) &&
        rule.conversationId !== null &&
        rule.reviewedThrough !== null &&
        rule.reviewedThrough >= untrustedAt,
    );
    if (!isReviewed) return { kind: 'ask', reason: 'untrusted' };
  }
  if (call.isFlagged) return { kind: 'ask', reason: 'flagged' };

  if (isGranted(call, here)) return ALLOW;
  if (tool.permission === 'ask') return { kind: 'ask', reason: 'tool' };
  const chosen = ofClass.find(({ conversationId, traceId }) => conversationId === null && traceId === null)?.decision;
  return (chosen ?? CLASS_DEFAULTS[effect]) === 'allow' ? ALLOW : { kind: 'ask', reason: 'class' };
}

const ALLOW: Verdict = { kind: 'allow' };

function isGranted(call: JudgedCall, rules: readonly PermissionRule[]): boolean {
  return rules.some((rule) => holdsFor(rule, call) && isGrantOf(rule, call));
}

function isGrantOf(rule: PermissionRule, { agentId, tool }: JudgedCall): boolean {
  return rule.decision === 'allow' && rule.agentId === agentId && rule.toolName === tool.name;
}

function holdsFor(rule: PermissionRule, { conversationId, traceId }: JudgedCall): boolean {
  return (
    (rule.conversationId === null || rule.conversationId === conversationId) &&
    (rule.traceId === null || rule.traceId === traceId)
  );
}
