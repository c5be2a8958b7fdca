// The composition root: the one place where the parts of a host are made and joined. It reads as the list of what starts, in order.
import {
  collectExamples,
  createAgentRuntime,
  createBuiltinProvider,
  createMessagingTools,
  createModelFacade,
  createOpenMeteo,
  createPermissions,
  createPromptTools,
  createTaskTools,
  createToolGateway,
  createTurnRunner,
  createUncertainEffects,
  createWatchdog,
  documentTools,
  type ModelProvider,
  PRIMARY_AGENT_ID,
  readPrices,
  sleepTool,
  type Tool,
  type TurnListener,
} from '@vos/agents';
import { type Clock, createDisposer, type Ids, randomIds, systemClock } from '@vos/base';
import { type Lane, type LedgerOptions, openLedger } from '@vos/ledger';
import { createServer, type Port } from '@vos/protocol';
import { readSettings } from '@vos/records';
import packageJson from '../package.json' with { type: 'json' };
import { createCalculator } from './calculator.ts';
import { createEmbedder, WEIGHTS_MISSING } from './embedder.ts';
import { exampleVectors } from './example-vectors.ts';
import { createConversationHandlers } from './handlers/conversation.ts';
import { createDeadLetterHandlers, shownLetter } from './handlers/dead-letter.ts';
import { createDeskHandlers } from './handlers/desk.ts';
import { createNoteHandlers } from './handlers/note.ts';
import { createPermissionHandlers } from './handlers/permission.ts';
import { createTraceHandlers } from './handlers/trace.ts';
import { createWeatherHandlers } from './handlers/weather.ts';
import type { Log } from './log.ts';
import { startQueuePruning } from './queue-pruning.ts';
import { tellRecordChange } from './record-events.ts';
import { createSettingsHandlers } from './handlers/settings.ts';
import { createNotices } from './notices.ts';
import { createModelServices } from './models/model-services.ts';
import { openSecrets, type SecretsCipher } from './secrets.ts';
import { createStreamedReplies } from './streamed-replies.ts';
import { createTeam, type OpenMeteoUrls } from './team.ts';
import { createWarmUp, rehearse } from './warm-up.ts';
import { createWeather } from './weather.ts';

/** A statement slower than this is felt by a person. Shorter hiccups of a busy disk are not worth a line. */
const WORTH_A_LINE_MS = 250;

/**
 * After the first desk came: its page is drawn within one second, and nobody has typed a request by then. One thing follows the other
 * (the sentence model takes 0.4 s, the rest 0.2 s each), so that two processors never lack one for the page.
 */
const WARM_EMBEDDER_AFTER_MS = 1_000;
const REHEARSE_AFTER_MS = 2_000;
const WARM_CALCULATOR_AFTER_MS = 3_000;

export interface HostOptions {
  readonly dataFolder: string;
  /** Holds the models' folders: resources/weights. */
  readonly weightsFolder: string;
  /** Where vectors of examples are kept between starts; may be deleted at any time. */
  readonly cacheFolder: string;
  readonly log: Log;
  /** Where the weather comes from; the public service when absent. */
  readonly openMeteoUrls?: OpenMeteoUrls;
  /** Prices of models: resources/prices.json. */
  readonly pricesFile: string;
  /** What answers while nothing else is chosen; the built-in provider when absent. */
  readonly model?: ModelProvider;
  /** Encrypts keys of services; without it they are held in memory and have to be entered again after a restart. */
  readonly secretsCipher?: SecretsCipher | undefined;
  /** Where Ollama listens; its usual address when absent. */
  readonly ollamaUrl?: string | undefined;
  /** Who works here; the whole team when absent. */
  readonly createAgents?: typeof createTeam;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** For a test that ends the process at a named place, or brings the database to a version of its own. */
  readonly ledger?: Pick<LedgerOptions, 'onStep' | 'migrations'>;
}

export interface Host {
  /** Serves a client until its port closes. */
  connect(port: Port): void;
  /** Tells a second start on the same folder where this host is. */
  announceAddress(address: string): void;
  /** Stops agents where they are, finishes what is being written, frees the folder. Turns are taken up at the next start. */
  close(): Promise<void>;
}

