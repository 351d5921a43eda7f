import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import type { LatestValue, StationMoment } from './observation-store.ts';

/** The newest number of a variable at some stations: NaN, and no time, where there is none. Times in ms since the epoch. */
export interface LatestColumns {
  readonly values: Float64Array;
  readonly times: Float64Array;
  /** 1 where a judgement looked at the number, 0 where it could not, `UNTOLD` where there is none. */
  readonly judged: Uint8Array;
}

/** In place of what a judgement says. */
export const UNTOLD = 255;

/**
 * What is stored of some stations at a moment, column by column: of most stations of a large network nobody asks more than
 * whether they report, and an object for each of their values takes longer than all else.
 */
export class StationMoments {
  /** Ids, in the order of every column. */
  readonly stations: readonly string[];
  /** Time of the newest report up to the moment, ms since the epoch; NaN where there was none for a month. */
  readonly seen: Float64Array;
  /** When it was heard last up to the moment, by `heardBy`, where by `seen` it would be silent; else as `seen`. */
  readonly heard: Float64Array;
  /** Slots between two reports, as the baselines have it; 1 where none tells. */
  readonly cadences: Float64Array;
  /** In the order of VARIABLES; without numbers where a station was not heard for the time of three reports of the slowest. */
  readonly latest: readonly LatestColumns[];

  /** Columns in which nothing is known yet. */
  constructor(stations: readonly string[]) {
    const unknown = () => new Float64Array(stations.length).fill(Number.NaN);
    this.stations = stations;
    this.seen = unknown();
    this.heard = unknown();
    this.cadences = new Float64Array(stations.length).fill(1);
    this.latest = VARIABLES.map(() => ({
      values: unknown(),
      times: new Float64Array(stations.length),
      judged: new Uint8Array(stations.length).fill(UNTOLD),
    }));
  }

  /** One of them; null where it had not reported for a month. */
  at(row: number): StationMoment | null {
    const seen = this.seen[row];
    if (Number.isNaN(seen)) return null;
    const latest: Partial<Record<Variable, LatestValue>> = {};
    for (const [v, { values, times, judged }] of this.latest.entries()) {
      if (Number.isNaN(values[row])) continue;
      latest[VARIABLES[v]] = { value: values[row], time: times[row], judged: judged[row] === 1 };
    }
    return { station: this.stations[row], seen, heard: this.heard[row], cadence: this.cadences[row], latest };
  }
}
