// What a scripted host answers to commands that its script does not name.
import { CodedError } from '@vos/base';
import { type CommandName, commands } from '../commands.ts';
import type { Handlers } from '../server.ts';

/** Handlers that refuse every command with `unplanned`. A test spreads them and puts its own on top. */
export function unplannedHandlers(): Handlers {
  const refuse = (name: string) => (): never => {
    throw new CodedError('unplanned', `The test did not plan the command ${name}.`);
  };
  return Object.fromEntries((Object.keys(commands) as CommandName[]).map((name) => [name, refuse(name)])) as unknown as Handlers;
}
