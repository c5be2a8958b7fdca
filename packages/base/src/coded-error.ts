// The one shape of an error that may be shown or sent: a code for programs, a sentence for a person.

/** What crosses a process boundary of an error; nothing relies on `instanceof` on the other side. */
export interface ErrorBody {
  readonly code: string;
  /** What happened, what was kept and what to do, in words a person understands. */
  readonly message: string;
  readonly detail?: unknown;
  /** Whether the same request may succeed later. Decided once, where the error is thrown. */
  readonly retryable: boolean;
}

export interface CodedErrorOptions {
  readonly detail?: unknown;
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

export class CodedError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly detail: unknown;
  readonly retryable: boolean;

  constructor(code: Code, message: string, options: CodedErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CodedError';
    this.code = code;
    this.detail = options.detail;
    this.retryable = options.retryable ?? false;
  }
}

/** The body of any thrown value. An error without a code is a bug: its text stays inside, the person gets a fixed sentence. */
export function errorBody(error: unknown): ErrorBody {
  if (error instanceof CodedError) {
    return {
      code: error.code,
      message: error.message,
      retryable: error.retryable,
      ...(error.detail === undefined ? {} : { detail: error.detail }),
    };
  }
  return {
    code: 'internal',
    message: 'Something went wrong inside VOS. Nothing was changed by this request; please try again.',
    retryable: false,
  };
}
