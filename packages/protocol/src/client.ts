// The asking side of a port: typed commands, parsed answers, events in order.
import { type Clock, CodedError, systemClock } from '@vos/base';
import { type CommandInput, type CommandName, type CommandResult, commands } from './commands.ts';
import { type EventName, events, type HostEvent } from './events.ts';
import { hostFrame } from './frames.ts';
import type { Port } from './port.ts';

/** How long a command may go unanswered. Commands only record and read; the slowest measured is far below a second. */
const ANSWER_TIMEOUT_MS = 30_000;

export interface Client {
  /** Resolves with the parsed result, or rejects with a CodedError whose message may be shown. Code `connection-lost`: it is not known whether the host acted. */
  ask<Name extends CommandName>(command: Name, params: CommandInput<Name>): Promise<CommandResult<Name>>;
  close(): void;
}

export interface ClientOptions {
  /** Called for each event in order. `missed` is true when events were lost before this one, so that what was read is out of date. */
  readonly onEvent: (event: HostEvent, missed: boolean) => void;
  readonly clock?: Clock;
}

interface Pending {
  readonly command: CommandName;
  resolve(result: unknown): void;
  reject(error: CodedError): void;
}

export function createClient(port: Port, options: ClientOptions): Client {
  const clock = options.clock ?? systemClock;
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let lastSeq: number | undefined;
  let closed = false;

  port.onFrame((text) => {
    const frame = parseFrame(text);
    if (frame === undefined) return;
    if (frame.kind === 'event') {
      const missed = lastSeq !== undefined && frame.seq !== lastSeq + 1;
      lastSeq = frame.seq;
      const event = parseEvent(frame);
      if (event !== undefined) options.onEvent(event, missed);
      return;
    }
    if (frame.id === null) return;
    const waiting = pending.get(frame.id);
    if (waiting === undefined) return;
    pending.delete(frame.id);
    if (frame.kind === 'refusal') {
      const { code, message, detail, retryable } = frame.error;
      waiting.reject(new CodedError(code, message, { detail, retryable }));
      return;
    }
    const result = commands[waiting.command].result.safeParse(frame.result);
    if (result.success) waiting.resolve(result.data);
    else
      waiting.reject(
        new CodedError('version-mismatch', 'The desk and its host do not speak the same version. Reload the window.'),
      );
  });

  port.onClose(() => {
    closed = true;
    for (const waiting of pending.values()) waiting.reject(connectionLost());
    pending.clear();
  });

  return {
    ask(command, params) {
      if (closed) return Promise.reject(connectionLost());
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const cancelTimer = clock.schedule(ANSWER_TIMEOUT_MS, () => {
          pending.delete(id);
          reject(
            new CodedError('no-answer', 'The host did not answer in time. It may still be at work; try again.', {
              retryable: true,
            }),
          );
        });
        pending.set(id, {
          command,
          resolve(result) {
            cancelTimer();
            resolve(result as CommandResult<typeof command>);
          },
          reject(error) {
            cancelTimer();
            reject(error);
          },
        });
        port.send(JSON.stringify({ kind: 'ask', id, command, params }));
      });
    },
    close: () => port.close(),
  };
}

function connectionLost(): CodedError {
  return new CodedError('connection-lost', 'The connection to the host was lost.', { retryable: true });
}

function parseFrame(text: string | Uint8Array) {
  if (typeof text !== 'string') return undefined;
  try {
    return hostFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function parseEvent(frame: { name: string; topic: string; seq: number; payload: unknown }): HostEvent | undefined {
  if (!Object.hasOwn(events, frame.name)) return undefined;
  const name = frame.name as EventName;
  const payload = events[name].safeParse(frame.payload);
  if (!payload.success) return undefined;
  return { name, topic: frame.topic, seq: frame.seq, payload: payload.data } as HostEvent;
}
