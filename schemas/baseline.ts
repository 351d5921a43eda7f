import type { Variable } from './variables.ts';

/**
 * What is usual for a station on a UTC day: a deterministic fold of its observations before that day.
 * One record a station and day; `ownDay` is what the newest folded day adds, so that the next fold needs no older values.
 */
export interface Baseline {
  readonly network: string;
  readonly station: string;
  /** Days since the epoch: the day for which it holds. */
  readonly day: number;
  /** Digest of everything folded in. */
  readonly version: string;
  /** How many days of history it rests on, at most 30. */
  readonly days: number;
  /** Spread (one sigma) of the change between two reports that follow each other, unit of the variable; null without history. */
  readonly stepSpread: Readonly<Record<Variable, number | null>>;
  /** The same of the newest day alone. */
  readonly ownDay: Readonly<Record<Variable, number | null>>;
  /**
   * Mean of the newest day alone in each three hours of it (UTC), unit of the variable; null where too little was reported,
   * and empty for a station that reports more often than every 20 minutes.
   */
  readonly ownLevels: Readonly<Record<Variable, readonly (number | null)[]>>;
  /** Most common distance between the newest day's reports [slots]; null where no two were near enough. */
  readonly cadence: number | null;
  /** Step to which the newest day's values were rounded, unit of the variable; null where they do not tell. */
  readonly resolution: Readonly<Record<Variable, number | null>>;
}

/** What one day of a station taught: all of a baseline that later ones rest on. */
export type OwnDay = Pick<Baseline, 'station' | 'day' | 'ownDay' | 'ownLevels'>;
