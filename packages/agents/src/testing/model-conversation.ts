// Lets a test talk with a model provider as one agent: history, notifications and results as a turn would write them.
import type { ModelMessage, ModelPiece, ModelProvider, ModelToolCall } from '../models/provider.ts';
import type { Agent } from '../sdk/agent.ts';
import type { Notification } from '../turns/notifications.ts';

/** Each message comes a minute after the one before, from 13:01 UTC on Monday, 5 January 2026. */
export class ModelConversation {
  readonly messages: ModelMessage[] = [];
  readonly pieces: ModelPiece[] = [];
  readonly agent: Agent;
  readonly provider: ModelProvider;
  private minute = 0;

  constructor(agent: Agent, provider: ModelProvider) {
    this.agent = agent;
    this.provider = provider;
  }

  /** The person writes; several texts come in at once. */
  person(...texts: readonly string[]): Promise<readonly ModelToolCall[]> {
    return this.hear(
      texts.map((content) => ({
        type: 'user_message',
        payload: { message_id: 'msg_1', content, content_type: 'text', user_timezone: 'Europe/Amsterdam' },
      })),
    );
  }

  colleague(sender: string, content: string): Promise<readonly ModelToolCall[]> {
    return this.hear([
      {
        type: 'agent_message',
        payload: { sender_agent_id: sender, content, attachment_ids: [], document_ids: [], user_timezone: 'Europe/Amsterdam' },
      },
    ]);
  }

  hear(
    incoming: readonly { readonly type: Notification['notification_type']; readonly payload: unknown }[],
  ): Promise<readonly ModelToolCall[]> {
    this.minute += 1;
    const timestamp = new Date(Date.UTC(2026, 0, 5, 13, this.minute)).toISOString();
    const notifications = incoming.map(({ type, payload }) => ({
      notification_id: 'queued_1',
      timestamp,
      notification_type: type,
      payload,
    }));
    this.messages.push({ role: 'user', content: JSON.stringify(notifications) });
    return this.answer();
  }

  /** What the last call came to. */
  result(outcome: object): Promise<readonly ModelToolCall[]> {
    const last = this.messages.findLast((message) => message.role === 'assistant');
    const call = last?.toolCalls[0];
    if (call === undefined) throw new Error('nothing was called');
    const at = this.messages.findIndex((message) => message.role === 'tool' && message.callId === call.id);
    this.messages.splice(at, 1, { role: 'tool', callId: call.id, toolName: call.name, content: JSON.stringify(outcome) });
    return this.answer();
  }

  async answer(): Promise<readonly ModelToolCall[]> {
    const tools = [...this.agent.tools.map(({ name }) => name), 'send_agent_message', 'send_user_message'];
    const { toolCalls } = await this.provider.call(
      {
        agentId: this.agent.id,
        conversationId: 'conv_1',
        system: '',
        messages: this.messages,
        tools: tools.map((name) => ({ name, description: '', parameters: {} })),
      },
      { signal: new AbortController().signal, onPiece: (piece) => this.pieces.push(piece) },
    );
    const recorded = toolCalls.map((call, index) => ({ ...call, id: `stored_${this.messages.length}_${index}` }));
    this.messages.push({ role: 'assistant', toolCalls: recorded });
    for (const call of recorded) {
      this.messages.push({
        role: 'tool',
        callId: call.id,
        toolName: call.name,
        content: JSON.stringify({ status: 'SUCCESS', result: {}, error_message: null }),
      });
    }
    return toolCalls;
  }
}
