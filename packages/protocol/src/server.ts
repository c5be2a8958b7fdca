// The answering side: parses every frame, calls the handler of the command, answers with a result or a coded error.
// No frame, however broken, ends the connection or the host.
import { CodedError, errorBody } from '@vos/base';
import type { z } from 'zod';
import { type CommandName, type CommandParams, type CommandResult, commands } from './commands.ts';
import type { EventName, EventPayload } from './events.ts';
import { type AskFrame, askFrame, FRAME_LIMIT_BYTES, type HostFrame } from './frames.ts';
import type { Port } from './port.ts';

declare const TextEncoder: new () => { encode(text: string): Uint8Array };

export type Handlers = {
  readonly [Name in CommandName]: (params: CommandParams<Name>) => Promise<CommandResult<Name>> | CommandResult<Name>;
};

export interface ServerOptions {
  readonly handlers: Handlers;
  /** Told of every error without a code: a bug to be logged. */
  readonly onBug: (command: string, error: unknown) => void;
}

export interface Server {
  /** Serves a port until it closes. */
  connect(port: Port): void;
  /** Tells every connected client, and counts the event. */
  publish<Name extends EventName>(name: Name, topic: string, payload: EventPayload<Name>): void;
  /** The number of the last event published; 0 before the first. */
  seq(): number;
  /** Closes every port. */
  close(): void;
}

export function createServer({ handlers, onBug }: ServerOptions): Server {
  const ports = new Set<Port>();
  let seq = 0;

  async function answer(port: Port, ask: AskFrame): Promise<void> {
    let reply: HostFrame;
    try {
      reply = { kind: 'answer', id: ask.id, result: await run(ask) };
    } catch (error) {
      if (!(error instanceof CodedError)) onBug(ask.command, error);
      reply = { kind: 'refusal', id: ask.id, error: errorBody(error) };
    }
    port.send(JSON.stringify(reply));
  }

  async function run({ command, params }: AskFrame): Promise<unknown> {
    if (!Object.hasOwn(commands, command)) {
      throw new CodedError('command-unknown', `There is no command “${command.slice(0, 80)}”. Nothing was changed.`);
    }
    const name = command as CommandName;
    const parsed = commands[name].params.safeParse(params ?? {});
    if (!parsed.success) throw paramsInvalid(name, parsed.error);
    const handler = handlers[name] as (params: unknown) => unknown;
    return commands[name].result.parse(await handler(parsed.data));
  }

  return {
    connect(port) {
      ports.add(port);
      port.onClose(() => ports.delete(port));
      port.onFrame((frame) => {
        const ask = readAsk(frame);
        if (ask instanceof CodedError) {
          port.send(JSON.stringify({ kind: 'refusal', id: null, error: errorBody(ask) } satisfies HostFrame));
        } else {
          void answer(port, ask);
        }
      });
    },
    publish(name, topic, payload) {
      seq += 1;
      const frame = JSON.stringify({ kind: 'event', name, topic, seq, payload } satisfies HostFrame);
      for (const port of ports) port.send(frame);
    },
    seq: () => seq,
    close() {
      for (const port of [...ports]) port.close();
      ports.clear();
    },
  };
}

function readAsk(frame: string | Uint8Array): AskFrame | CodedError {
  if (typeof frame !== 'string') {
    return new CodedError('frame-malformed', 'Binary frames are not understood here. Nothing was changed.');
  }
  // A UTF-16 unit takes at most three bytes in UTF-8, so only long frames need measuring.
  if (frame.length > FRAME_LIMIT_BYTES / 3 && new TextEncoder().encode(frame).length > FRAME_LIMIT_BYTES) {
    return new CodedError('frame-too-large', 'That is more than fits in one message (1 MB). Nothing was changed.');
  }
  try {
    const parsed = askFrame.safeParse(JSON.parse(frame));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON; answered below like any other frame that cannot be read.
  }
  return new CodedError('frame-malformed', 'A frame could not be read. Nothing was changed.');
}

function paramsInvalid(command: CommandName, error: z.ZodError): CodedError {
  const issue = error.issues[0];
  // Our own rules read on from the field's name (“text” is empty); the library's sentences stand by themselves.
  const field = issue === undefined || issue.path.length === 0 ? 'The request' : `“${issue.path.join('.')}”`;
  const rule = issue !== undefined && issue.message.startsWith('is ') ? issue.message : 'does not fit what this command takes';
  return new CodedError('params-invalid', `${field} ${rule}. Nothing was changed.`, {
    detail: { command, issues: error.issues.map(({ path, message }) => ({ path, message })) },
  });
}
