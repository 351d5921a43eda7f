/** Errors of RFC 6749 (section 5.2), RFC 8693 (2.2.2), RFC 7009 and RFC 6750 (3.1), with their status. */
export const OAUTH_ERRORS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  unsupported_token_type: 400,
  invalid_token: 401,
  insufficient_scope: 403,
  /** Not of the RFCs: tried too often; and not able at the moment. */
  slow_down: 429,
  temporarily_unavailable: 503,
  server_error: 500,
} as const satisfies Record<string, number>;

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;

/** An error that a client of the identity service is told: `message` becomes `error_description`. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  /** For the log, never for the client. */
  readonly reason: string;
  /** The same as a code, for the audit log; that of the error where it says all. */
  readonly why: string;
  /** When to try again [s], with `slow_down` and `temporarily_unavailable`. */
  readonly retryAfter: number | undefined;

  constructor(
    code: OAuthErrorCode,
    description: string,
    options: {
      readonly reason?: string;
      readonly why?: string;
      readonly retryAfter?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(description, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'OAuthError';
    this.code = code;
    this.reason = options.reason ?? '';
    this.why = options.why ?? code;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return OAUTH_ERRORS[this.code];
  }
}
