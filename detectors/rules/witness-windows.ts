import type { ExpertRule } from '../../schemas/expert-rule.ts';
import { VARIABLE_INDEX, VARIABLES } from '../../schemas/variables.ts';
import type { Neighbour } from '../neighbours/spatial-question.ts';
import type { WindowView } from '../windows/window-view.ts';
import { holdsAt, type NetworkRules } from './network-rules.ts';

/**
 * The windows as those see them who ask neighbours: what a neighbour reported in maintenance, or while it was barred from
 * vouching, was not reported. The digest of a verdict over these windows covers the rules by that.
 *
 * @param fromSlot earliest slot that is looked at, `toSlot` the newest
 * @returns the windows themselves where no rule hides anything
 */
export function witnessWindows(
  windows: WindowView,
  rules: NetworkRules,
  neighbours: readonly Neighbour[],
  fromSlot: number,
  toSlot: number,
): WindowView {
  if (rules.noWindows) return windows;
  const hidden = new Map<number, readonly ExpertRule[]>();
  for (const { index, id } of neighbours) {
    const of = rules.hidden(id, fromSlot, toSlot);
    if (of.length > 0) hidden.set(index, of);
  }
  return hidden.size === 0 ? windows : new WitnessWindows(windows, hidden);
}

class WitnessWindows implements WindowView {
  readonly #windows: WindowView;
  /** Station -> what hides its values. */
  readonly #hidden: ReadonlyMap<number, readonly ExpertRule[]>;

  constructor(windows: WindowView, hidden: ReadonlyMap<number, readonly ExpertRule[]>) {
    this.#windows = windows;
    this.#hidden = hidden;
  }

  value(station: number, variable: number, slot: number): number {
    return this.#hides(station, variable, slot) ? Number.NaN : this.#windows.value(station, variable, slot);
  }

  stretch(station: number, variable: number, from: number, count: number, step: number, into: Float64Array): void {
    this.#windows.stretch(station, variable, from, count, step, into);
    if (!this.#hidden.has(station)) return;
    for (let k = 0; k < count; k++) if (this.#hides(station, variable, from + k * step)) into[k] = Number.NaN;
  }

  reported(station: number, slot: number): boolean {
    return this.#windows.reported(station, slot) && !this.#hidesAll(station, slot);
  }

  newest(station: number): number {
    return this.#windows.newest(station);
  }

  #hides(station: number, variable: number, slot: number): boolean {
    const rules = this.#hidden.get(station);
    if (rules === undefined) return false;
    return rules.some((rule) => holdsAt(rule, slot) && rule.variables.some((one) => VARIABLE_INDEX[one] === variable));
  }

  #hidesAll(station: number, slot: number): boolean {
    return this.#hidden.has(station) && VARIABLES.every((_, variable) => this.#hides(station, variable, slot));
  }
}
