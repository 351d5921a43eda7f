/** Longest wait that a server may ask for: an hour. */
const LONGEST_ASKED_MS = 3_600_000;

/** Why the place of a feed could not be read, in words, and how long the server asks to be left alone. */
export class PlaceAway extends Error {
  /** ms; 0 where it does not ask. */
  readonly retryAfterMs: number;

  constructor(message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

/**
 * The wait that a header Retry-After asks for (RFC 9110 section 10.2.3): seconds or a date; 0 where it says nothing that
 * can be read, an hour at most.
 *
 * @param now ms since the epoch
 * @returns ms
 */
export function retryAfter(header: string | null, now: number): number {
  const text = header?.trim() ?? '';
  const asked = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return asked > 0 ? Math.min(asked, LONGEST_ASKED_MS) : 0;
}
