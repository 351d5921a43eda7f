import type { WindowView } from '../../../detectors/windows/window-view.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';

/** A window view for tests: values written one by one, everything else missing; remembers the slots it was asked for. */
export class WrittenWindows implements WindowView {
  readonly #values = new Map<string, number>();
  readonly #newest = new Map<number, number>();
  earliestRead = Number.POSITIVE_INFINITY;
  latestRead = Number.NEGATIVE_INFINITY;

  write(station: number, variable: Variable, slot: number, value: number): this {
    this.#values.set(`${station} ${VARIABLES.indexOf(variable)} ${slot}`, value);
    if (!Number.isNaN(value)) this.#newest.set(station, Math.max(slot, this.newest(station)));
    return this;
  }

  /** Writes a function of the slot over [from, to], every `cadence` slots. */
  fill(
    station: number,
    variable: Variable,
    from: number,
    to: number,
    value: (slot: number) => number,
    cadence = 1,
  ): this {
    for (let slot = from; slot <= to; slot += cadence) this.write(station, variable, slot, value(slot));
    return this;
  }

  value(station: number, variable: number, slot: number): number {
    this.earliestRead = Math.min(this.earliestRead, slot);
    this.latestRead = Math.max(this.latestRead, slot);
    return this.#values.get(`${station} ${variable} ${slot}`) ?? Number.NaN;
  }

  stretch(station: number, variable: number, from: number, count: number, step: number, into: Float64Array): void {
    for (let k = 0; k < count; k++) into[k] = this.value(station, variable, from + k * step);
  }

  reported(station: number, slot: number): boolean {
    return VARIABLES.some((_, variable) => !Number.isNaN(this.value(station, variable, slot)));
  }

  newest(station: number): number {
    return this.#newest.get(station) ?? Number.NEGATIVE_INFINITY;
  }
}
