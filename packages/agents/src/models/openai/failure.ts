// Every way a model service can fail, as one coded error: a sentence that names the service, and whether trying again may help.
// Keys are in no sentence: what a service says is repeated only where it is needed, and never with the key in it.
import { CodedError } from '@vos/base';
import { type ModelUsage, NOTHING_USED } from '../provider.ts';
import { BodyTooLong } from './bounded-body.ts';
import type { OpenAiLibrary } from './library.ts';

export type ModelFailureCode =
  /** The service wants a key and none is stored. */
  | 'model-key-missing'
  /** The key is wrong, expired or incomplete. */
  | 'model-key-refused'
  /** The service does not know the model, or the address is not that of a model service. */
  | 'model-unknown'
  /** Too many requests for now. Retryable, with `detail.retryAfterMs`. */
  | 'model-busy'
  /** The account is used up; waiting does not help. */
  | 'model-credit-spent'
  /** Not reachable, failing, or lost in the middle of a reply. Retryable, with `detail.retryAfterMs`. */
  | 'model-unavailable'
  /** The service will not answer this request. */
  | 'model-refused'
  /** What came back cannot be read. */
  | 'model-reply-invalid'
  /** Nobody knows what a call would cost. */
  | 'model-unpriced'
  | 'aborted';

export interface ServiceDetail {
  readonly status: number | null;
  /** How long the service asks to be left alone, milliseconds; null where it does not say. */
  readonly retryAfterMs: number | null;
  /** What the failed call used; absent where nobody knows, because a reply may have been written and was lost. */
  readonly usage?: ModelUsage;
}

/** Each says that the request was not sent, or was refused instead of answered. */
const NOTHING_USED_CODES: ReadonlySet<ModelFailureCode> = new Set([
  'model-key-missing',
  'model-key-refused',
  'model-unknown',
  'model-busy',
  'model-credit-spent',
  'model-refused',
  'model-unpriced',
]);

/** Statuses of 500 and above that say that nothing was begun: no capacity (529 is Anthropic's), or not now. */
const NOTHING_BEGUN_STATUSES: ReadonlySet<number> = new Set([503, 529]);

export interface FailedCall {
  readonly label: string;
  readonly model: string;
  readonly host: string;
  readonly key: string | undefined;
}

/** The longest excerpt of a service's own sentence that is shown. */
const EXCERPT_LIMIT = 300;

export function modelFailure(
  code: ModelFailureCode,
  message: string,
  { retryable = false, detail }: { retryable?: boolean; detail?: Partial<ServiceDetail> } = {},
): CodedError {
  const known = NOTHING_USED_CODES.has(code) ? { usage: NOTHING_USED, ...detail } : detail;
  return new CodedError(code, message, known === undefined ? { retryable } : { retryable, detail: known });
}

/** The coded error for anything thrown while a service was asked. */
export function failureOf(error: unknown, library: OpenAiLibrary, call: FailedCall): CodedError {
  if (error instanceof CodedError) return error;
  const { label, host } = call;
  if (isTooLong(error))
    return modelFailure('model-reply-invalid', `${label} sent more than a reply may hold, so it was not read to its end.`);
  if (error instanceof SyntaxError) {
    return modelFailure('model-reply-invalid', `${label} sent a reply that cannot be read.`, { retryable: true });
  }
  if (error instanceof library.APIConnectionError) {
    return unavailable(`${label} cannot be reached at ${host}.`, {
      status: null,
      retryAfterMs: null,
      ...(hasArrived(error) ? {} : { usage: NOTHING_USED }),
    });
  }
  if (error instanceof library.APIError) return refusalOf(error, call);
  return unavailable(`The connection to ${label} was lost in the middle of a reply. Nothing of it was carried out.`, {
    status: null,
    retryAfterMs: null,
  });
}

interface ApiError {
  readonly status?: number | undefined;
  readonly headers?: Headers | undefined;
  readonly error?: unknown;
  readonly code?: string | null | undefined;
  readonly type?: string | undefined;
}

