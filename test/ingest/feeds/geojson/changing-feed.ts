import { seeded } from '../../../detectors/stages/small-network.ts';

/** What is wrong with a feed for a while. */
export type Fault =
  | 'none'
  | 'half'
  | 'no_json'
  | 'no_collection'
  | 'error_500'
  | 'retry_after'
  | 'refused'
  | 'slow'
  | 'huge'
  | 'stale';

/** The faults of six hours, one after the other, each with its minutes; they begin anew after the last. */
const COURSE: readonly (readonly [Fault, number])[] = [
  ['none', 40],
  ['half', 3],
  ['none', 17],
  ['no_json', 12],
  ['none', 15],
  ['no_collection', 5],
  ['none', 8],
  ['error_500', 25],
  ['none', 31],
  ['retry_after', 12],
  ['none', 22],
  ['refused', 14],
  ['none', 20],
  ['slow', 4],
  ['none', 11],
  ['huge', 6],
  ['none', 13],
  ['stale', 7],
  ['none', 30],
];

export const STEP_MS = 600_000;
const MINUTE_MS = 60_000;
const STATIONS = 8;
/** Minutes after which a station's observation appears. */
const DELAYS = Array.from({ length: STATIONS }, (_, station) => (station * 7) % 10);
/** one in so many observation is corrected four minutes after it appeared. */
const CORRECTED = 17;

/** One observation as it stood in a document that was served whole. */
export interface Shown {
  readonly key: string;
  readonly value: number;
}

/** The feed of a small network over hours: its documents and its faults are functions of the time. */
export class ChangingFeed {
  private readonly start: number;
  /** Observations of each station that the feed shows. */
  private readonly depth: number;
  private readonly noise = new Map<string, number>();

  constructor(start: number, depth: number) {
    this.start = start;
    this.depth = depth;
  }

  faultAt(time: number): Fault {
    const all = COURSE.reduce((sum, [, minutes]) => sum + minutes, 0);
    let minute = ((time - this.start) / MINUTE_MS) % all;
    for (const [fault, minutes] of COURSE) {
      minute -= minutes;
      if (minute < 0) return fault;
    }
    return 'none';
  }

  /** The document of a time, and what it shows. */
  documentAt(time: number): { text: string; shown: Shown[] } {
    const features: unknown[] = [];
    const shown: Shown[] = [];
    for (const [station, delay] of DELAYS.entries()) {
      const newest = Math.floor((time - delay * MINUTE_MS) / STEP_MS);
      for (let slot = newest - this.depth + 1; slot <= newest; slot++) {
        const age = time - delay * MINUTE_MS - slot * STEP_MS;
        const value = this.valueOf(station, slot, age);
        const properties = { station_file: `s${station}`, ts: (slot * STEP_MS) / 1000, temp_out: value, bar: 1000 };
        features.push({
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [20 + station / 10, 38] },
          properties,
        });
        shown.push({ key: `s${station}|${slot * STEP_MS}`, value });
      }
    }
    return { text: JSON.stringify({ type: 'FeatureCollection', features }), shown };
  }

  /** Observations that stood in the feed, or would have, while it was well for at least so many ms without a break. */
  standingFor(ms: number, end: number): Set<string> {
    const since = new Map<string, number>();
    const found = new Set<string>();
    for (let time = this.start; time <= end; time += 10_000) {
      if (this.faultAt(time) !== 'none') {
        since.clear();
        continue;
      }
      for (const { key } of this.documentAt(time).shown) {
        if (!since.has(key)) since.set(key, time);
        if (time - (since.get(key) ?? time) >= ms) found.add(key);
      }
    }
    return found;
  }

  private valueOf(station: number, slot: number, age: number): number {
    const key = `${station}|${slot}`;
    let value = this.noise.get(key);
    if (value === undefined) {
      value = Math.round(seeded(station * 100_000 + slot)() * 200) / 10;
      this.noise.set(key, value);
    }
    return (slot + station) % CORRECTED === 0 && age >= 4 * MINUTE_MS ? value + 0.1 : value;
  }
}
