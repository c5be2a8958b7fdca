// Every command a desk may give, in one table. Client, server and tests are typed from it and nothing else.
import type { z } from 'zod';
import type { CommandTable } from './commands/command.ts';
import { conversationCommands } from './commands/conversation.ts';
import { deadLetterCommands } from './commands/dead-letter.ts';
import { deskCommands } from './commands/desk.ts';
import { modelCommands } from './commands/model.ts';
import { noteCommands } from './commands/note.ts';
import { permissionCommands } from './commands/permission.ts';
import { settingsCommands } from './commands/settings.ts';
import { traceCommands } from './commands/trace.ts';
import { weatherCommands } from './commands/weather.ts';

export const commands = {
  ...conversationCommands,
  ...deadLetterCommands,
  ...deskCommands,
  ...noteCommands,
  ...permissionCommands,
  ...settingsCommands,
  ...modelCommands,
  ...traceCommands,
  ...weatherCommands,
} as const satisfies CommandTable;

export type Commands = typeof commands;
export type CommandName = keyof Commands;
export type CommandParams<Name extends CommandName> = z.output<Commands[Name]['params']>;
export type CommandInput<Name extends CommandName> = z.input<Commands[Name]['params']>;
export type CommandResult<Name extends CommandName> = z.output<Commands[Name]['result']>;
