/** Which stations one of several that replay the same stretch judges; the windows of all have all stations. */
export interface ReplayShare {
  /** Stations are counted off by their index in so many. */
  readonly of: number;
  /** Those with a number from here, up to but without `below`. */
  readonly from: number;
  readonly below: number;
}

/** All stations. */
export const WHOLE: ReplayShare = { of: 1, from: 0, below: 1 };

/** Of what one judges that also reads and finds outages, and of what a thread does that only judges. */
const BESIDE_READING = 1;
const OF_A_THREAD = 3;

/** Shares that together are all stations: first that of the one who reads, then those of so many threads. */
export function sharesOf(threads: number): ReplayShare[] {
  const of = BESIDE_READING + threads * OF_A_THREAD;
  const starts = Array.from({ length: threads }, (_, k) => BESIDE_READING + k * OF_A_THREAD);
  return [{ of, from: 0, below: BESIDE_READING }, ...starts.map((from) => ({ of, from, below: from + OF_A_THREAD }))];
}

/** True where the station of an index belongs to a share. */
export function isIn({ of, from, below }: ReplayShare, station: number): boolean {
  const number = station % of;
  return number >= from && number < below;
}
