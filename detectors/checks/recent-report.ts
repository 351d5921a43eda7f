import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import type { DenseReports } from '../windows/dense-reports.ts';
import { RAIN_COUNT } from '../windows/dense-reports.ts';
import type { WindowStore } from '../windows/window-store.ts';

/** The report just before another, of a station that reports more often than every ten minutes. */
export class RecentReport {
  readonly #windows: WindowStore;
  #dense: DenseReports | null = null;
  #index = -1;
  /** What has passed since it, in slots of ten minutes. */
  slots = 0;
  /** What it reads of the variable that was read last; NaN where it has none. */
  value = Number.NaN;

  constructor(windows: WindowStore) {
    this.#windows = windows;
  }

  /** Looks for the report before one of a station at a time [ms since the epoch]. */
  find(station: number, time: number): void {
    this.#dense = this.#windows.dense(station);
    this.#index = this.#dense === null ? -1 : this.#dense.firstAt(time) - 1;
    if (this.#dense === null || this.#index < 0) return;
    this.slots = (time - this.#dense.timeOf(this.#index)) / SLOT_MS;
    if (this.slots >= 1) this.#index = -1;
  }

  /** True where there is one within ten minutes. */
  get isOne(): boolean {
    return this.#index >= 0;
  }

  /** Reads a variable (index into VARIABLES); null where there is no such report. */
  read(variable: number): RecentReport | null {
    const index = this.#index;
    if (this.#dense === null || index < 0) return null;
    if (variable !== VARIABLE_INDEX.rain) this.value = this.#dense.value(index, variable);
    else this.value = this.#dense.rainKind(index) === RAIN_COUNT ? Number.NaN : this.#dense.rainOfTenMinutes(index);
    return this;
  }
}
