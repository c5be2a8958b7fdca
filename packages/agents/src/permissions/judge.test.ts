import { decidedEffectClass, type EffectClass, effectClass, permission, type PermissionRule } from '@vos/protocol/entities';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLASS_DEFAULTS, judge, type JudgedCall } from './judge.ts';
import { classRule } from './permissions.ts';

const conversationId = `conversation_${'0'.repeat(32)}`;
const traceId = `trace_${'0'.repeat(32)}`;

function call(fields: Partial<JudgedCall> & { readonly tool: JudgedCall['tool'] }): JudgedCall {
  return { agentId: 'primary_agent', conversationId, traceId, untrustedAt: undefined, isFlagged: false, ...fields };
}

function rule(fields: Partial<PermissionRule>): PermissionRule {
  return { ...classRule('record', 'allow', ''), id: 'rule', effect: null, ...fields };
}

const tools = fc.record({
  name: fc.constantFrom('send_sms', 'call_phone', 'write_file', 'create_note', 'run', 'buy'),
  effect: fc.constantFrom(...effectClass.options),
  permission: fc.constantFrom(...permission.options),
});
const agents = fc.constantFrom('primary_agent', 'notes_agent', 'browser_agent');
const rules = fc.array(
  fc
    .record({
      decision: fc.constantFrom(...permission.options),
      effect: fc.option(fc.constantFrom(...decidedEffectClass.options)),
      agentId: fc.option(agents),
      toolName: fc.option(fc.constantFrom('send_sms', 'call_phone', 'write_file', 'create_note', 'run', 'buy')),
      conversationId: fc.constantFrom(null, conversationId, 'conversation_other'),
      traceId: fc.constantFrom(null, traceId, 'trace_other'),
      reviewedThrough: fc.option(fc.nat(20)),
    })
    .map(rule),
  { maxLength: 8 },
);

describe('a denied effect', () => {
  it('is reached by no other tool of any agent, whatever else is allowed', () => {
    fc.assert(
      fc.property(
        tools,
        tools,
        agents,
        rules,
        fc.constantFrom({ traceId }, { conversationId }, {}),
        fc.option(fc.nat(20), { nil: undefined }),
        fc.boolean(),
        (denied, other, agentId, others, where, untrustedAt, isFlagged) => {
          const effect = decidedEffectClass.safeParse(denied.effect).data;
          fc.pre(effect !== undefined && other.effect === effect);
          const denial = rule({ decision: 'deny', effect, ...where });
          const verdict = judge(call({ tool: other, agentId, untrustedAt, isFlagged }), [...others, denial]);
          expect(verdict).toEqual({ kind: 'deny' });
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('does not keep agents from reading and talking, nor another request from its own', () => {
    for (const effect of ['read', 'talk'] satisfies EffectClass[]) {
      const all = decidedEffectClass.options.map((denied) => classRule(denied, 'deny', ''));
      expect(judge(call({ tool: { name: 'look', effect, permission: 'allow' } }), all)).toEqual({ kind: 'allow' });
    }
    const elsewhere = rule({ decision: 'deny', effect: 'record', traceId: 'trace_other' });
    const tool = { name: 'create_note', effect: 'record', permission: 'allow' } as const;
    expect(judge(call({ tool }), [elsewhere])).toEqual({ kind: 'allow' });
  });
});

describe('what strangers wrote', () => {
  it('lets no outside effect come about unseen, whatever was allowed before it was read', () => {
    fc.assert(
      fc.property(tools, rules, fc.nat(20), (tool, held, untrustedAt) => {
        fc.pre(tool.effect !== 'read' && tool.effect !== 'talk' && tool.effect !== 'record');
        const blind = held.map((each) => ({
          ...each,
          reviewedThrough:
            each.reviewedThrough !== null && each.reviewedThrough >= untrustedAt ? untrustedAt - 1 : each.reviewedThrough,
        }));
        expect(judge(call({ tool, untrustedAt }), blind).kind).not.toBe('allow');
      }),
      { numRuns: 2_000 },
    );
  });

  it('is let through once the person allowed it in this conversation with that before them, and no further', () => {
    const tool = { name: 'send_sms', effect: 'message-out', permission: 'allow' } as const;
    const grant = rule({ agentId: 'primary_agent', toolName: 'send_sms', conversationId, reviewedThrough: 7 });
    expect(judge(call({ tool, untrustedAt: 7 }), [grant])).toEqual({ kind: 'allow' });
    expect(judge(call({ tool, untrustedAt: 8 }), [grant])).toEqual({ kind: 'ask', reason: 'untrusted' });
    const always = rule({ agentId: 'primary_agent', toolName: 'send_sms' });
    expect(judge(call({ tool, untrustedAt: 7 }), [always])).toEqual({ kind: 'ask', reason: 'untrusted' });
    expect(judge(call({ tool }), [always])).toEqual({ kind: 'allow' });
  });
});

describe('the person’s choice for a class', () => {
  it('holds for its tools until one is granted', () => {
    const tool = { name: 'create_note', effect: 'record', permission: 'allow' } as const;
    expect(judge(call({ tool }), [])).toEqual({ kind: CLASS_DEFAULTS.record });
    const asks = classRule('record', 'ask', '');
    expect(judge(call({ tool }), [asks])).toEqual({ kind: 'ask', reason: 'class' });
    const grant = rule({ agentId: 'primary_agent', toolName: 'create_note', conversationId });
    expect(judge(call({ tool }), [asks, grant])).toEqual({ kind: 'allow' });
    expect(judge(call({ tool, agentId: 'notes_agent' }), [asks, grant])).toEqual({ kind: 'ask', reason: 'class' });
    expect(judge(call({ tool, conversationId: 'conversation_other' }), [asks, grant])).toEqual({ kind: 'ask', reason: 'class' });
  });

  it('does not keep a tool from asking that always asks', () => {
    const tool = { name: 'edit_system_prompt', effect: 'record', permission: 'ask' } as const;
    expect(judge(call({ tool }), [classRule('record', 'allow', '')])).toEqual({ kind: 'ask', reason: 'tool' });
    expect(judge(call({ tool }), [rule({ agentId: 'primary_agent', toolName: tool.name })])).toEqual({ kind: 'allow' });
  });

  it('is asked about in a request that the observer flagged, whatever was granted', () => {
    const tool = { name: 'create_note', effect: 'record', permission: 'allow' } as const;
    const grant = rule({ agentId: 'primary_agent', toolName: 'create_note' });
    expect(judge(call({ tool, isFlagged: true }), [grant])).toEqual({ kind: 'ask', reason: 'flagged' });
  });
});
