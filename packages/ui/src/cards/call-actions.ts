// What a person does about a tool call. Each resolves once it holds and rejects with an error whose message may be shown.
import type { ApprovalScope } from '@vos/protocol/entities';

export interface CallActions {
  decide(callId: string, decision: 'allow' | 'deny', scope: ApprovalScope): Promise<void>;
  /** Asks the other side what became of it; resolves to the sentence to show. */
  check(callId: string): Promise<string>;
  settle(callId: string, outcome: 'done' | 'not-done'): Promise<void>;
}
