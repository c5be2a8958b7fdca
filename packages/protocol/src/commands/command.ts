import type { z } from 'zod';

export interface Command {
  readonly params: z.ZodType;
  readonly result: z.ZodType;
  /** Codes this command may be refused with, besides those of the wire. */
  readonly errors: readonly string[];
}

export type CommandTable = Readonly<Record<`${string}/${string}`, Command>>;
