/** Why something could not become an observation. */
export const DEAD_LETTER_REASONS = [
  'unreadable',
  'invalid_id',
  'invalid_time',
  'time_ahead',
  'unknown_station',
  'invalid_value',
  'invalid_position',
] as const;
export type DeadLetterReason = (typeof DEAD_LETTER_REASONS)[number];

/** What could not be read, the bytes as they came, with the reason. */
export interface DeadLetter {
  /** Derived from source and bytes, so that the same letter twice is one. */
  readonly id: string;
  readonly network: string;
  /** Feed that brought it, with its place there where it has one, for example `import:observations.csv:17`. */
  readonly source: string;
  readonly reason: DeadLetterReason;
  /** In words: what was wrong and what would be right. */
  readonly detail: string;
  /** The bytes as they came, base64. */
  readonly body: string;
  /** How to read the bytes again: `application/json`, `text/csv`. */
  readonly mediaType: string;
  /** For text/csv: the header line the row belongs to; else empty. */
  readonly context: string;
  /** ms since the epoch. */
  readonly received: number;
  /** ms since the epoch of the replay that succeeded, null while it lies here. */
  readonly replayed: number | null;
}
