import { SLOT_MS, SLOTS_PER_HOUR, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import type { ObservationStore, Reported, ReportedHour, StationReports } from '../../stores/roles/observation-store.ts';
import { longestPause } from '../conditions/silent-sensors.ts';

/** The slots of a stretch in which something was reported, as they are seen by a window that moves over it. */
class PassingSlots {
  readonly #bits: Uint32Array;
  /** Slots since the beginning: the window, both included. */
  #low = 0;
  #high = -1;
  #first = -1;
  #last = -1;
  #count = 0;

  /** @param bits a bit for each slot */
  constructor(bits: Uint32Array) {
    this.#bits = bits;
  }

  /** @param bits of an hour, one for each of its slots */
  note(hour: number, bits: number): void {
    const slot = hour * SLOTS_PER_HOUR;
    const [word, from] = [slot >>> 5, slot & 31];
    this.#bits[word] |= bits << from;
    // An hour may begin in one word and end in the next.
    if (from > 32 - SLOTS_PER_HOUR) this.#bits[word + 1] |= bits >>> (32 - from);
  }

  /** True where nothing was reported in any slot. */
  get isEmpty(): boolean {
    return this.#bits.every((word) => word === 0);
  }

  /** True where both have the same slots, from the first to the last. */
  equals(other: PassingSlots): boolean {
    return this.#bits.every((word, k) => word === other.#bits[k]);
  }

  /** The same slots, for a window of its own; what is noted later is in both. */
  again(): PassingSlots {
    return new PassingSlots(this.#bits);
  }

  /** Moves the window on: it never goes back. */
  pass(low: number, high: number): void {
    while (this.#high < high) {
      if (!this.#has(++this.#high)) continue;
      this.#count++;
      this.#last = this.#high;
      if (this.#first < 0) this.#first = this.#high;
    }
    while (this.#low < low) if (this.#has(this.#low++)) this.#count--;
    if (this.#count === 0) this.#first = -1;
    else while (this.#first < low || !this.#has(this.#first)) this.#first++;
  }

  get count(): number {
    return this.#count;
  }

  get first(): number {
    return this.#first;
  }

  get last(): number {
    return this.#last;
  }

  #has(slot: number): boolean {
    return ((this.#bits[slot >>> 5] >>> (slot & 31)) & 1) === 1;
  }
}

/** True unless something reported as it did before, up to a slot: without an object for each, as nearly all of them did. */
function mayBeSilent({ first, last, count }: PassingSlots, slot: number): boolean {
  // Of equal numbers the exact comparison decides, which is made of what is found here.
  return count > 1 && slot - last > longestPause(first, last, count, 1) * (1 - 1e-9);
}

/** Slots that are looked at ahead, station by station: what is read of one station after the other stays at hand. */
const AHEAD = 6 * SLOTS_PER_HOUR;

/** What of a station passes by: its reports, and the values of each variable. */
class PassingStation {
  readonly station: string;
  readonly reports: PassingSlots;
  readonly values: readonly PassingSlots[];
  /** Those that may be silent, which pass some hours before; made when the first slot is looked at. */
  #ahead: readonly PassingSlots[] = [];
  /** First slot that is not looked at, and of those before it whether something may be silent then. */
  #end = Number.NEGATIVE_INFINITY;
  readonly #marks = new Uint8Array(AHEAD);

  constructor(station: string, hours: number) {
    const words = Math.ceil((hours * SLOTS_PER_HOUR) / 32);
    const series = Array.from({ length: 1 + VARIABLES.length }, () => new Uint32Array(words));
    [this.reports, ...this.values] = series.map((bits) => new PassingSlots(bits));
    this.station = station;
  }

  /** Moves the window on. */
  pass(low: number, high: number): void {
    this.reports.pass(low, high);
    for (const series of this.values) series.pass(low, high);
  }

  /** True unless all reports as before, at the end of a window that moves on by itself. */
  mayBeSilent(low: number, high: number): boolean {
    if (high >= this.#end) {
      if (this.#ahead.length === 0) this.#ahead = this.#thatMayBeSilent();
      const [reports, ...values] = this.#ahead;
      for (let k = 0; k < AHEAD; k++) {
        for (const series of this.#ahead) series.pass(low + k, high + k);
        const isQuiet =
          mayBeSilent(reports, high + k + 0.5) || values.some((series) => mayBeSilent(series, reports.last));
        this.#marks[k] = reports.count > 0 && isQuiet ? 1 : 0;
      }
      this.#end = high + AHEAD;
    }
    return this.#marks[high - (this.#end - AHEAD)] === 1;
  }

  /** The reports, and the values that do not come with each of them: a sensor is held against the reports of its station. */
  #thatMayBeSilent(): readonly PassingSlots[] {
    const seldom = this.values.filter((series) => !series.isEmpty && !series.equals(this.reports));
    return [this.reports, ...seldom].map((series) => series.again());
  }
}

/** When the stations of a network reported in a stretch, slot by slot, as the live system saw it at each moment. */
export class ReportHistory {
  readonly #begin: number;
  readonly #hours: number;
  readonly #stations = new Map<string, PassingStation>();

  /** @param from beginning of the stretch, ms since the epoch, as `to` */
  constructor(from: number, to: number) {
    this.#begin = Math.floor(slotOf(from) / SLOTS_PER_HOUR);
    this.#hours = Math.floor(slotOf(to) / SLOTS_PER_HOUR) - this.#begin + 1;
  }

  /** The history of a network. @throws HalcyonError what the store throws */
  static async read(
    store: Pick<ObservationStore, 'reportedHours'>,
    network: string,
    from: number,
    to: number,
  ): Promise<ReportHistory> {
    const history = new ReportHistory(from, to);
    for await (const hours of store.reportedHours(network, from, to)) for (const hour of hours) history.add(hour);
    return history;
  }

  add({ station, hour, reports, values }: ReportedHour): void {
    const place = hour - this.#begin;
    if (place < 0 || place >= this.#hours) return;
    const one = this.#stations.get(station) ?? new PassingStation(station, this.#hours);
    this.#stations.set(station, one);
    one.reports.note(place, reports);
    for (const [k, bits] of values.entries()) one.values[k].note(place, bits);
  }

  /** Leaves some stations only. */
  keep(isKept: (station: string) => boolean): void {
    for (const id of this.#stations.keys()) if (!isKept(id)) this.#stations.delete(id);
  }

  /**
   * As `ObservationStore.stationReports` of a stretch, by slots. Each call is of a stretch that begins and ends a slot after the
   * one before.
   *
   * @param isAsked what is not may be left out, where nothing of it is silent at the end of the last slot
   */
  reports(from: number, to: number, isAsked: (station: string) => boolean): StationReports[] {
    const [low, high] = [slotOf(from) - this.#origin, slotOf(to) - this.#origin];
    const found: StationReports[] = [];
    for (const one of this.#stations.values()) {
      if (!one.mayBeSilent(low, high) && !isAsked(one.station)) continue;
      one.pass(low, high);
      if (one.reports.count === 0) continue;
      found.push({ station: one.station, ...this.#reported(one.reports), values: this.#valuesOf(one) });
    }
    return found;
  }

  get #origin(): number {
    return this.#begin * SLOTS_PER_HOUR;
  }

  #valuesOf({ values }: PassingStation): StationReports['values'] {
    const found: Partial<Record<Variable, Reported>> = {};
    for (const [k, name] of VARIABLES.entries()) if (values[k].count > 0) found[name] = this.#reported(values[k]);
    return found;
  }

  #reported({ first, last, count }: PassingSlots): Reported {
    const timeOf = (slot: number) => timeOfSlot(this.#origin) + slot * SLOT_MS;
    return { first: timeOf(first), last: timeOf(last), slots: count };
  }
}
