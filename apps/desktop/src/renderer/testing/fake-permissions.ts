// What agents of the host in memory ask before they do it: asked by the test, decided by the person, with news of both.
import { type Clock, CodedError, type Ids, isoInstant } from '@vos/base';
import type { CommandParams, Handlers, Server } from '@vos/protocol';
import type { Approval, PermissionRule, PermissionsView, UncertainEffect } from '@vos/protocol/entities';

type PermissionHandlers = Pick<
  Handlers,
  Extract<keyof Handlers, `approval/${string}` | `permission/${string}` | `request/${string}`>
>;

export interface FakePermissions {
  readonly handlers: PermissionHandlers;
  /** Decided or not, oldest first. */
  readonly approvals: Approval[];
  view: PermissionsView;
  /** Every decision that was carried out. */
  readonly decisions: CommandParams<'approval/decide'>[];
  /** The requests that were stopped, in order. */
  readonly stopped: string[];
  /** An agent waits for the person from now on. */
  ask(part: Partial<Approval>): Approval;
  /** Decides as another window does, or ends the request. */
  end(id: string, part: Pick<Approval, 'state' | 'scope'>): Approval;
  /** From now on nobody knows what became of it. */
  lose(part: Partial<UncertainEffect>): UncertainEffect;
  /** A decision holds from now on, made in another window. */
  hold(rule: PermissionRule): void;
  /** Takes back a revocation; whether the change was one. */
  undo(changeSetId: number): boolean;
}

/** Changes of other records have other numbers. */
const FIRST_CHANGE_SET_ID = 2_000_001;

export interface FakePermissionsOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly conversationId: string;
  /** Those that the host in memory tells of. */
  readonly effects: UncertainEffect[];
  readonly publish: () => Server['publish'];
}

export function createFakePermissions({ clock, ids, conversationId, effects, publish }: FakePermissionsOptions): FakePermissions {
  const approvals: Approval[] = [];
  const revoked: PermissionRule[] = [];

  const changed = (): void => publish()('permission/changed', 'permission', {});

  const fake: FakePermissions = {
    approvals,
    view: { classes: [], rules: [] },
    decisions: [],
    stopped: [],
    ask(part) {
      const asked: Approval = {
        id: ids.next('call'),
        conversationId,
        traceId: ids.next('trace'),
        turnId: ids.next('turn'),
        agentId: 'notes_agent',
        toolName: 'create_note',
        effect: 'record',
        arguments: {},
        reason: 'class',
        reasonText: 'You are asked before agents change your records.',
        sources: [],
        scopes: ['once', 'conversation', 'always'],
        state: 'waiting',
        scope: null,
        askedAt: isoInstant(clock.now()),
        decidedAt: null,
        ...part,
      };
      approvals.push(asked);
      publish()('approval/asked', asked.conversationId, { approval: asked });
      return asked;
    },
    end(id, part) {
      const index = approvals.findIndex((approval) => approval.id === id);
      const asked = approvals[index];
      if (asked === undefined) throw new CodedError('approval-unknown', 'There is no such question. Nothing was changed.');
      if (asked.state !== 'waiting') throw new CodedError('approval-decided', 'You allowed this already. Nothing was changed.');
      const approval = { ...asked, ...part, decidedAt: isoInstant(clock.now()) };
      approvals[index] = approval;
      publish()('approval/decided', approval.conversationId, { approval });
      return approval;
    },
    lose(part) {
      const effect: UncertainEffect = {
        id: ids.next('call'),
        conversationId,
        traceId: ids.next('trace'),
        agentId: 'notes_agent',
        toolName: 'create_note',
        arguments: {},
        known: 'VOS was ended while this was under way, so it may have happened or not.',
        canCheck: true,
        intendedAt: isoInstant(clock.now()),
        ...part,
      };
      effects.push(effect);
      publish()('effect/uncertain', effect.conversationId, { effect });
      return effect;
    },
    hold(rule) {
      fake.view = { ...fake.view, rules: [rule, ...fake.view.rules] };
      changed();
    },
    undo(changeSetId) {
      const rule = revoked[changeSetId - FIRST_CHANGE_SET_ID];
      if (rule === undefined) return false;
      fake.hold(rule);
      return true;
    },
    handlers: {
      'approval/list': () => ({ approvals: approvals.filter(({ state }) => state === 'waiting') }),
      'approval/decide'(decision) {
        const { id, scope } = decision;
        const approval = fake.end(id, { state: decision.decision === 'allow' ? 'allowed' : 'denied', scope });
        fake.decisions.push(decision);
        return { approval };
      },
      'permission/read': () => fake.view,
      'permission/change'({ effect, permission }) {
        const classes = fake.view.classes.map((one) => (one.effect === effect ? { ...one, permission } : one));
        fake.view = { ...fake.view, classes };
        changed();
        return { view: fake.view };
      },
      'permission/revoke'({ id }) {
        const rule = fake.view.rules.find((one) => one.id === id);
        if (rule === undefined)
          throw new CodedError('permission-unknown', 'This decision does not hold any more. Nothing was changed.');
        revoked.push(rule);
        fake.view = { ...fake.view, rules: fake.view.rules.filter((one) => one !== rule) };
        changed();
        return { changeSetId: FIRST_CHANGE_SET_ID + revoked.length - 1 };
      },
      'request/stop'({ traceId }) {
        const isStopped = !fake.stopped.includes(traceId);
        if (isStopped) fake.stopped.push(traceId);
        return { isStopped };
      },
    },
  };
  return fake;
}
