/** How a batch whose handler rejected is delivered again: after `firstMs`, then twice as long each time up to `mostMs`. */
export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** What a log waits where it is not told otherwise. */
export const DEFAULT_BACKOFF: Backoff = { firstMs: 100, mostMs: 5_000 };

/** Time to wait after a batch was rejected for the `attempt`-th time, 1 or above [ms]. */
export function waitAfter({ firstMs, mostMs }: Backoff, attempt: number): number {
  return Math.min(mostMs, firstMs * 2 ** (attempt - 1));
}
