// A small team over a real ledger: everything between a person's message and the reply, with a model and a clock of the test's own.
import { type Clock, type Ids, randomIds } from '@vos/base';
import { changeSets, type Ledger } from '@vos/ledger';
import type { Finding, Message } from '@vos/protocol/entities';
import { conversationKind } from '@vos/records';
import { createModelFacade, type ModelFacade } from '../models/facade.ts';
import type { ModelProvider } from '../models/provider.ts';
import { type Agent, PRIMARY_AGENT_ID } from '../sdk/agent.ts';
import type { Tool } from '../sdk/tool.ts';
import { createPermissions, type Permissions } from '../permissions/permissions.ts';
import { createToolGateway, type ToolGateway } from '../tools/gateway.ts';
import { createMessagingTools } from '../tools/messaging.ts';
import { sleepTool } from '../tools/sleep.ts';
import { type AgentRuntime, createAgentRuntime } from '../turns/runtime.ts';
import { submitUserMessage } from '../turns/submit.ts';
import { createWatchdog } from '../watchdog/watchdog.ts';
import { createTurnRunner, type TurnListener, type TurnRunner } from '../turns/turn-runner.ts';

const LEASE_OWNER = 'test';

export interface TestTeam {
  readonly runtime: AgentRuntime;
  readonly runner: TurnRunner;
  readonly gateway: ToolGateway;
  readonly permissions: Permissions;
  readonly agents: readonly Agent[];
  readonly ids: Ids;
  /** Everything the listener was told: `['messageAdded', message]` … */
  readonly heard: (readonly [keyof TurnListener, unknown])[];
  readonly bugs: unknown[];
  /** What the observer found. */
  readonly findings: readonly Finding[];
  startConversation(): Promise<string>;
  /** Sends as a person does; returns the message's id. */
  say(conversationId: string, text: string): Promise<string>;
  /** Resolves with the next message that an agent or the system adds to the conversation. */
  nextReply(conversationId: string): Promise<Message>;
}

export function createTestTeam({
  ledger,
  clock,
  model,
  agents,
  lanesAtOnce,
  models = createModelFacade({ choose: () => model, clock }),
}: {
  ledger: Ledger;
  clock: Clock;
  model: ModelProvider;
  agents: readonly Agent[];
  /** As of the runtime. */
  lanesAtOnce?: number;
  /** The way to the model, where a test wants another one. */
  models?: ModelFacade;
}): TestTeam {
  const ids = randomIds(clock);
  const heard: (readonly [keyof TurnListener, unknown])[] = [];
  const bugs: unknown[] = [];
  const findings: Finding[] = [];
  const waiting: { conversationId: string; resolve(message: Message): void }[] = [];

  const hear =
    <Name extends keyof TurnListener>(name: Name) =>
    (...given: Parameters<TurnListener[Name]>): void => {
      heard.push([name, given[0]]);
    };
  const listener: TurnListener = {
    messageAdded(message) {
      heard.push(['messageAdded', message]);
      const index = waiting.findIndex(({ conversationId }) => conversationId === message.conversationId);
      if (index >= 0) waiting.splice(index, 1)[0]?.resolve(message);
    },
    letterAdded: hear('letterAdded'),
    replyStreamed: hear('replyStreamed'),
    replyWithdrawn: hear('replyWithdrawn'),
    toolStarted: hear('toolStarted'),
    toolFinished: hear('toolFinished'),
    agentChanged: hear('agentChanged'),
    turnCharged: hear('turnCharged'),
    approvalAsked: hear('approvalAsked'),
    approvalDecided: hear('approvalDecided'),
    effectUncertain: hear('effectUncertain'),
  };
  const onBug = (_where: string, error: unknown): void => void bugs.push(error);
  const messaging = createMessagingTools({ agents, onMessageAdded: listener.messageAdded, onSent: (lane) => runtime.wake(lane) });
  const gateway = createToolGateway({
    clock,
    agents,
    commonTools: (agent): readonly Tool[] => [
      ...(agent.id === PRIMARY_AGENT_ID ? [messaging.forPrimary] : []),
      messaging.forAll,
      sleepTool,
    ],
    onBug,
  });
  const watchdog = createWatchdog({ ids, onFound: (finding) => void findings.push(finding) });
  const permissions = createPermissions({
    ids,
    findTool: gateway.findTool,
    findingOf: watchdog.findingOf,
    onAsked: listener.approvalAsked,
    onDecided: listener.approvalDecided,
    onToolCallEnded: listener.toolFinished,
  });
  const runner = createTurnRunner({
    ledger,
    clock,
    ids,
    agents,
    gateway,
    permissions,
    watchdog,
    models,
    listener,
    leaseOwner: LEASE_OWNER,
    onBug,
  });
  const runtime = createAgentRuntime({
    ledger,
    clock,
    runner,
    leaseOwner: LEASE_OWNER,
    onBug,
    ...(lanesAtOnce === undefined ? {} : { lanesAtOnce }),
  });

  return {
    runtime,
    runner,
    gateway,
    permissions,
    agents,
    ids,
    heard,
    bugs,
    findings,
    startConversation: () =>
      ledger.commit((transaction) => {
        const id = ids.next('conversation');
        changeSets
          .begin(transaction, { actor: 'user', cause: 'test' })
          .put(conversationKind, { id, title: 'Test', createdAt: transaction.at, updatedAt: transaction.at });
        return id;
      }),
    async say(conversationId, text) {
      const id = ids.next('msg');
      await ledger.commit((transaction) => {
        submitUserMessage(transaction, ids, { id, conversationId, text, timeZone: 'Europe/Amsterdam' });
        runtime.wake({ agentId: PRIMARY_AGENT_ID, conversationId });
      });
      return id;
    },
    nextReply(conversationId) {
      const { promise, resolve } = Promise.withResolvers<Message>();
      waiting.push({ conversationId, resolve });
      return promise;
    },
  };
}

/** An agent with nothing but a name and tools. */
export function testAgent(id: string, tools: readonly Tool[] = []): Agent {
  return {
    id,
    name: id,
    icon: 'bot',
    purpose: `Stands for ${id}.`,
    prompt: `You are ${id}.`,
    suggestions: [],
    tools,
    examples: {},
  };
}