/** Rejects with the codes of `openLedger`; then nothing is left running. */
export async function openHost(options: HostOptions): Promise<Host> {
  const { dataFolder, weightsFolder, cacheFolder, pricesFile, log, openMeteoUrls = {}, clock = systemClock } = options;
  const ids = options.ids ?? randomIds(clock);
  const disposer = createDisposer();
  try {
    const ledger = await openLedger({
      ...options.ledger,
      folder: dataFolder,
      clock,
      onSlowStatement({ durationMs }) {
        if (durationMs >= WORTH_A_LINE_MS) log.warn('slow statement', { durationMs: Math.round(durationMs) });
      },
      onCheckpointProblem: (error) => log.error('checkpoint', error),
      onStorage: (problem) => notices.storage(problem),
      onRecordChange: (change) => tellRecordChange(server.publish, change, ledger.read),
    });
    disposer.add(() => ledger.close());

    const embedder = createEmbedder({ weightsFolder });
    disposer.add(() => embedder.dispose());
    const notices = createNotices({
      clock,
      standing: () => (embedder.isInstalled() ? [] : [WEIGHTS_MISSING]),
      onChanged: (changed) => server.publish('notice/changed', 'notices', { notices: changed }),
    });
    disposer.add(() => notices.dispose());
    const calculator = createCalculator();
    disposer.add(() => calculator.dispose());

    const preferredUnits = (): 'metric' | 'imperial' | undefined => {
      const { units } = readSettings(ledger.read);
      return units === 'automatic' ? undefined : units;
    };
    const weatherSource = createOpenMeteo({ clock, ...openMeteoUrls });
    const weather = createWeather({ ledger, clock, source: weatherSource });
    disposer.add(() => weather.close());
    const agents = (options.createAgents ?? createTeam)({ calculator, weather: weatherSource, preferredUnits });
    const builtin =
      options.model ??
      createBuiltinProvider({
        embedder,
        agents,
        exampleVectors: exampleVectors({ texts: collectExamples(agents), embedder, cacheFolder }),
      });
    const secrets = await openSecrets({ folder: dataFolder, cipher: options.secretsCipher });
    const publishSettings = (): void => server.publish('settings/changed', 'settings', { view: services.view() });
    const services = createModelServices({
      ledger,
      clock,
      ids,
      secrets,
      builtin,
      // Without the list every model needs a price from the person, which the desk asks for by itself.
      listedPrices: await readPrices(pricesFile).catch((error: unknown) => {
        log.error('prices', error);
        return [];
      }),
      dataFolder,
      ollamaUrl: options.ollamaUrl,
      onKeyJudged: publishSettings,
    });
    const models = createModelFacade({ choose: services.choose, clock });

    const streamedReplies = createStreamedReplies();
    const onBug = (where: string, error: unknown): void => log.error(where, error);
    const listener: TurnListener = {
      messageAdded(message) {
        if (message.turnId !== null) streamedReplies.end(message.turnId);
        server.publish('message/added', message.conversationId, { message });
      },
      letterAdded: (letter) => server.publish('dead-letter/added', letter.id, { letter: shownLetter(letter) }),
      replyStreamed(piece) {
        streamedReplies.append(piece);
        server.publish('reply/streamed', piece.conversationId, piece);
      },
      replyWithdrawn(reply) {
        streamedReplies.end(reply.turnId);
        server.publish('reply/withdrawn', reply.conversationId, reply);
      },
      toolStarted: (toolCall) => server.publish('tool/started', toolCall.conversationId, { toolCall }),
      toolFinished: (toolCall) => server.publish('tool/finished', toolCall.conversationId, { toolCall }),
      agentChanged: (activity) => server.publish('agent/changed', activity.conversationId, { activity }),
      turnCharged: (spending) => server.publish('turn/charged', spending.conversationId, { spending }),
      approvalAsked: (approval) => server.publish('approval/asked', approval.conversationId, { approval }),
      approvalDecided: (approval) => server.publish('approval/decided', approval.conversationId, { approval }),
      effectUncertain: (effect) => server.publish('effect/uncertain', effect.conversationId, { effect }),
    };

    const onSent = (lane: Lane): void => runtime.wake(lane);
    const messaging = createMessagingTools({ agents, onMessageAdded: listener.messageAdded, onSent });
    const forAll: readonly Tool[] = [messaging.forAll, ...createTaskTools({ agents, onSent }), sleepTool];
    const forPrimary: readonly Tool[] = [messaging.forPrimary, ...documentTools, ...createPromptTools({ agents })];
    const gateway = createToolGateway({
      clock,
      agents,
      commonTools: ({ id }) => (id === PRIMARY_AGENT_ID ? [...forPrimary, ...forAll] : forAll),
      onBug,
    });
    const watchdog = createWatchdog({
      ids,
      onFound: (finding) => server.publish('finding/added', finding.traceId, { finding }),
    });
    const permissions = createPermissions({
      ids,
      findTool: gateway.findTool,
      findingOf: watchdog.findingOf,
      onAsked: listener.approvalAsked,
      onDecided: listener.approvalDecided,
      onToolCallEnded: listener.toolFinished,
    });
    const uncertainEffects = createUncertainEffects({
      ledger,
      clock,
      ids,
      gateway,
      onSent,
      onSettled: (id) => server.publish('effect/settled', id, { id }),
      onToolCallSettled: listener.toolFinished,
    });
    const closing = new AbortController();
    disposer.add(() => closing.abort());
    const leaseOwner = `${process.pid}`;
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
      leaseOwner,
      onBug,
    });
    const runtime = createAgentRuntime({ ledger, clock, runner, leaseOwner, onBug });
    disposer.add(() => runtime.close());
    const pruning = startQueuePruning({ ledger, clock, onBug });
    disposer.add(() => pruning.dispose());

    const server = createServer({
      handlers: {
        ...createConversationHandlers({
          ledger,
          ids,
          agents,
          runtime,
          currentModel: () => services.view().model,
          streamedReplies,
          uncertainEffects,
          appVersion: packageJson.version,
          hostStartId: ids.next('start'),
          seq: () => server.seq(),
          notices: notices.current,
          onMessageAdded: listener.messageAdded,
        }),
        ...createPermissionHandlers({
          ledger,
          ids,
          agents,
          gateway,
          permissions,
          runner,
          runtime,
          uncertainEffects,
          publish: (...event) => server.publish(...event),
          onMessageAdded: listener.messageAdded,
          onAgentChanged: listener.agentChanged,
          signal: closing.signal,
        }),
        ...createDeadLetterHandlers({ ledger, runtime, publish: (...event) => server.publish(...event) }),
        ...createDeskHandlers({ ledger }),
        ...createNoteHandlers({ ledger }),
        ...createTraceHandlers({ ledger }),
        ...createWeatherHandlers({ ledger, weather }),
        ...createSettingsHandlers({
          ledger,
          clock,
          ids,
          secrets,
          services,
          onChanged: publishSettings,
        }),
      },
      onBug,
    });
    disposer.add(() => server.close());

    /** Only where it answers: another model is not asked for nothing. */
    async function rehearseBuiltin(): Promise<void> {
      if (options.model !== undefined || services.view().model.endpointId !== 'builtin') return;
      await rehearse(builtin, { clock, ids }).catch((error: unknown) => onBug('rehearsal', error));
    }
    const warmUp = createWarmUp({
      clock,
      steps: [
        { afterMs: WARM_EMBEDDER_AFTER_MS, warm: embedder.warm },
        { afterMs: REHEARSE_AFTER_MS, warm: () => void rehearseBuiltin() },
        { afterMs: WARM_CALCULATOR_AFTER_MS, warm: calculator.warm },
      ],
    });
    disposer.add(() => warmUp.dispose());

    await runtime.start();
    return {
      connect(port) {
        server.connect(port);
        warmUp.begin();
      },
      announceAddress: (address) => ledger.announceAddress(address),
      close: () => disposer.dispose(),
    };
  } catch (error) {
    await disposer.dispose();
    throw error;
  }
}
