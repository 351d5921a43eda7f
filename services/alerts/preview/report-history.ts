import { SLOT_MS, SLOTS_PER_HOUR, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { longestPause } from '../../stations/stopped.ts';
import {
  HEARD_WITHIN_MS,
  type ObservationStore,
  type Reported,
  type ReportedSlots,
  SLOTS_PER_WORD,
  type StationReports,
} from '../../stores/roles/observation-store.ts';
import { SlotBits } from './slot-bits.ts';

/** Slots that are looked at ahead, station by station: what is read of one station after the other stays at hand. */
const AHEAD = 6 * SLOTS_PER_HOUR;
/** Of numbers that are nearly equal the exact comparison decides, which is made of what is found here. */
const NEARLY = 1 - 1e-9;

/** The slots of a stretch in which something was reported, as they are seen by a window that moves over it. */
class PassingSlots {
  readonly bits: SlotBits;
  /** Slots since the beginning: the window, both included. */
  #low = 0;
  #high = -1;
  #first = -1;
  #last = -1;
  #count = 0;

  constructor(bits: SlotBits) {
    this.bits = bits;
  }

  /** Moves the window on: it never goes back. */
  pass(low: number, high: number): void {
    while (this.#high < high) {
      if (!this.bits.has(++this.#high)) continue;
      this.#count++;
      this.#last = this.#high;
      if (this.#first < 0) this.#first = this.#high;
    }
    while (this.#low < low) if (this.bits.has(this.#low++)) this.#count--;
    if (this.#count === 0) this.#first = -1;
    else while (this.#first < low || !this.bits.has(this.#first)) this.#first++;
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
}

/** True unless something reported as it did before, up to a slot: without an object for each, as nearly all of them did. */
function mayBeSilent({ first, last, count }: PassingSlots, slot: number): boolean {
  return count > 1 && slot - last > longestPause(first, last, count, 1) * NEARLY;
}

/**
 * True where something reports as before, whichever of the next slots a window ends at: no pause is longer than the shortest
 * that its pace may allow. Of the others each window has to be looked at.
 *
 * @param low first slot of the window that comes next
 * @param high its last
 */
function goesOn(bits: SlotBits, low: number, high: number): boolean {
  const end = high + AHEAD - 1;
  const most = bits.count(low, end);
  if (most < 2) return true;
  let last = bits.lastUpTo(high);
  const pause = longestPause(bits.firstFrom(low + AHEAD - 1), last, most, 1) * NEARLY;
  for (let slot = high; slot <= end; slot++) {
    if (bits.has(slot)) last = slot;
    if (slot + 0.5 - last > pause) return false;
  }
  return true;
}

/** What of a station passes by: its reports, and the values of each variable. */
class PassingStation {
  readonly station: string;
  readonly reports: PassingSlots;
  readonly values: readonly PassingSlots[];
  /** Those that may be silent, which pass some hours before; made when the first slot is looked at. */
  #ahead: readonly PassingSlots[] = [];
  /** Of the slots that were looked at ahead, whether something may be silent then. */
  readonly #marks = new Uint8Array(AHEAD);

  constructor(station: string, words: number) {
    [this.reports, ...this.values] = Array.from(
      { length: 1 + VARIABLES.length },
      () => new PassingSlots(new SlotBits(words)),
    );
    this.station = station;
  }

  /** Moves the window on. */
  pass(low: number, high: number): void {
    this.reports.pass(low, high);
    for (const series of this.values) series.pass(low, high);
  }

  /**
   * Looks at the next windows, each a slot after the one before.
   *
   * @returns true where anything may be silent at the end of one
   */
  lookAhead(low: number, high: number): boolean {
    if (this.#ahead.length === 0) this.#ahead = this.#thatMayBeSilent();
    if (this.#ahead.every(({ bits }) => goesOn(bits, low, high))) return false;
    const [reports, ...values] = this.#ahead;
    let isAny = false;
    for (let k = 0; k < AHEAD; k++) {
      for (const series of this.#ahead) series.pass(low + k, high + k);
      const isQuiet =
        mayBeSilent(reports, high + k + 0.5) || values.some((series) => mayBeSilent(series, reports.last));
      this.#marks[k] = reports.count > 0 && isQuiet ? 1 : 0;
      isAny ||= this.#marks[k] === 1;
    }
    return isAny;
  }

  /** What the last look ahead says of one of its windows, of a station of which it says anything. */
  mayBeSilentAt(window: number): boolean {
    return this.#marks[window] === 1;
  }

  /** The reports, and the values that do not come with each of them: a sensor is held against the reports of its station. */
  #thatMayBeSilent(): readonly PassingSlots[] {
    const { bits } = this.reports;
    const seldom = this.values.filter((series) => !series.bits.isEmpty && !series.bits.equals(bits));
    return [this.reports, ...seldom].map((series) => new PassingSlots(series.bits));
  }
}

/** When the stations of a network reported in a stretch, slot by slot, as the live system saw it at each moment. */
export class ReportHistory {
  /** Words since the epoch. */
  readonly #begin: number;
  readonly #words: number;
  #stations: PassingStation[] = [];
  /** Place of each in `#stations`, by its id. */
  #places = new Map<string, number>();
  /** First slot that is not looked at ahead, and the places of the stations that may be silent in one before. */
  #end = Number.NEGATIVE_INFINITY;
  #maybeSilent: readonly number[] = [];
  /** Stations that were heard after the time of their newest report, by id: the slot of that, and when they were heard last. */
  readonly #late = new Map<string, { readonly last: number; readonly heard: number }>();

  /** @param from beginning of the stretch, ms since the epoch, as `to` */
  constructor(from: number, to: number) {
    this.#begin = Math.floor(slotOf(from) / SLOTS_PER_WORD);
    this.#words = Math.floor(slotOf(to) / SLOTS_PER_WORD) - this.#begin + 1;
  }

  /** The history of a network. @throws HalcyonError what the store throws */
  static async read(
    store: Pick<ObservationStore, 'reportedSlots' | 'stationReports'>,
    network: string,
    from: number,
    to: number,
  ): Promise<ReportHistory> {
    const history = new ReportHistory(from, to);
    for await (const words of store.reportedSlots(network, from, to)) for (const word of words) history.add(word);
    for (const report of await store.stationReports(network, to - HEARD_WITHIN_MS, to)) history.#addHeard(report);
    return history;
  }

  #addHeard({ station, last, heard }: StationReports): void {
    if (heard > last) this.#late.set(station, { last: slotOf(last) - this.#origin, heard });
  }

  add({ station, word, reports, values }: ReportedSlots): void {
    const at = word - this.#begin;
    if (at < 0 || at >= this.#words) return;
    let place = this.#places.get(station);
    if (place === undefined) {
      place = this.#stations.push(new PassingStation(station, this.#words)) - 1;
      this.#places.set(station, place);
    }
    const one = this.#stations[place];
    one.reports.bits.note(at, reports);
    for (let v = 0; v < values.length; v++) one.values[v].bits.note(at, values[v]);
  }

  /** Leaves some stations only. */
  keep(isKept: (station: string) => boolean): void {
    this.#stations = this.#stations.filter(({ station }) => isKept(station));
    this.#places = new Map(this.#stations.map(({ station }, place) => [station, place]));
  }

  /**
   * As `ObservationStore.stationReports` of a stretch, by slots. Each call is of a stretch that begins and ends a slot after the
   * one before.
   *
   * @param asked ids of stations: any other may be left out, where nothing of it is silent at the end of the last slot
   */
  reports(from: number, to: number, asked: Iterable<string>): StationReports[] {
    const [low, high] = [slotOf(from) - this.#origin, slotOf(to) - this.#origin];
    const found: StationReports[] = [];
    for (const place of this.#toLookAt(low, high, asked)) {
      const one = this.#stations[place];
      one.pass(low, high);
      if (one.reports.count === 0) continue;
      const reported = this.#reported(one.reports);
      found.push({ station: one.station, ...reported, heard: this.#heardOf(one, to), values: this.#valuesOf(one) });
    }
    return found;
  }

  /** Places of the stations that are asked for, or may be silent, in order. */
  #toLookAt(low: number, high: number, asked: Iterable<string>): number[] {
    if (high >= this.#end) {
      this.#end = high + AHEAD;
      this.#maybeSilent = [...this.#stations.keys()].filter((place) => this.#stations[place].lookAhead(low, high));
    }
    const window = high - (this.#end - AHEAD);
    const places = new Set(this.#maybeSilent.filter((place) => this.#stations[place].mayBeSilentAt(window)));
    for (const id of asked) {
      const place = this.#places.get(id);
      if (place !== undefined) places.add(place);
    }
    return [...places].sort((a, b) => a - b);
  }

  /** Of a pause of before nobody knows when what was reported arrived: of the newest report it is known. */
  #heardOf({ station, reports }: PassingStation, moment: number): number {
    const last = this.#timeOf(reports.last);
    const late = this.#late.get(station);
    return late?.last === reports.last ? Math.max(last, Math.min(late.heard, moment)) : last;
  }

  get #origin(): number {
    return this.#begin * SLOTS_PER_WORD;
  }

  #valuesOf({ values }: PassingStation): StationReports['values'] {
    const found: Partial<Record<Variable, Reported>> = {};
    for (let v = 0; v < values.length; v++) if (values[v].count > 0) found[VARIABLES[v]] = this.#reported(values[v]);
    return found;
  }

  #reported({ first, last, count }: PassingSlots): Reported {
    return { first: this.#timeOf(first), last: this.#timeOf(last), slots: count };
  }

  #timeOf(slot: number): number {
    return timeOfSlot(this.#origin) + slot * SLOT_MS;
  }
}
