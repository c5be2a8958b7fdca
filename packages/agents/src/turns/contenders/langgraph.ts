// The same request in LangGraph.js: two agents of a model and a tool node each, kept by its SQLite checkpointer.
import { loadContender } from '@vos/ledger/testing';
import { z } from 'zod';

/** What is used of `@langchain/langgraph` and its neighbours. */
interface LangGraph {
  readonly StateGraph: new (state: unknown) => Graph;
  readonly MessagesAnnotation: unknown;
  readonly START: string;
  readonly END: string;
}
interface Graph {
  addNode(name: string, node: unknown): Graph;
  addEdge(from: string, to: string): Graph;
  addConditionalEdges(from: string, choose: (state: State) => string, targets: readonly string[]): Graph;
  compile(options: { readonly checkpointer: unknown }): {
    invoke(input: { readonly messages: readonly unknown[] }, options: InvokeOptions): Promise<State>;
  };
}
interface InvokeOptions {
  readonly configurable: { readonly thread_id: string };
  readonly durability: 'sync';
}
interface Message {
  readonly name?: string;
  getType(): string;
}
interface State {
  readonly messages: readonly Message[];
}
interface Prebuilt {
  readonly ToolNode: new (tools: readonly unknown[]) => unknown;
}
interface Checkpointer {
  readonly SqliteSaver: {
    fromConnString(path: string): {
      readonly db: { pragma(sql: string, options?: { readonly simple: boolean }): unknown; close(): void };
      setup(): void;
    };
  };
}
interface ChatModels {
  readonly BaseChatModel: abstract new (options: object) => { invoke(messages: readonly Message[]): Promise<Message> };
}
interface Messages {
  readonly AIMessage: new (fields: { readonly content: string; readonly tool_calls: readonly object[] }) => Message;
  readonly HumanMessage: new (text: string) => Message;
}
interface Tools {
  tool(
    work: () => Promise<string>,
    options: { readonly name: string; readonly description: string; readonly schema: unknown },
  ): unknown;
}

export interface OtherTeam {
  /** One request: primary → specialist → primary. Resolves when the reply is there. */
  request(conversationId: string): Promise<void>;
  close(): void;
}

/** Undefined where it is not installed. `synchronous` is what SQLite used, as a word. */
export async function openLangGraph(path: string): Promise<(OtherTeam & { readonly synchronous: string }) | undefined> {
  const graphs = await loadContender<LangGraph>('@langchain/langgraph');
  const prebuilt = await loadContender<Prebuilt>('@langchain/langgraph/prebuilt');
  const checkpointer = await loadContender<Checkpointer>('@langchain/langgraph-checkpoint-sqlite');
  const chatModels = await loadContender<ChatModels>('@langchain/core/language_models/chat_models');
  const messages = await loadContender<Messages>('@langchain/core/messages');
  const tools = await loadContender<Tools>('@langchain/core/tools');
  if (!graphs || !prebuilt || !checkpointer || !chatModels || !messages || !tools) return undefined;
  const { StateGraph, MessagesAnnotation, START, END } = graphs;
  const { AIMessage, HumanMessage } = messages;

  let calls = 0;
  /** Answers at once, with one tool call. */
  class InstantModel extends chatModels.BaseChatModel {
    readonly #answer: (last: Message | undefined) => { readonly name: string; readonly args: object };
    constructor(answer: (last: Message | undefined) => { readonly name: string; readonly args: object }) {
      super({});
      this.#answer = answer;
    }
    _llmType(): string {
      return 'instant';
    }
    async _generate(history: readonly Message[]): Promise<object> {
      calls += 1;
      const call = { type: 'tool_call', id: `call_${calls}`, ...this.#answer(history.at(-1)) };
      return { generations: [{ text: '', message: new AIMessage({ content: '', tool_calls: [call] }) }] };
    }
  }
  const primary = new InstantModel((last) =>
    last?.getType() === 'human'
      ? { name: 'send_agent_message', args: { agent_id: 'notes_agent', content: 'Please.' } }
      : { name: 'send_user_message', args: { content: 'Done.' } },
  );
  const specialist = new InstantModel(() => ({
    name: 'send_agent_message',
    args: { agent_id: 'primary_agent', content: 'Done.' },
  }));
  const sendToAgent = tools.tool(async () => 'Sent.', {
    name: 'send_agent_message',
    description: 'Sends a message to another agent.',
    schema: z.object({ agent_id: z.string(), content: z.string() }),
  });
  const sendToUser = tools.tool(async () => 'Sent.', {
    name: 'send_user_message',
    description: 'Sends a message to the user.',
    schema: z.object({ content: z.string() }),
  });

  const saver = checkpointer.SqliteSaver.fromConnString(path);
  saver.setup();
  // By itself it would leave what it acknowledges to the next checkpoint of SQLite's log; ours is synced with each commit.
  saver.db.pragma('synchronous = FULL');
  const app = new StateGraph(MessagesAnnotation)
    .addNode('primary', async (state: State) => ({ messages: [await primary.invoke(state.messages)] }))
    .addNode('primary_tools', new prebuilt.ToolNode([sendToAgent, sendToUser]))
    .addNode('specialist', async (state: State) => ({ messages: [await specialist.invoke(state.messages)] }))
    .addNode('specialist_tools', new prebuilt.ToolNode([sendToAgent]))
    .addEdge(START, 'primary')
    .addEdge('primary', 'primary_tools')
    .addConditionalEdges(
      'primary_tools',
      ({ messages: all }: State) => (all.at(-1)?.name === 'send_user_message' ? END : 'specialist'),
      ['specialist', END],
    )
    .addEdge('specialist', 'specialist_tools')
    .addEdge('specialist_tools', 'primary')
    .compile({ checkpointer: saver });

  return {
    synchronous: ['OFF', 'NORMAL', 'FULL', 'EXTRA'][Number(saver.db.pragma('synchronous', { simple: true }))] ?? 'unknown',
    async request(conversationId) {
      const { messages: all } = await app.invoke(
        { messages: [new HumanMessage('Please.')] },
        { configurable: { thread_id: conversationId }, durability: 'sync' },
      );
      if (all.at(-1)?.name !== 'send_user_message')
        throw new Error('Broken assumption: the request ends with a reply to the user');
    },
    close: () => saver.db.close(),
  };
}
