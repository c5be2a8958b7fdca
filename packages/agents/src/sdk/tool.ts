// What a tool is: a name, a schema for what goes in and what comes out, what kind of effect it has, and how to run it.
import type { Result } from '@vos/base';
import type { ChangeSet, Transaction } from '@vos/ledger';
import type { EffectClass, Permission } from '@vos/protocol/entities';
import type { z } from 'zod';

/** A failure the model and the person can read. Tools return it; what they throw instead becomes one. */
export interface ToolFailure {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  /** True where it may have happened all the same: the other side was reached, and its answer was not heard. */
  readonly isUnclear?: boolean;
}

export function toolFailure(code: string, message: string, retryable = false): ToolFailure {
  return { code, message, retryable };
}

export interface CallContext {
  readonly agentId: string;
  readonly conversationId: string;
  readonly traceId: string;
  readonly turnId: string;
  /** Unique to this call and equal again when the turn is resumed: the idempotency key of whatever it does. */
  readonly callId: string;
  /** The person's time zone, IANA name. */
  readonly timeZone: string;
  /** True while content from outside, which may have been written to mislead, is in the agent's context. */
  readonly isTainted: boolean;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

export interface OutsideContext extends CallContext {
  /** Aborts at the tool's time limit, when the person stops the request, and when the host closes. */
  readonly signal: AbortSignal;
}

export interface RecordContext extends CallContext {
  readonly transaction: Transaction;
  /** Where changes to records go; actor and cause are already set. */
  readonly changes: ChangeSet;
  /** A new id; the same at a rerun of the same call is not needed, because change and receipt are one commit. */
  newId(kind: string): string;
}

/** How the built-in provider, which is no language model, uses the tool. Examples stand in the specialist's data file. */
export interface BuiltinVoice<Arguments, Value> {
  /** True where the text can hardly mean anything else, whatever the examples say: a bare sum, for one. */
  recognizes?(request: BuiltinRequest): boolean;
  /** True where the request names this tool in so many words (“note that …”): what follows is content, whatever it is about. */
  isNamedIn?(request: BuiltinRequest): boolean;
  /** Reads the tool's arguments out of a request. */
  read(request: BuiltinRequest): BuiltinReading<Arguments>;
  /** What to tell the person of a result, in plain sentences. */
  say(value: Value, given: Arguments): string;
}

export interface BuiltinRequest {
  /** As the person wrote it. */
  readonly text: string;
  readonly nowMs: number;
  readonly timeZone: string;
}

export type BuiltinReading<Arguments> =
  | { readonly kind: 'arguments'; readonly arguments: Arguments }
  /** Something is missing: what to ask the person. */
  | { readonly kind: 'question'; readonly text: string }
  /** This tool cannot be meant. */
  | { readonly kind: 'unfit' };

interface ToolShape<Parameters extends z.ZodObject, Value extends z.ZodType> {
  /** Fixed snake_case name, known to people and models. */
  readonly name: string;
  /** For the model: what it does, when to use it. */
  readonly description: string;
  readonly parameters: Parameters;
  readonly result: Value;
  /** Permissions are given and denied by class, so that no other tool reaches a denied effect. */
  readonly effect: EffectClass;
  /** `ask`: each call is asked about, whatever holds for its class, until the person grants it. */
  readonly permission: Permission;
  /** True where results hold what strangers wrote: pages, mail, files. They are marked, and what follows from them is asked about. */
  readonly isUntrusted?: boolean;
  /** Whether success starts another turn, so that the agent can go on with the result. Failure always does. */
  readonly continues: boolean;
  /** What the agent is doing meanwhile, in two to six words: “reading the forecast for Utrecht”. */
  doing?(given: z.output<Parameters>): string;
  readonly builtin?: BuiltinVoice<z.output<Parameters>, z.output<Value>>;
}

/** Reaches outside the database: waits, may be cut off, runs before the turn's commit. */
export interface OutsideTool<Parameters extends z.ZodObject = z.ZodObject, Value extends z.ZodType = z.ZodType>
  extends ToolShape<Parameters, Value> {
  readonly kind: 'outside';
  /** Milliseconds until the signal aborts. */
  readonly timeoutMs: number;
  /** True where a second time changes nothing, though it is no `read`: it asks a service. What is neither is never begun twice. */
  readonly isRepeatable?: boolean;
  run(given: z.output<Parameters>, context: OutsideContext): Promise<Result<z.output<Value>, ToolFailure>>;
  /** Asks the other side what became of an earlier call with this id. Absent where it cannot be asked. */
  lookUp?(given: z.output<Parameters>, context: OutsideContext): Promise<Lookup<z.output<Value>>>;
}

export type Lookup<Value> =
  | { readonly state: 'done'; readonly value: Value }
  /** It never arrived, or was refused. */
  | { readonly state: 'not-done' }
  /** The other side cannot say. */
  | { readonly state: 'unknown' };

/** Reads or changes our own records: synchronous, inside the turn's commit, exactly once. A failure undoes what it wrote. */
export interface RecordTool<Parameters extends z.ZodObject = z.ZodObject, Value extends z.ZodType = z.ZodType>
  extends ToolShape<Parameters, Value> {
  readonly kind: 'record';
  apply(given: z.output<Parameters>, context: RecordContext): Result<z.output<Value>, ToolFailure>;
}

/** A tool of any shape, as lists hold it. */
export type Tool = OutsideTool | RecordTool;

/** Whether a second call could do something twice. */
export function mustNotRepeat(tool: Pick<OutsideTool, 'effect' | 'isRepeatable'>): boolean {
  return tool.effect !== 'read' && tool.isRepeatable !== true;
}

/** Checks the pieces against each other and forgets their exact types. */
export function defineOutsideTool<Parameters extends z.ZodObject, Value extends z.ZodType>(
  tool: Omit<OutsideTool<Parameters, Value>, 'kind'>,
): Tool {
  return { ...tool, kind: 'outside' } as unknown as Tool;
}

export function defineRecordTool<Parameters extends z.ZodObject, Value extends z.ZodType>(
  tool: Omit<RecordTool<Parameters, Value>, 'kind'>,
): Tool {
  return { ...tool, kind: 'record' } as unknown as Tool;
}
