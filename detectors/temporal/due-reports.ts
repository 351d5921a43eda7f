import { SLOT_MS, slotOf } from '../../schemas/time.ts';
import type { DenseReports } from '../windows/dense-reports.ts';
import type { WindowStore } from '../windows/window-store.ts';

/** A report rests on what came so long before it: the report just before, and rain that adds up to that of ten minutes [ms]. */
const RESTS_ON_MS = 2 * SLOT_MS;

/** What is due of one station. */
interface Due {
  /** Slot from which on every report is due, as its history has changed; Infinity where only some are. */
  from: number;
  /** Times of reports that are due by themselves. */
  readonly times: number[];
}

const NOTHING: Due = { from: Number.POSITIVE_INFINITY, times: [] };

/**
 * Which reports are to be judged: those that came, and those that rest on them. A report whose slot has a new content changes
 * the history of all later slots; one beside the slots only what follows it at once.
 */
export class DueReports {
  readonly #windows: WindowStore;
  readonly #due = new Map<number, Due>();
  /** Station -> times that came again unchanged: a redelivery, whose judgement may have been lost. */
  readonly #repeated = new Map<number, Set<number>>();
  /** Station -> times whose content was another before: of them something else may stand that is not known here. */
  readonly #replaced = new Map<number, Set<number>>();

  constructor(windows: WindowStore) {
    this.#windows = windows;
  }

  /** Stations of which something is due. */
  get stations(): Iterable<number> {
    return this.#repeated.size === 0 ? this.#due.keys() : new Set([...this.#due.keys(), ...this.#repeated.keys()]);
  }

  /** How many stations have new reports. */
  get count(): number {
    return this.#due.size;
  }

  /**
   * A report has come.
   *
   * @param inSlot whether its slot has a new content by it
   */
  came(station: number, time: number, inSlot: boolean): void {
    const due = this.#of(station);
    if (!due.times.includes(time)) due.times.push(time);
    const dense = this.#windows.dense(station);
    if (dense !== null) this.#addFollowing(due, station, dense, time);
    if (inSlot) due.from = Math.min(due.from, slotOf(time) + 1);
  }

  /** A report has come once more, the same as before. */
  cameAgain(station: number, time: number): void {
    within(this.#repeated, station).add(time);
  }

  /** What a report says has taken the place of something else. */
  replaces(station: number, time: number): void {
    within(this.#replaced, station).add(time);
  }

  /** All reports of a station from a slot on are due. */
  allFrom(station: number, slot: number): void {
    const due = this.#of(station);
    due.from = Math.min(due.from, slot);
  }

  /** True where the very same report came once more. */
  isRepeated(station: number, time: number): boolean {
    return this.#repeated.get(station)?.has(time) === true;
  }

  /** True where what a report was judged by has changed since, whoever did it. */
  hasChanged(station: number, time: number): boolean {
    return (
      slotOf(time) >= (this.#due.get(station)?.from ?? Number.POSITIVE_INFINITY) ||
      this.#replaced.get(station)?.has(time) === true
    );
  }

  /** Times of a station's reports that are due, in order, of slots up to `newest`. */
  of(station: number, newest: number): number[] {
    const { from, times } = this.#due.get(station) ?? NOTHING;
    const due: number[] = [];
    for (const time of times) if (slotOf(time) < from && slotOf(time) <= newest) due.push(time);
    if (this.#repeated.size > 0) {
      for (const time of this.#repeated.get(station) ?? []) {
        if (!times.includes(time) && slotOf(time) < from && slotOf(time) <= newest) due.push(time);
      }
    }
    if (due.length > 1) due.sort((a, b) => a - b);
    for (let slot = from; slot <= newest; slot++) this.#addSlot(station, slot, due);
    return due;
  }

  clear(): void {
    this.#due.clear();
    this.#repeated.clear();
    this.#replaced.clear();
  }

  #of(station: number): Due {
    let due = this.#due.get(station);
    if (due === undefined) {
      due = { from: Number.POSITIVE_INFINITY, times: [] };
      this.#due.set(station, due);
    }
    return due;
  }

  /** What follows a report at once rests on it. */
  #addFollowing(due: Due, station: number, dense: DenseReports, time: number): void {
    for (let next = dense.firstAt(time + 1); next < dense.count; next++) {
      const later = dense.timeOf(next);
      if (later > time + RESTS_ON_MS) return;
      if (!due.times.includes(later)) due.times.push(later);
      this.replaces(station, later);
    }
  }

  #addSlot(station: number, slot: number, due: number[]): void {
    const dense = this.#windows.dense(station);
    const end = slot * SLOT_MS + SLOT_MS / 2;
    let any = false;
    if (dense !== null) {
      for (let next = dense.firstAt(end - SLOT_MS); next < dense.count && dense.timeOf(next) < end; next++) {
        due.push(dense.timeOf(next));
        any = true;
      }
    }
    const time = any ? Number.NaN : this.#windows.timeAt(station, slot);
    if (!Number.isNaN(time)) due.push(time);
  }
}

function within(times: Map<number, Set<number>>, station: number): Set<number> {
  let some = times.get(station);
  if (some === undefined) {
    some = new Set();
    times.set(station, some);
  }
  return some;
}
