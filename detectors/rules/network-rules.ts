import { EVERY_STATION, type ExpertRule, type RuleKind } from '../../schemas/expert-rule.ts';
import type { VariableLimits } from '../../schemas/limits.ts';
import type { Variable } from '../../schemas/variables.ts';
import { CalledNone } from './called-none.ts';

/** What is set of one variable of a station at a slot; null where it is as without. */
export interface VariableSetting {
  /** Score beyond which the method flags. */
  readonly threshold: number | null;
  /** Least departure that matters, unit of the variable. */
  readonly floor: number | null;
}

/** Stations by index, and what is ruled of them. */
export interface RuledStations {
  readonly ids: readonly string[];
  readonly rules: NetworkRules;
}

/** Kinds that hide values from those who verify others, and from those who teach. */
const HIDES_WITNESS: ReadonlySet<string> = new Set(['maintenance', 'bar', 'fault']);
/** Kinds that change how values are judged: what was judged before such a rule came to be known is judged again. */
const CHANGES_JUDGING: ReadonlySet<string> = new Set(['threshold', 'limits']);

/**
 * The rules by which stations of one network are judged, found by station and slot. Overrides are none of them: they change
 * what is shown. Where a network has no rules, asking costs a comparison.
 */
export class NetworkRules {
  /** The faults that people call none. */
  readonly calledNone = new CalledNone();
  readonly #byStation = new Map<string, ExpertRule[]>();
  /** How many of each kind are known. */
  readonly #counts: Record<RuleKind, number> = {
    override: 0,
    maintenance: 0,
    bar: 0,
    threshold: 0,
    limits: 0,
    fault: 0,
  };
  /** Thresholds and limits in the order in which they came to be known. */
  readonly #news: ExpertRule[] = [];

  /** @param rules of any kind and network, of which those that judge are kept */
  constructor(rules: readonly ExpertRule[] = []) {
    for (const rule of rules) this.put(rule);
  }

  /** Takes in a rule, or what it has become. */
  put(rule: ExpertRule): void {
    if (rule.kind === 'override') return;
    if (rule.classification === 'normal') {
      this.calledNone.put(rule);
      return;
    }
    const known = this.#byStation.get(rule.station) ?? [];
    const before = known.find(({ id }) => id === rule.id);
    // Of two the ended one is the newer, whichever comes first.
    if (before !== undefined && before.ended !== null) return;
    const next = [...known.filter((one) => one !== before), rule];
    this.#byStation.set(
      rule.station,
      next.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1)),
    );
    if (CHANGES_JUDGING.has(rule.kind)) this.#news.push(rule);
    if (before === undefined) this.#counts[rule.kind]++;
  }

  /** True where neither a threshold nor a floor is set of any station. */
  get nothingSet(): boolean {
    return this.#counts.threshold === 0;
  }

  /** True where no limits are set, neither of a station nor of the network. */
  get noLimits(): boolean {
    return this.#counts.limits === 0;
  }

  /** True where there is neither a maintenance window, nor a bar, nor a fault that people know of. */
  get noWindows(): boolean {
    return this.#counts.maintenance + this.#counts.bar + this.#counts.fault === 0;
  }

  /** How many thresholds and limits came to be known. */
  get newsCount(): number {
    return this.#news.length;
  }

  /** Thresholds and limits that came to be known after the first `count` of them: what was judged by others is judged again. */
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
    if (this.nothingSet) return null;
    const rules = this.#byStation.get(station);
    const rule = rules?.find(
      (one) => one.kind === 'threshold' && holdsAt(one, slot) && one.variables.includes(variable),
    );
    if (rule === undefined) return null;
    const threshold = rule.method === method ? rule.threshold : null;
    return threshold === null && rule.floor === null ? null : { threshold, floor: rule.floor };
  }

  /** The limits that are set of a station's variable, else those of every station; null where neither are. */
  limitsAt(station: string, variable: Variable, slot: number): VariableLimits | null {
    if (this.noLimits) return null;
    return this.#limitsOf(station, variable, slot) ?? this.#limitsOf(EVERY_STATION, variable, slot);
  }

  /** The newest limits under a station's name. It is asked for every value: a plain loop allocates nothing. */
  #limitsOf(station: string, variable: Variable, slot: number): VariableLimits | null {
    const rules = this.#byStation.get(station);
    if (rules === undefined) return null;
    for (const rule of rules) {
      if (rule.limits !== null && rule.variables[0] === variable && holdsAt(rule, slot)) return rule.limits;
    }
    return null;
  }

  /** The windows in which a station's values are hidden from those who verify others, in some slots; empty for most. */
  hidden(station: string, fromSlot: number, toSlot: number): readonly ExpertRule[] {
    return this.#windowsOf(station, fromSlot, toSlot, HIDES_WITNESS);
  }

  /** False where a station's value teaches nothing. */
  teaches(station: string, variable: Variable, slot: number): boolean {
    return !this.#windowsOf(station, slot, slot, TEACHES_NOTHING).some(({ variables }) => variables.includes(variable));
  }

  #windowsOf(station: string, fromSlot: number, toSlot: number, kinds: ReadonlySet<string>): readonly ExpertRule[] {
    const rules = this.noWindows ? undefined : this.#byStation.get(station);
    if (rules === undefined) return NONE;
    return rules.filter(
      ({ kind, firstSlot, lastSlot }) =>
        kinds.has(kind) && firstSlot <= toSlot && (lastSlot === null || lastSlot >= fromSlot),
    );
  }
}

const NONE: readonly ExpertRule[] = [];
/** Kinds whose values teach nothing. */
const TEACHES_NOTHING: ReadonlySet<string> = new Set(['maintenance', 'fault']);

/** True where a slot is judged by a rule. */
export function holdsAt({ firstSlot, lastSlot }: ExpertRule, slot: number): boolean {
  return slot >= firstSlot && (lastSlot === null || slot <= lastSlot);
}
