import type { Observation, OriginalValue } from '../../../schemas/observation.ts';
import { byVariable, VARIABLE_INDEX, VARIABLES } from '../../../schemas/variables.ts';
import type { Reading } from '../../validation/observation-fields.ts';
import { rainIntervalOf } from '../../validation/rain-fields.ts';

const WIDTH = VARIABLES.length;

/** What few rows have; kept beside the arrays. */
interface Rest {
  readonly extras: Readonly<Record<string, number | string>>;
  readonly original: Readonly<Record<string, OriginalValue>>;
}

const EMPTY: Rest = { extras: {}, original: {} };

/** Observations of one network in columns: 52 bytes a row where it has no extras. */
export class ObservationTable {
  private times = new Float64Array(1024);
  private stations = new Uint32Array(1024);
  private values = new Float64Array(1024 * WIDTH);
  private readonly rest = new Map<number, Rest>();
  private rows = 0;
  /** Row numbers in order of time, the last report of each station and time; null until asked for. */
  private order: Uint32Array | null = null;

  /** @param ids identifiers of the stations by the number that `add` is given; may grow */
  constructor(
    private readonly network: string,
    private readonly source: string,
    private readonly ids: readonly string[],
  ) {}

  /** Number of different observations: of several of one station and time the one added last counts. */
  get size(): number {
    return this.sorted().length;
  }

  /** Number of rows that were added. */
  get added(): number {
    return this.rows;
  }

  add(station: number, reading: Reading): void {
    if (this.rows === this.times.length) this.grow();
    const row = this.rows;
    this.times[row] = reading.time;
    this.stations[row] = station;
    for (let variable = 0; variable < WIDTH; variable += 1) {
      this.values[row * WIDTH + variable] = reading.values[VARIABLES[variable]] ?? Number.NaN;
    }
    const { extras, original } = reading;
    if (hasAny(extras) || hasAny(original)) this.rest.set(row, { extras, original });
    this.rows += 1;
    this.order = null;
  }

  /** First and last time, ms since the epoch; null where there is no row. */
  extent(): { first: number; last: number } | null {
    const order = this.sorted();
    if (order.length === 0) return null;
    return { first: this.times[order[0]], last: this.times[order[order.length - 1]] };
  }

  /** Calls `visit` for each amount of rain in order of time, with the minutes that are declared for it; counts are none. */
  eachAmount(visit: (station: string, time: number, interval: number | null) => void): void {
    for (const row of this.sorted()) {
      if (Number.isNaN(this.values[row * WIDTH + VARIABLE_INDEX.rain])) continue;
      visit(
        this.ids[this.stations[row]],
        this.times[row],
        rainIntervalOf(this.rest.get(row)?.original ?? EMPTY.original),
      );
    }
  }

  /** Observations with from <= time <= to in order of time, at most `most` at once. */
  *read(from: number, to: number, most: number): Generator<Observation[]> {
    const order = this.sorted();
    let place = this.firstAt(order, from);
    while (place < order.length && this.times[order[place]] <= to) {
      const batch: Observation[] = [];
      for (; place < order.length && batch.length < most; place += 1) {
        const row = order[place];
        if (this.times[row] > to) break;
        batch.push(this.observation(row));
      }
      yield batch;
    }
  }

  private observation(row: number): Observation {
    const time = this.times[row];
    const { extras, original } = this.rest.get(row) ?? EMPTY;
    const start = row * WIDTH;
    return {
      network: this.network,
      station: this.ids[this.stations[row]],
      time,
      values: byVariable((_, v) => orNull(this.values[start + v])),
      extras,
      original,
      source: this.source,
      // A file does not say when a row was accepted: its own time, so that the same file gives the same records.
      received: time,
    };
  }

  /** Place in `order` of the first row that is not before `from`. */
  private firstAt(order: Uint32Array, from: number): number {
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.times[order[middle]] < from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private sorted(): Uint32Array {
    if (this.order !== null) return this.order;
    const { times, stations } = this;
    const order = new Uint32Array(this.rows);
    let ordered = true;
    for (let row = 0; row < this.rows; row += 1) {
      order[row] = row;
      if (row > 0 && (times[row - 1] - times[row] || stations[row - 1] - stations[row]) >= 0) ordered = false;
    }
    if (!ordered) order.sort((a, b) => times[a] - times[b] || stations[a] - stations[b] || a - b);
    let kept = 0;
    for (let place = 0; place < order.length; place += 1) {
      const row = order[place];
      const next = order[place + 1];
      if (next !== undefined && times[next] === times[row] && stations[next] === stations[row]) continue;
      order[kept] = row;
      kept += 1;
    }
    this.order = order.slice(0, kept);
    return this.order;
  }

  private grow(): void {
    const length = this.times.length * 2;
    this.times = resized(this.times, new Float64Array(length));
    this.stations = resized(this.stations, new Uint32Array(length));
    this.values = resized(this.values, new Float64Array(length * WIDTH));
  }
}

function resized<T extends Float64Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function hasAny(record: object): boolean {
  for (const _ in record) return true;
  return false;
}
