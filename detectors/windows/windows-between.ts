import { SLOT_MS, timeOfSlot } from '../../schemas/time.ts';
import type { DenseReports } from './dense-reports.ts';
import type { WindowStore } from './window-store.ts';
import type { WindowView } from './window-view.ts';

/** Windows of which times, impossible values and reports beside the slots are asked too. */
export interface TimedWindows extends WindowView, Pick<WindowStore, 'timeAt' | 'impossible'> {
  /** All reports of a station around a slot, where it reports more often than the slots have room for; else null. */
  dense(station: number, slot: number): DenseReports | null;
}

/** Reports of a station in a slot, those beside the one that holds it too; at least one. */
export function reportsIn(windows: TimedWindows, station: number, slot: number): number {
  const dense = windows.dense(station, slot);
  if (dense === null) return 1;
  const begin = timeOfSlot(slot) - SLOT_MS / 2;
  return Math.max(1, dense.firstAt(begin + SLOT_MS) - dense.firstAt(begin));
}

/** Windows without what is older than a slot, so that whoever holds more answers as others do. */
export class WindowsBetween implements TimedWindows {
  readonly #windows: TimedWindows;
  readonly #first: number;
  readonly #firstDense: number;

  /** @param first oldest slot that is there, `firstDense` oldest of which reports beside the slots are */
  constructor(windows: TimedWindows, first: number, firstDense: number) {
    this.#windows = windows;
    this.#first = first;
    this.#firstDense = firstDense;
  }

  value(station: number, variable: number, slot: number): number {
    return this.#has(slot) ? this.#windows.value(station, variable, slot) : Number.NaN;
  }

  stretch(station: number, variable: number, from: number, count: number, step: number, into: Float64Array): void {
    this.#windows.stretch(station, variable, from, count, step, into);
    for (let k = 0; k < count; k++) if (!this.#has(from + k * step)) into[k] = Number.NaN;
  }

  reported(station: number, slot: number): boolean {
    return this.#has(slot) && this.#windows.reported(station, slot);
  }

  newest(station: number): number {
    return this.#windows.newest(station);
  }

  timeAt(station: number, slot: number): number {
    return this.#has(slot) ? this.#windows.timeAt(station, slot) : Number.NaN;
  }

  impossible(station: number, variable: number, slot: number): boolean {
    return this.#has(slot) && this.#windows.impossible(station, variable, slot);
  }

  dense(station: number, slot: number): DenseReports | null {
    return slot >= this.#firstDense ? this.#windows.dense(station, slot) : null;
  }

  #has(slot: number): boolean {
    return slot >= this.#first;
  }
}