function refusalOf(error: ApiError, { label, model, key }: FailedCall): CodedError {
  const status = typeof error.status === 'number' ? error.status : null;
  const detail: ServiceDetail = { status, retryAfterMs: retryAfterMs(error.headers) };
  const named = `“${model.slice(0, 100)}”`;
  if (status === 401) {
    return key === undefined
      ? modelFailure(
          'model-key-missing',
          `${label} asks for a key and there is none for it. Add its key, or choose another model.`,
          { detail },
        )
      : modelFailure(
          'model-key-refused',
          `${label} refused the key. Check that it is complete and still valid, or choose another model.`,
          { detail },
        );
  }
  if (status === 404 || error.code === 'model_not_found') {
    const message = `${label} does not know the model ${named} at this address. Check its name and the address, or choose another model.`;
    return modelFailure('model-unknown', message, { detail });
  }
  if (error.code === 'insufficient_quota' || status === 402) {
    const message = `${label} says that this account has no credit left. Add credit there, or choose another model.`;
    return modelFailure('model-credit-spent', message, { detail });
  }
  if (status === 429 || error.code === 'rate_limit_exceeded') {
    const message = `${label} is busy, or this account has reached its limit for the moment.`;
    return modelFailure('model-busy', message, { retryable: true, detail });
  }
  if (status === null || status >= 500 || status === 408 || status === 409) {
    const isNothingBegun = status === 409 || (status !== null && NOTHING_BEGUN_STATUSES.has(status));
    return unavailable(
      `${label} has a problem of its own and did not answer${status === null ? '' : ` (status ${status})`}.`,
      isNothingBegun ? { ...detail, usage: NOTHING_USED } : detail,
    );
  }
  if (status < 400) {
    return modelFailure(
      'model-refused',
      `${label} sends requests on to another address, which is not followed. Check the address.`,
      { detail },
    );
  }
  if (status === 413 || error.code === 'context_length_exceeded') {
    const message = `The conversation is longer than ${named} can read. Start a new conversation, or choose a model that reads more.`;
    return modelFailure('model-refused', message, { detail });
  }
  if (status === 403) {
    return modelFailure('model-refused', `${label} does not let this account use ${named}.${excerpt(error, key)}`, { detail });
  }
  return modelFailure('model-refused', `${label} refused the request.${excerpt(error, key)}`, { detail });
}

function unavailable(message: string, detail: ServiceDetail): CodedError {
  return modelFailure('model-unavailable', message, { retryable: true, detail });
}

/** The service's own sentence, for what only it can explain. */
function excerpt({ error }: ApiError, key: string | undefined): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
  if (typeof message !== 'string' || message.trim() === '') return '';
  const withoutKey = (key === undefined ? message : message.replaceAll(key, '…')).replace(
    /\b(?:sk|gsk|key|AIza)[-_][\w-]{6,}/g,
    '…',
  );
  return ` It says: ${withoutKey.replace(/\s+/g, ' ').trim().slice(0, EXCERPT_LIMIT)}`;
}

/** From `retry-after-ms`, or `retry-after` in seconds or as a date, which is read against the service's own clock. */
function retryAfterMs(headers: Headers | undefined): number | null {
  if (headers === undefined) return null;
  const afterMs = headers.get('retry-after-ms');
  if (afterMs !== null) return usable(Number(afterMs));
  const after = headers.get('retry-after');
  if (after === null) return null;
  if (/^\s*\d+(\.\d+)?\s*$/.test(after)) return usable(Number(after) * 1000);
  return usable(Date.parse(after) - Date.parse(headers.get('date') ?? ''));
}

function usable(durationMs: number): number | null {
  return Number.isFinite(durationMs) && durationMs >= 0 ? Math.round(durationMs) : null;
}

/** What a connection fails with before anything was sent over it. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** True unless it is certain that the request never got there. */
function hasArrived(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && NOT_CONNECTED.test(code)) return false;
  // A name with several addresses fails with an error for each.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.some(hasArrived);
  return error.cause === undefined || hasArrived(error.cause);
}

function isTooLong(error: unknown): boolean {
  return error instanceof BodyTooLong || (error instanceof Error && error.cause !== undefined && isTooLong(error.cause));
}
