/** Cadences that stations have [minutes]; an interval counts for the nearest by ratio. */
export const CADENCES = [1, 2, 5, 10, 15, 20, 30, 60, 120, 180] as const;
/**
 * Reports farther apart than this do not follow each other: three hours, the longest cadence that stations have, and half an hour
 * by which one may be late [slots].
 */
export const LONGEST_INTERVAL = 21;
/** Cadence where the data do not say otherwise [minutes]. */
const DEFAULT_CADENCE = 10;

const MINUTE_MS = 60_000;
/** Fewer intervals than these say nothing. */
const FEWEST_INTERVALS = 6;
/** An interval longer than the longest cadence by more than this factor is a silence. */
const SILENCE = 1.25;

/** How often each cadence occurred between successive reports. */
export class CadenceTally {
  readonly counts = new Uint32Array(CADENCES.length);
  /** Intervals in all, silences too. */
  intervals = 0;

  /** @param interval between two successive reports [ms] */
  add(interval: number): void {
    if (interval <= 0) return;
    this.intervals++;
    const minutes = interval / MINUTE_MS;
    if (minutes > CADENCES[CADENCES.length - 1] * SILENCE) return;
    let nearest = 0;
    // Between two cadences the geometric mean decides.
    while (nearest + 1 < CADENCES.length && minutes * minutes > CADENCES[nearest] * CADENCES[nearest + 1]) nearest++;
    this.counts[nearest]++;
  }

  /** Takes in what another has counted. */
  join(other: CadenceTally): void {
    for (let k = 0; k < CADENCES.length; k++) this.counts[k] += other.counts[k];
    this.intervals += other.intervals;
  }

  /** The most frequent cadence [minutes]; on a tie the shorter. */
  mostFrequent(): number {
    let best = 0;
    for (let k = 1; k < CADENCES.length; k++) if (this.counts[k] > this.counts[best]) best = k;
    return CADENCES[best];
  }

  /** How often the most frequent one occurred. */
  agreed(): number {
    return Math.max(...this.counts);
  }
}

/**
 * Cadence of a station [minutes]: the interval that most of its reports keep. Where no interval has the majority, as
 * with lost reports here and there, it is what is most frequent in the network, then ten minutes.
 */
export function cadenceOf(station: CadenceTally, network: CadenceTally): number {
  const enough = station.intervals >= FEWEST_INTERVALS;
  if (enough && station.agreed() * 2 > station.intervals) return station.mostFrequent();
  return network.agreed() >= FEWEST_INTERVALS ? network.mostFrequent() : DEFAULT_CADENCE;
}
