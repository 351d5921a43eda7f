import type { CleanSeries } from './clean-series.ts';

/** Lags that are tried [slots], either way. */
const LONGEST_LAG = 6;
/** Moves are over half an hour, or from one report to the next where that is longer [slots]. */
const SHORTEST_MOVE = 3;
/** Moves that both must have made for a lag to be told. */
const LEAST_MOVES = 100;
/** A lag is one where moves go together by at least so much, and by so much better than without it (Pearson's r). */
const LEAST_CORRELATION = 0.3;
const LEAST_GAIN = 0.05;

/** How long after a station its neighbours usually make its moves, learnt from all of a series. */
export class UsualLags {
  readonly #series: CleanSeries;
  readonly #cadence: number;
  readonly #lags = new Map<string, number>();

  /** @param cadence slots between two reports of the network */
  constructor(series: CleanSeries, cadence: number) {
    this.#series = series;
    this.#cadence = cadence;
  }

  /**
   * Lag by which the moves of two stations go together best.
   *
   * @returns slots, -6 to 6, below 0 where the neighbour moves first; 0 where none is clear
   */
  of(station: number, neighbour: number, variable: number): number {
    const key = `${station}|${neighbour}|${variable}`;
    let lag = this.#lags.get(key);
    if (lag === undefined) {
      lag = this.#find(this.#moves(station, variable), this.#moves(neighbour, variable));
      this.#lags.set(key, lag);
    }
    return lag;
  }

  #find(own: Float32Array, theirs: Float32Array): number {
    const together = correlation(own, theirs, 0);
    let lag = 0;
    let best = Math.max(LEAST_CORRELATION, together + LEAST_GAIN);
    for (let tried = -LONGEST_LAG; tried <= LONGEST_LAG; tried += this.#cadence) {
      const found = correlation(own, theirs, tried);
      if (!(found > best)) continue;
      best = found;
      lag = tried;
    }
    return lag;
  }

  #moves(station: number, variable: number): Float32Array {
    const values = this.#series.of(station, variable);
    const over = Math.max(SHORTEST_MOVE, this.#cadence);
    return values.map((value, t) => (t < over ? Number.NaN : value - values[t - over]));
  }
}

/** Pearson's correlation of one series with another that is `lag` places later; NaN where they have too little in common. */
function correlation(a: Float32Array, b: Float32Array, lag: number): number {
  let count = 0;
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let t = Math.max(0, -lag); t < Math.min(a.length, a.length - lag); t++) {
    const [x, y] = [a[t], b[t + lag]];
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    count++;
    sumA += x;
    sumB += y;
    sumAA += x * x;
    sumBB += y * y;
    sumAB += x * y;
  }
  if (count < LEAST_MOVES) return Number.NaN;
  const spread = (count * sumAA - sumA * sumA) * (count * sumBB - sumB * sumB);
  return (count * sumAB - sumA * sumB) / Math.sqrt(spread);
}
