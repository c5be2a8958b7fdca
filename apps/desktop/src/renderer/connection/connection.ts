// Keeps one connection to the host: opens it, opens the session, and tries again with growing pauses when it is lost.
// It sends nothing by itself and remembers nothing that was asked; who asked is told and may ask again.
import { type Clock, CodedError, errorBody } from '@vos/base';
import {
  type Client,
  type CommandInput,
  type CommandName,
  type CommandResult,
  createClient,
  type HostEvent,
  type Port,
  PROTOCOL_VERSION,
} from '@vos/protocol';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** Pauses between attempts. The first is short because a host that restarts is back within a second. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** An attempt that neither opens nor closes is given up after this; a local host answers within milliseconds. */
const ATTEMPT_TIMEOUT_MS = 8_000;
/** From this many failed attempts in a row the desk calls itself offline, no longer reconnecting. */
const ATTEMPTS_UNTIL_OFFLINE = 3;

export type Session = CommandResult<'session/open'>;

export type ConnectionStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'online' }
  | { readonly kind: 'reconnecting' }
  | { readonly kind: 'offline' }
  /** The host does not accept the token; trying again by itself would not help. */
  | { readonly kind: 'refused' }
  /** The host speaks another version than this page. */
  | { readonly kind: 'outdated'; readonly sentence: string };

export interface ConnectionView {
  readonly status: ConnectionStatus;
  /** Of the present connection or, while there is none, of the last one; null before the first. */
  readonly session: Session | null;
}

/** Starts one attempt. `onClose` is called at most once, also when it never opened. The returned function gives the attempt up. */
export type Connector = (events: {
  readonly onOpen: (port: Port) => void;
  readonly onClose: (reason: 'lost' | 'refused') => void;
}) => () => void;

export interface ConnectionOptions {
  readonly connect: Connector;
  readonly clock: Clock;
  /** Every event in order; `missed` when some were lost before it. */
  readonly onEvent: (event: HostEvent, missed: boolean) => void;
  /** After every opening, the first and each later one: what was read before is out of date. */
  readonly onOnline: (session: Session) => void;
  /** When an open connection is lost, before the first new attempt. */
  readonly onLost: () => void;
}

export interface Connection {
  readonly view: Pick<StoreApi<ConnectionView>, 'getState' | 'subscribe' | 'getInitialState'>;
  /** Rejects with `connection-lost` while there is no connection. */
  ask<Name extends CommandName>(command: Name, params: CommandInput<Name>): Promise<CommandResult<Name>>;
  start(): void;
  /** Tries at once instead of waiting for the pause to end. */
  tryNow(): void;
  /** Closes for good. */
  stop(): void;
}

export function createConnection({ connect, clock, onEvent, onOnline, onLost }: ConnectionOptions): Connection {
  const view = createStore<ConnectionView>(() => ({ status: { kind: 'connecting' }, session: null }));
  let client: Client | null = null;
  let failedAttempts = 0;
  let isStopped = true;
  /** Ends what is going on now: an attempt, a connection or a pause. */
  let endCurrent = (): void => {};

  function takeNotices(notices: string[]): void {
    const { session } = view.getState();
    if (session !== null) view.setState({ session: { ...session, notices } });
  }

  function attempt(): void {
    endCurrent();
    client = null;
    let isCurrent = true;
    const cancelTimeout = clock.schedule(ATTEMPT_TIMEOUT_MS, () => fail('lost'));
    const giveUp = connect({
      onOpen(port) {
        if (isCurrent) void open(port);
        else port.close();
      },
      onClose: fail,
    });
    endCurrent = () => {
      isCurrent = false;
      cancelTimeout();
      client?.close();
      giveUp();
    };

    async function open(port: Port): Promise<void> {
      // Events can come before the answer to the first command and are part of what that answer leads to reading.
      const opening = createClient(port, {
        clock,
        onEvent(event, missed) {
          if (!isCurrent) return;
          if (event.name === 'notice/changed') takeNotices(event.payload.notices);
          onEvent(event, missed);
        },
      });
      client = opening;
      try {
        const session = await opening.ask('session/open', { protocolVersion: PROTOCOL_VERSION });
        if (!isCurrent) return;
        cancelTimeout();
        failedAttempts = 0;
        view.setState({ status: { kind: 'online' }, session });
        onOnline(session);
      } catch (error) {
        if (!isCurrent) return;
        const { code, message } = errorBody(error);
        if (code !== 'version-mismatch') {
          // A closing socket reports its reason a moment later than the command that it interrupted.
          if (code !== 'connection-lost') fail('lost');
          return;
        }
        endCurrent();
        view.setState({ status: { kind: 'outdated', sentence: message } });
      }
    }

    function fail(reason: 'lost' | 'refused'): void {
      if (!isCurrent) return;
      endCurrent();
      client = null;
      const wasOnline = view.getState().status.kind === 'online';
      if (reason === 'refused') {
        view.setState({ status: { kind: 'refused' } });
        if (wasOnline) onLost();
        return;
      }
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failedAttempts, LONGEST_PAUSE_MS);
      failedAttempts += 1;
      const isOffline = failedAttempts >= ATTEMPTS_UNTIL_OFFLINE;
      const hadSession = view.getState().session !== null;
      view.setState({ status: { kind: isOffline ? 'offline' : hadSession ? 'reconnecting' : 'connecting' } });
      endCurrent = clock.schedule(pauseMs, attempt);
      if (wasOnline) onLost();
    }
  }

  return {
    view,
    ask(command, params) {
      if (client === null || view.getState().status.kind !== 'online') {
        return Promise.reject(new CodedError('connection-lost', 'The connection to the host was lost.', { retryable: true }));
      }
      return client.ask(command, params);
    },
    start() {
      isStopped = false;
      attempt();
    },
    tryNow() {
      if (!isStopped && view.getState().status.kind !== 'online') attempt();
    },
    stop() {
      isStopped = true;
      endCurrent();
      endCurrent = () => {};
      client = null;
    },
  };
}
