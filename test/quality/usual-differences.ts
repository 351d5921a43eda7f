import { DOCUMENTED_FLOORS } from '../../detectors/baselines/baseline-book.ts';
import { LEVELS_AROUND, LEVELS_BEFORE } from '../../detectors/spatial/neighbour-levels.ts';
import type { Neighbour } from '../../detectors/spatial/spatial-method.ts';
import type { WindowView } from '../../detectors/windows/window-view.ts';
import { dayOfSlot, SLOTS_PER_DAY } from '../../schemas/time.ts';

/** A day has so many classes: three hours each. */
const CLASSES = 8;
/** What teaches a class of all or of some days, and of the hours before a value: differences that tell what is usual. */
const LEAST_OF_DAYS = 10;
const LEAST_OF_HOURS = 4;
/** Neighbours whose differences are looked at: the nearest. */
export const DIFFERED = 5;
/** Smallest spread, as a share of the documented floor: as small as `distance` has it. */
const LEAST_SPREAD = 1 / 4;
/** Turns the median absolute deviation of normal values into one sigma. */
const MAD_TO_SIGMA = 1.4826;

/** The three hours of day (UTC) that a slot lies in, 0 to 7. */
export function classOfSlot(slot: number): number {
  return Math.floor(((((slot % SLOTS_PER_DAY) + SLOTS_PER_DAY) % SLOTS_PER_DAY) * CLASSES) / SLOTS_PER_DAY);
}

/** Values of the stations of a network in a stretch of slots. */
export interface Series {
  readonly first: number;
  readonly length: number;
  /** Class of a slot: slots of one class are alike. */
  readonly classOf: (slot: number) => number;
  /** Values of a variable at a station, from slot `first` on; NaN where there is none. */
  readonly of: (station: number, variable: number) => Readonly<ArrayLike<number>>;
}

/** Median of numbers, the upper of two middle ones; NaN of none. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/**
 * How a station usually stands to its neighbours: learnt from all of a series, what is yet to come with it, from some days
 * before each day alone, as a baseline would, or from the hours before a value.
 */
export class UsualDifferences {
  readonly #series: Series;
  readonly #days: number | null;
  readonly #least: number;
  readonly #pairs = new Map<string, readonly number[]>();
  readonly #spreads = new Map<string, readonly number[]>();

  /**
   * @param days before each that teach it; null for all of the series
   * @param least differences that tell what is usual
   */
  constructor(series: Series, days: number | null, least = LEAST_OF_DAYS) {
    this.#series = series;
    this.#days = days;
    this.#least = least;
  }

  /** What the hours of the window before a slot alone have taught, the last left out: as `distance` knows it. */
  static ofWindow(windows: WindowView, slot: number): UsualDifferences {
    const first = slot - LEVELS_BEFORE;
    const length = LEVELS_BEFORE - LEVELS_AROUND;
    const of = (station: number, variable: number) => {
      const values = new Float64Array(length);
      windows.stretch(station, variable, first, length, 1, values);
      return values;
    };
    return new UsualDifferences({ first, length, of, classOf: () => 0 }, null, LEAST_OF_HOURS);
  }

  /**
   * How far a value stands from where the neighbours' put it: the median over the nearest of its difference from theirs, less
   * what is usual between the two in these three hours of day.
   *
   * @param theirs the neighbour's value; NaN where it has none
   * @returns unit of the variable; NaN where nothing can be compared
   */
  departure(
    station: number,
    variable: number,
    slot: number,
    value: number,
    neighbours: readonly Neighbour[],
    theirs: (neighbour: number) => number,
  ): number {
    return this.#departure(station, variable, dayOfSlot(slot), this.#series.classOf(slot), value, neighbours, theirs);
  }

  /** Usual size of such departures in the three hours of a slot: one sigma, above 0 [unit of the variable]. */
  spread(station: number, variable: number, slot: number, neighbours: readonly Neighbour[]): number {
    const nearest = neighbours.slice(0, DIFFERED);
    const day = dayOfSlot(slot);
    const key = `${this.#taughtBy(day)}|${station}|${variable}|${nearest.map(({ index }) => index).join()}`;
    let spreads = this.#spreads.get(key);
    if (spreads === undefined) {
      spreads = this.#spreadsOf(station, variable, day, nearest);
      this.#spreads.set(key, spreads);
    }
    return spreads[this.#series.classOf(slot)];
  }

  #departure(
    station: number,
    variable: number,
    day: number,
    ofDay: number,
    value: number,
    neighbours: readonly Neighbour[],
    theirs: (neighbour: number) => number,
  ): number {
    const departures: number[] = [];
    for (const { index } of neighbours.slice(0, DIFFERED)) {
      const departure = value - theirs(index) - this.#usual(station, index, variable, day)[ofDay];
      if (!Number.isNaN(departure)) departures.push(departure);
    }
    return medianOf(departures);
  }

  #spreadsOf(station: number, variable: number, day: number, nearest: readonly Neighbour[]): number[] {
    const sizes = byClass();
    const own = this.#series.of(station, variable);
    this.#eachTaught(day, (t, ofDay) => {
      if (Number.isNaN(own[t])) return;
      const theirs = (neighbour: number) => this.#series.of(neighbour, variable)[t];
      const departure = this.#departure(station, variable, day, ofDay, own[t], nearest, theirs);
      if (!Number.isNaN(departure)) sizes[ofDay].push(Math.abs(departure));
    });
    const least = LEAST_SPREAD * DOCUMENTED_FLOORS[variable];
    return sizes.map((ofClass) => Math.max(least, MAD_TO_SIGMA * (medianOf(ofClass) || 0)));
  }

  /** Median difference from a neighbour in each class; NaN where too little is known. */
  #usual(station: number, neighbour: number, variable: number, day: number): readonly number[] {
    const key = `${this.#taughtBy(day)}|${station}|${neighbour}|${variable}`;
    let usual = this.#pairs.get(key);
    if (usual === undefined) {
      const own = this.#series.of(station, variable);
      const other = this.#series.of(neighbour, variable);
      const differences = byClass();
      this.#eachTaught(day, (t, ofDay) => {
        const difference = own[t] - other[t];
        if (!Number.isNaN(difference)) differences[ofDay].push(difference);
      });
      usual = differences.map((ofClass) => (ofClass.length < this.#least ? Number.NaN : medianOf(ofClass)));
      this.#pairs.set(key, usual);
    }
    return usual;
  }

  #taughtBy(day: number): string {
    return this.#days === null ? 'all' : `before ${day}`;
  }

  /** Calls with the place in the series and the class of each slot that teaches a day. */
  #eachTaught(day: number, teach: (t: number, ofDay: number) => void): void {
    const { first, length } = this.#series;
    const begin = day * SLOTS_PER_DAY - first;
    const from = this.#days === null ? 0 : Math.max(0, begin - this.#days * SLOTS_PER_DAY);
    const end = this.#days === null ? length : Math.min(length, begin);
    for (let t = from; t < end; t++) teach(t, this.#series.classOf(first + t));
  }
}

function byClass(): number[][] {
  return Array.from({ length: CLASSES }, () => []);
}
