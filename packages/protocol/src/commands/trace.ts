// Looking into requests: which there were, and the way one took.
import { z } from 'zod';
import { finding } from '../entities/permission.ts';
import { traceHop, traceSummary } from '../entities/trace.ts';
import type { CommandTable } from './command.ts';
import { lazily } from '../lazily.ts';

export const traceCommands = {
  /** The latest first. With words, only requests in which the person wrote them, in upper or lower case. */
  'trace/list': lazily(() => ({
    params: z.object({
      /** Requests before this one; the latest when absent. */
      beforeTraceId: z.string().max(200).optional(),
      words: z.string().trim().max(200).default(''),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    result: z.object({ traces: z.array(traceSummary), hasEarlier: z.boolean() }),
    errors: [],
  })),
  /** The hops as they followed each other: none stands before what led to it. */
  'trace/read': lazily(() => ({
    params: z.object({ id: z.string().max(200) }),
    result: z.object({
      trace: traceSummary,
      hops: z.array(traceHop),
      /** What the observer found in it, the oldest first. */
      findings: z.array(finding),
    }),
    errors: ['trace-unknown'],
  })),
} as const satisfies CommandTable;
