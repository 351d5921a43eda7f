/** Bounds of what one request may cost. */
export interface HttpLimits {
  /** Largest body of pushed observations, bytes. */
  readonly pushBytes: number;
  /** Largest property graph, bytes: 10,000 nodes with a kilobyte each fit. */
  readonly graphBytes: number;
  /** Largest JSON body elsewhere, bytes. */
  readonly bodyBytes: number;
  /** How long a body may pause, ms. */
  readonly bodyIdleMs: number;
  /** How long an answer may take, ms; for what reads or judges history the second. */
  readonly answerMs: number;
  /** How long what says how something stands is given to all who ask before it is asked again, ms. */
  readonly levelMs: number;
  readonly detectMs: number;
  /** How long files may be written or read, or a query wait and run, ms. */
  readonly storageMs: number;
}

export const DEFAULT_LIMITS: HttpLimits = {
  pushBytes: 32 * 1024 * 1024,
  graphBytes: 16 * 1024 * 1024,
  bodyBytes: 4 * 1024 * 1024,
  bodyIdleMs: 20_000,
  answerMs: 60_000,
  levelMs: 500,
  detectMs: 600_000,
  storageMs: 6 * 3_600_000,
};
