import type { ExpertRule } from '../../schemas/expert-rule.ts';
import type { Variable } from '../../schemas/variables.ts';

/** What is set of one variable of a station at a slot; null where it is as without. */
export interface VariableSetting {
  /** Score beyond which the method flags. */
  readonly threshold: number | null;
  /** Least departure that matters, unit of the variable. */
  readonly floor: number | null;
}

/** Kinds that hide values from those who verify others, and from those who teach. */
const HIDES_WITNESS: ReadonlySet<string> = new Set(['maintenance', 'bar']);

/**
 * The rules by which stations of one network are judged, found by station and slot. Overrides are none of them: they change
 * what is shown. Where a network has no rules, asking costs a comparison.
 */
export class NetworkRules {
  readonly #byStation = new Map<string, ExpertRule[]>();
  #windows = 0;
  #settings = 0;
  /** Thresholds in the order in which they came to be known. */
  readonly #news: ExpertRule[] = [];

  /** @param rules of any kind and network, of which those that judge are kept */
  constructor(rules: readonly ExpertRule[] = []) {
    for (const rule of rules) this.put(rule);
  }

  /** Takes in a rule, or what it has become. */
  put(rule: ExpertRule): void {
    if (rule.kind === 'override') return;
    const known = this.#byStation.get(rule.station) ?? [];
    const before = known.find(({ id }) => id === rule.id);
    // Of two the ended one is the newer, whichever comes first.
    if (before !== undefined && before.ended !== null) return;
    const next = [...known.filter((one) => one !== before), rule];
    this.#byStation.set(
      rule.station,
      next.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1)),
    );
    if (rule.kind === 'threshold') this.#news.push(rule);
    if (before !== undefined) return;
    if (rule.kind === 'threshold') this.#settings++;
    else this.#windows++;
  }

  /** True where nothing is set of any station. */
  get nothingSet(): boolean {
    return this.#settings === 0;
  }

  /** True where there is neither a maintenance window nor a bar. */
  get noWindows(): boolean {
    return this.#windows === 0;
  }

  /** How many thresholds came to be known. */
  get newsCount(): number {
    return this.#news.length;
  }

  /** Thresholds that came to be known after the first `count` of them: what was judged by others is to be judged again. */
  newsAfter(count: number): readonly ExpertRule[] {
    return count === this.#news.length ? [] : this.#news.slice(count);
  }

  /**
   * What is set of a station's variable.
   *
   * @param method whose score a threshold must be of
   * @returns null where nothing is
   */
  settingAt(station: string, variable: Variable, slot: number, method: string): VariableSetting | null {
    if (this.#settings === 0) return null;
    const rules = this.#byStation.get(station);
    const rule = rules?.find(
      (one) => one.kind === 'threshold' && holdsAt(one, slot) && one.variables.includes(variable),
    );
    if (rule === undefined) return null;
    const threshold = rule.method === method ? rule.threshold : null;
    return threshold === null && rule.floor === null ? null : { threshold, floor: rule.floor };
  }

  /** The windows in which a station's values are hidden from those who verify others, in some slots; empty for most. */
  hidden(station: string, fromSlot: number, toSlot: number): readonly ExpertRule[] {
    return this.#windowsOf(station, fromSlot, toSlot, HIDES_WITNESS);
  }

  /** False where a station's value teaches nothing. */
  teaches(station: string, variable: Variable, slot: number): boolean {
    return !this.#windowsOf(station, slot, slot, MAINTENANCE).some(({ variables }) => variables.includes(variable));
  }

  #windowsOf(station: string, fromSlot: number, toSlot: number, kinds: ReadonlySet<string>): readonly ExpertRule[] {
    const rules = this.#windows === 0 ? undefined : this.#byStation.get(station);
    if (rules === undefined) return NONE;
    return rules.filter(
      ({ kind, firstSlot, lastSlot }) =>
        kinds.has(kind) && firstSlot <= toSlot && (lastSlot === null || lastSlot >= fromSlot),
    );
  }
}

const NONE: readonly ExpertRule[] = [];
const MAINTENANCE: ReadonlySet<string> = new Set(['maintenance']);

/** True where a slot is judged by a rule. */
export function holdsAt({ firstSlot, lastSlot }: ExpertRule, slot: number): boolean {
  return slot >= firstSlot && (lastSlot === null || slot <= lastSlot);
}
