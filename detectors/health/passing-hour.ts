import { SLOTS_PER_HOUR, slotOf } from '../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { isPossible } from '../checks/gross-range.ts';
import { medianOf, sortAscending } from '../windows/window-values.ts';
import { CatchAround } from './catch-around.ts';
import { LASTING, REPEATING, RepeatedHours } from './repeated-reports.ts';
import { FEWEST_WITNESSES } from './surroundings.ts';
import { WindAround } from './wind-around.ts';

/** Rain falls as snow, and freezes in gauges, at means of the hour up to this [degC]. */
const FROST = 2;

const WIND = VARIABLE_INDEX.wind_speed;
const RAIN = VARIABLE_INDEX.rain;
const WARMTH = VARIABLE_INDEX.temp_out;

/** What a station's hours were like against the same hours of its neighbours. */
export interface HoursAround {
  readonly wind: WindAround;
  readonly rain: CatchAround;
  readonly repeated: RepeatedHours;
}

/** The hour that is passing by at the stations of a network, compared station by station when it is over. */
export class PassingHour {
  readonly around: readonly HoursAround[];
  readonly #neighbours: readonly (readonly number[])[];
  #hour = Number.NaN;
  readonly #wind: Float64Array;
  readonly #winds: Uint16Array;
  readonly #calms: Uint16Array;
  /** Means of this hour and of the one before [km/h]; NaN where there is none. */
  readonly #mean: Float64Array;
  readonly #meanBefore: Float64Array;
  readonly #rain: Float64Array;
  readonly #warmth: Float64Array;
  readonly #warmths: Uint16Array;
  /** Reports of this hour: in all, that repeat the one before, that do so in a run that is long by then. */
  readonly #reports: Uint16Array;
  readonly #repeats: Uint16Array;
  readonly #lasting: Uint16Array;
  readonly #inOrder: Float64Array;

  /** @param neighbours of each station, by their number; [] for one that is not asked about */
  constructor(neighbours: readonly (readonly number[])[]) {
    const stations = neighbours.length;
    this.#neighbours = neighbours;
    this.around = neighbours.map(({ length }) => ({
      wind: new WindAround(),
      rain: new CatchAround(length),
      repeated: new RepeatedHours(),
    }));
    this.#wind = new Float64Array(stations);
    this.#winds = new Uint16Array(stations);
    this.#calms = new Uint16Array(stations);
    this.#mean = new Float64Array(stations);
    this.#meanBefore = new Float64Array(stations).fill(Number.NaN);
    this.#rain = new Float64Array(stations).fill(Number.NaN);
    this.#warmth = new Float64Array(stations);
    this.#warmths = new Uint16Array(stations);
    this.#reports = new Uint16Array(stations);
    this.#repeats = new Uint16Array(stations);
    this.#lasting = new Uint16Array(stations);
    this.#inOrder = new Float64Array(Math.max(0, ...neighbours.map(({ length }) => length)));
  }

  /**
   * @param station its number; reports come in the order of their slots
   * @param time ms since the epoch
   * @param values in the order of VARIABLES, NaN where there is none
   * @param repetition of the station's reports by this one, as `RepeatedReports` has it
   */
  add(station: number, time: number, values: Float64Array, repetition: number): void {
    const hour = Math.floor(slotOf(time) / SLOTS_PER_HOUR);
    if (hour !== this.#hour) {
      this.close();
      // After a silence of all nobody knows whether a value was repeated.
      if (hour !== this.#hour + 1) this.#meanBefore.fill(Number.NaN);
      this.#hour = hour;
    }
    this.#reports[station]++;
    if (repetition >= REPEATING) this.#repeats[station]++;
    if (repetition === LASTING) this.#lasting[station]++;
    const wind = values[WIND];
    const rain = values[RAIN];
    const warmth = values[WARMTH];
    if (isPossible('wind_speed', wind)) {
      this.#wind[station] += wind;
      this.#winds[station]++;
      if (wind === 0) this.#calms[station]++;
    }
    if (isPossible('rain', rain)) {
      this.#rain[station] = (Number.isNaN(this.#rain[station]) ? 0 : this.#rain[station]) + rain;
    }
    if (isPossible('temp_out', warmth)) {
      this.#warmth[station] += warmth;
      this.#warmths[station]++;
    }
  }

  /** Compares the hour that is over. */
  close(): void {
    const stations = this.#neighbours.length;
    for (let s = 0; s < stations; s++) this.#mean[s] = this.#wind[s] / this.#winds[s];
    for (let s = 0; s < stations; s++) {
      if (this.#winds[s] > 0) {
        this.around[s].wind.add(this.#hour, this.#mean[s], this.#calms[s] / this.#winds[s], this.#windAround(s));
      }
      if (this.#reports[s] > 0) this.#compareRepeats(s);
      const frost = this.#warmths[s] > 0 && this.#warmth[s] / this.#warmths[s] <= FROST;
      if (!Number.isNaN(this.#rain[s]) && !frost) this.#compareRain(s);
    }
    this.#meanBefore.set(this.#mean);
    this.#reports.fill(0);
    this.#repeats.fill(0);
    this.#lasting.fill(0);
    this.#wind.fill(0);
    this.#winds.fill(0);
    this.#calms.fill(0);
    this.#rain.fill(Number.NaN);
    this.#warmth.fill(0);
    this.#warmths.fill(0);
  }

  /** Median of the neighbours' wind [km/h]; one that has not changed since the hour before was repeated, unless it is 0. */
  #windAround(station: number): number {
    const row = this.#neighbours[station];
    let count = 0;
    for (let n = 0; n < row.length; n++) {
      const mean = this.#mean[row[n]];
      if (Number.isNaN(mean) || (mean !== 0 && mean === this.#meanBefore[row[n]])) continue;
      this.#inOrder[count++] = mean;
    }
    if (count < FEWEST_WITNESSES) return Number.NaN;
    sortAscending(this.#inOrder, count);
    return medianOf(this.#inOrder, count);
  }

  /** Stations enter and leave an outage of the collection some minutes apart: one report that a neighbour repeats is enough. */
  #compareRepeats(station: number): void {
    const { repeated } = this.around[station];
    repeated.hours++;
    if (this.#lasting[station] < this.#reports[station]) return;
    const row = this.#neighbours[station];
    let asked = 0;
    let repeating = 0;
    for (let n = 0; n < row.length; n++) {
      if (this.#reports[row[n]] === 0) continue;
      asked++;
      if (this.#repeats[row[n]] > 0) repeating++;
    }
    if (asked < FEWEST_WITNESSES || 2 * repeating <= asked) repeated.alone++;
  }

  #compareRain(station: number): void {
    const { rain } = this.around[station];
    const row = this.#neighbours[station];
    rain.add(this.#rain[station]);
    for (let n = 0; n < row.length; n++) {
      const theirs = this.#rain[row[n]];
      if (!Number.isNaN(theirs)) rain.addNeighbour(n, theirs);
    }
  }
}
