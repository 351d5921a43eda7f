import { SLOTS_PER_HOUR, timeOfSlot } from '../../schemas/time.ts';

const MS_PER_SECOND = 1_000;
const SECONDS_PER_MINUTE = 60;

/** When the reports of a station came, hour by hour in a ring. */
interface StationTimes {
  /** Hour that a place holds. */
  readonly hours: Int32Array;
  /** Reports of the hour, and the sum of their times since it began [s]: whole, so equal in whatever order they come. */
  readonly reports: Uint16Array;
  readonly seconds: Int32Array;
}

/** When in the hour stations report: ten-minute reports lie in the middle of it, hourly ones wherever they are made. */
export class ReportTimes {
  readonly #kept: number;
  readonly #stations: StationTimes[] = [];

  /** @param kept hours that are kept */
  constructor(kept: number) {
    this.#kept = kept;
  }

  /** Takes in reports of an hour. @param since the sum of their times since it began [s] */
  add(station: number, hour: number, reports: number, since: number): void {
    const kept = this.#kept;
    this.#stations[station] ??= {
      hours: new Int32Array(kept),
      reports: new Uint16Array(kept),
      seconds: new Int32Array(kept),
    };
    const times = this.#stations[station];
    const place = this.#placeOf(hour);
    if (times.hours[place] !== hour) {
      times.hours[place] = hour;
      times.reports[place] = 0;
      times.seconds[place] = 0;
    }
    times.reports[place] += reports;
    times.seconds[place] += since;
  }

  /**
   * Minute of the hour at which the reports of a station lie, in the mean of the hours from one to before another.
   *
   * @returns NaN where it has none
   */
  minuteIn(station: number, from: number, until: number): number {
    const times = this.#stations[station];
    if (times === undefined) return Number.NaN;
    let [reports, seconds] = [0, 0];
    for (let hour = from; hour < until; hour++) {
      const place = this.#placeOf(hour);
      if (times.hours[place] !== hour) continue;
      reports += times.reports[place];
      seconds += times.seconds[place];
    }
    return seconds / reports / SECONDS_PER_MINUTE;
  }

  #placeOf(hour: number): number {
    return ((hour % this.#kept) + this.#kept) % this.#kept;
  }
}

/** Whole seconds from the beginning of an hour to a time [ms since the epoch]; below 0 before the middle of its first slot. */
export function secondsInto(hour: number, time: number): number {
  return Math.floor((time - timeOfSlot(hour * SLOTS_PER_HOUR)) / MS_PER_SECOND);
}
