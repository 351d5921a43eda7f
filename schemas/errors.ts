/** One error code: its HTTP status and the exit code of a command that ends with it (section 4.4 of the interface document). */
interface ErrorKind {
  readonly status: number;
  readonly exit: number;
}

/** The closed set of errors. A new code is a line here and a page in docs/errors.md. */
export const ERRORS = {
  internal: { status: 500, exit: 1 },
  cannot_write: { status: 500, exit: 1 },
  interrupted: { status: 503, exit: 130 },
  store_unavailable: { status: 503, exit: 2 },
  store_locked: { status: 503, exit: 2 },
  store_unreadable: { status: 503, exit: 2 },
  insufficient_storage: { status: 507, exit: 2 },
  log_unavailable: { status: 503, exit: 2 },
  invalid_parameter: { status: 422, exit: 3 },
  invalid_configuration: { status: 500, exit: 3 },
  unknown_network: { status: 404, exit: 3 },
  unknown_station: { status: 404, exit: 3 },
  not_found: { status: 404, exit: 3 },
  method_not_allowed: { status: 405, exit: 3 },
  request_timeout: { status: 408, exit: 1 },
  not_acceptable: { status: 406, exit: 3 },
  unsupported_media_type: { status: 415, exit: 3 },
  payload_too_large: { status: 413, exit: 3 },
  range_not_satisfiable: { status: 416, exit: 3 },
  forbidden_origin: { status: 403, exit: 1 },
  unauthorized: { status: 401, exit: 1 },
  forbidden: { status: 403, exit: 1 },
  issuer_unavailable: { status: 503, exit: 2 },
  overloaded: { status: 503, exit: 1 },
  too_many_requests: { status: 429, exit: 1 },
  insufficient_data: { status: 409, exit: 4 },
  malformed_pattern: { status: 400, exit: 3 },
  malformed_query: { status: 400, exit: 3 },
  query_too_broad: { status: 400, exit: 3 },
  unsupported_query: { status: 501, exit: 3 },
  query_failed: { status: 400, exit: 3 },
  conflict: { status: 409, exit: 1 },
  storage_unavailable: { status: 503, exit: 2 },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

/** Where a value that was refused stood, and why: the form of the document's ValidationError. */
export interface Problem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/**
 * An error that a user may see. `message` says what was wrong with what they sent and what would be right;
 * `cause` goes to the log, never to the client.
 */
export class HalcyonError extends Error {
  readonly code: ErrorCode;
  /** One item for each thing that was refused; may be empty. */
  readonly problems: readonly Problem[];
  /** When to come again [s]; null where that is not known. */
  readonly retryAfter: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; problems?: readonly Problem[]; retryAfter?: number } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'HalcyonError';
    this.code = code;
    this.problems = options.problems ?? [];
    this.retryAfter = options.retryAfter ?? null;
  }

  /** HTTP status of its code. */
  get status(): number {
    return ERRORS[this.code].status;
  }

  /** Exit code of a command that ends with it. */
  get exitCode(): number {
    return ERRORS[this.code].exit;
  }
}

/** The message of anything thrown, for a log line. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
