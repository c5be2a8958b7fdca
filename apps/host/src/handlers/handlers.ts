import type { CommandName, Handlers } from '@vos/protocol';

/** The handlers of all commands with these nouns: one file a noun, joined in host.ts. */
export type HandlersFor<Noun extends string> = Pick<Handlers, Extract<CommandName, `${Noun}/${string}`>>;
