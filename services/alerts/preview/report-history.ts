import { SLOT_MS, SLOTS_PER_HOUR, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import type { ObservationStore, Reported, ReportedHour, StationReports } from '../../stores/roles/observation-store.ts';
import { longestPause } from '../conditions/silent-sensors.ts';

/** The slots of a stretch in which something was reported, as they are seen by a window that moves over it. */
class PassingSlots {
  readonly #bits: Uint8Array;
  /** Slots since the beginning: the window, both included. */
  #low = 0;
  #high = -1;
  #first = -1;
  #last = -1;
  #count = 0;

  constructor(hours: number) {
    this.#bits = new Uint8Array(hours);
  }

  note(hour: number, bits: number): void {
    this.#bits[hour] |= bits;
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
    return ((this.#bits[Math.floor(slot / SLOTS_PER_HOUR)] >> (slot % SLOTS_PER_HOUR)) & 1) === 1;
  }
}

/** True unless something reported as it did before, up to a slot: without an object for each, as nearly all of them did. */
function mayBeSilent({ first, last, count }: PassingSlots, slot: number): boolean {
  // Of equal numbers the exact comparison decides, which is made of what is found here.
  return count > 1 && slot - last > longestPause(first, last, count, 1) * (1 - 1e-9);
}

/** What of a station passes by: its reports, and the values of each variable. */
interface PassingStation {
  readonly station: string;
  readonly reports: PassingSlots;
  readonly values: readonly PassingSlots[];
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
    const series = () => new PassingSlots(this.#hours);
    const one = this.#stations.get(station) ?? { station, reports: series(), values: VARIABLES.map(series) };
    this.#stations.set(station, one);
    one.reports.note(place, reports);
    for (const [k, bits] of values.entries()) one.values[k].note(place, bits);
  }

  /** Leaves some stations only. */
  keep(isKept: (station: string) => boolean): void {
    for (const id of this.#stations.keys()) if (!isKept(id)) this.#stations.delete(id);
  }

  /**
   * As `ObservationStore.stationReports` of a stretch, by slots. Each call is of a later stretch than the one before.
   *
   * @param isAsked what is not may be left out, where nothing of it is silent at the end of the last slot
   */
  reports(from: number, to: number, isAsked: (station: string) => boolean): StationReports[] {
    const [low, high] = [slotOf(from) - this.#origin, slotOf(to) - this.#origin];
    const found: StationReports[] = [];
    for (const one of this.#stations.values()) {
      const { reports, values } = one;
      reports.pass(low, high);
      for (const series of values) series.pass(low, high);
      if (reports.count === 0) continue;
      const isQuiet = mayBeSilent(reports, high + 0.5) || values.some((series) => mayBeSilent(series, reports.last));
      if (!isQuiet && !isAsked(one.station)) continue;
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
