import { type HealthIssue, percent } from './health-issue.ts';
import { STARTING_WIND, STUCK_RUN, ZERO_RATIO } from './health-thresholds.ts';

/** Levels of the neighbours' wind that are told apart: so many steps of so much [km/h], the last without an end. */
const STEP = 0.5;
const STEPS = 128;
/** A longer silence breaks a run of zeros [hours]. */
const LONGEST_SILENCE = 6;
/** Most of a day; fewer hours do not tell windy from calm. */
const LEAST_HOURS = 20;
/** A sheltered anemometer reads at least so much of the neighbours' wind in the windiest hours, one that is blocked less. */
const SHELTERED = 0.1;
/** What follows the wind reads more in the windiest hours than in all: so many times as much. */
const FOLLOWS = 1.5;
/** Hours of zero in the windiest quarter that no sheltered site has in one stretch of twelve. */
const STALLED_HOURS = 6;

/** An anemometer in the quarter of the hours in which its neighbours had most wind. */
export interface WindiestQuarter {
  readonly hours: number;
  /** Of the sensor: share of zeros in these hours, and its mean there and in all hours [km/h]. */
  readonly zeroRatio: number;
  readonly speed: number;
  readonly usual: number;
  /** Mean of the neighbours' median in these hours [km/h]. */
  readonly around: number;
  /** Hours of these that lie in runs of zero of twelve hours or more, with wind enough around to start any anemometer. */
  readonly stalled: number;
}

/** The wind of a station against the median of its neighbours, hour by hour: by levels, so that it does not grow. */
export class WindAround {
  readonly #hours = new Float32Array(STEPS);
  readonly #zeros = new Float32Array(STEPS);
  readonly #speed = new Float32Array(STEPS);
  readonly #around = new Float32Array(STEPS);
  readonly #stalled = new Float32Array(STEPS);
  /** The run of zeros that has not ended: its hours by level, the first, the last and how many came. */
  readonly #run = new Float32Array(STEPS);
  #first = 0;
  #last = Number.NEGATIVE_INFINITY;
  #came = 0;

  /**
   * @param hour since the epoch, after that of the call before
   * @param speed mean of the station in the hour [km/h]
   * @param zeros share of its readings that were 0
   * @param around median of the neighbours' means [km/h]; NaN where too few can tell
   */
  add(hour: number, speed: number, zeros: number, around: number): void {
    if (zeros < 1 || hour - this.#last > LONGEST_SILENCE) this.#end();
    this.#last = hour;
    const level = Number.isNaN(around) ? -1 : Math.min(STEPS - 1, Math.floor(around / STEP));
    if (zeros === 1) {
      if (this.#came === 0) this.#first = hour;
      this.#came++;
      if (around >= STARTING_WIND) this.#run[level]++;
    }
    if (level < 0) return;
    this.#hours[level]++;
    this.#zeros[level] += zeros;
    this.#speed[level] += speed;
    this.#around[level] += around;
  }

  /** null where fewer than 20 hours could be compared. */
  windiest(): WindiestQuarter | null {
    this.#end();
    const total = this.#hours.reduce((sum, hours) => sum + hours, 0);
    if (total < LEAST_HOURS) return null;
    let zeros = 0;
    let speed = 0;
    let around = 0;
    let stalled = 0;
    let left = total / 4;
    for (let level = STEPS - 1; level >= 0 && left > 0; level--) {
      if (this.#hours[level] === 0) continue;
      // Of the lowest of these levels only a part belongs to the quarter.
      const part = Math.min(1, left / this.#hours[level]);
      left -= part * this.#hours[level];
      zeros += part * this.#zeros[level];
      speed += part * this.#speed[level];
      around += part * this.#around[level];
      stalled += part * this.#stalled[level];
    }
    const hours = total / 4;
    const usual = this.#speed.reduce((sum, one) => sum + one, 0) / total;
    return { hours, zeroRatio: zeros / hours, speed: speed / hours, usual, around: around / hours, stalled };
  }

  #end(): void {
    const long = this.#last - this.#first + 1 >= STUCK_RUN.hours && this.#came >= STUCK_RUN.reports;
    if (this.#came > 0) {
      if (long) for (let level = 0; level < STEPS; level++) this.#stalled[level] += this.#run[level];
      this.#run.fill(0);
    }
    this.#came = 0;
  }
}

/**
 * Why an anemometer that stands still for much of the time is no stalled sensor, in words: a sheltered one turns when
 * the wind blows, and where there was less wind than some anemometers need nobody can tell. null: it is stalled.
 */
export function siteExplains({ zeroRatio, speed, usual, around, stalled }: WindiestQuarter): string | null {
  if (around < STARTING_WIND) return 'hardly any wind around';
  if (zeroRatio > ZERO_RATIO.critical || stalled >= STALLED_HOURS) return null;
  const turns = speed >= SHELTERED * around && speed >= FOLLOWS * usual;
  return turns ? 'sheltered site, it turns with the wind' : null;
}

/** The windiest hours in words. */
export function windiestText({ hours, zeroRatio, speed, around }: WindiestQuarter): string {
  return `in the windiest ${Math.round(hours)} hours zero ${percent(zeroRatio)}, mean ${speed.toFixed(1)} km/h, neighbours ${around.toFixed(1)}`;
}

/** Zeros for half a day and more while the neighbours had their strongest wind: a warning at any zero ratio. */
export function stallIssue(windiest: WindiestQuarter): HealthIssue | null {
  const { hours, stalled, around } = windiest;
  if (stalled < STALLED_HOURS) return null;
  const text = `zero in ${Math.round(stalled)} of the windiest ${Math.round(hours)} hours, in runs of ${STUCK_RUN.hours} hours or more (neighbours ${around.toFixed(1)} km/h): stalled for a time`;
  return { kind: 'stalled', severity: 'warning', text };
}
