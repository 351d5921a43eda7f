import type { Anomaly } from '../../schemas/anomaly.ts';
import type { ExpertRule, OverrideClass } from '../../schemas/expert-rule.ts';
import type { Fault } from '../../schemas/fault.ts';
import { stationKey } from '../../schemas/station.ts';
import { type KnownMarks, type Marked, type Marks, NO_MARKS } from '../answers/marks.ts';
import type { RuleQuery, RuleRegister } from './rule-register.ts';

/** Of which networks, stations and times people's words are asked for. */
type OverlayQuery = Pick<RuleQuery, 'network' | 'station' | 'from' | 'to'>;

/** What a fault is recognised by, and the anomaly that it was named by. */
type MarkedFault = Pick<Fault, 'id' | 'anomalyIds'>;

/**
 * What people say of anomalies and faults, laid over the machine's verdicts wherever these are read: it changes what is shown and
 * counted, never what was judged.
 */
export class Overlay implements KnownMarks {
  readonly #overrides = new Map<string, NonNullable<Marks['override']>>();
  /** Words on faults, by the id of the fault. */
  readonly #faults = new Map<string, ExpertRule>();
  /** Maintenance windows by station, those entered first foremost. */
  readonly #windows = new Map<string, ExpertRule[]>();

  /** @param rules of any kind, of which overrides that were taken back say nothing */
  constructor(rules: readonly ExpertRule[]) {
    for (const rule of rules.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))) {
      const { kind, anomaly, fault, classification, reason, by, at, ended } = rule;
      if (classification !== null && ended === null) {
        const override = { classification, reason, by, at };
        if (anomaly !== null) this.#overrides.set(anomaly, override);
        if (fault !== null) this.#faults.set(fault.id, rule);
        // Where there is no fault, what was flagged under it is none either.
        if (fault !== null && classification === 'normal') {
          for (const id of fault.anomalyIds) if (!this.#overrides.has(id)) this.#overrides.set(id, override);
        }
      }
      if (kind !== 'maintenance') continue;
      const key = stationKey(rule.network, rule.station);
      this.#windows.set(key, [...(this.#windows.get(key) ?? []), rule]);
    }
  }

  /** What people say of an anomaly, whichever of its versions it is. */
  marksOf(anomaly: Marked): Marks {
    const override = this.#overrides.get(anomaly.id) ?? null;
    const maintenance = this.maintenanceOf(anomaly);
    return override === null && maintenance === null ? NO_MARKS : { override, maintenance };
  }

  /** The maintenance window that a value lies in, of those entered first; null where it lies in none. */
  maintenanceOf({ network, station, variable, time }: Omit<Marked, 'id'>): string | null {
    const windows = this.#windows.size === 0 ? undefined : this.#windows.get(stationKey(network, station));
    const window = windows?.find(
      ({ variables, from, to }) => time >= from && (to === null || time < to) && variables.includes(variable),
    );
    return window?.id ?? null;
  }

  /** What people say of a fault, or of the anomaly that it was named by; null where nobody has said otherwise. */
  overrideOfFault({ id, anomalyIds: [named] }: MarkedFault): Marks['override'] {
    const rule = this.#faults.get(id);
    if (rule === undefined) return (named === undefined ? undefined : this.#overrides.get(named)) ?? null;
    const { classification, reason, by, at } = rule;
    return classification === null ? null : { classification, reason, by, at };
  }

  /** What people call a fault; null where nobody has said otherwise. */
  calledFault(fault: MarkedFault): OverrideClass | null {
    return this.overrideOfFault(fault)?.classification ?? null;
  }

  /**
   * Faults that the machine has just found in a stretch (ms since the epoch, both included), as people say: without those
   * that they call none, others from when to when they say, and those that only they know of. By start, then id.
   */
  asPeopleSay(faults: readonly Fault[], from: number, to: number): readonly Fault[] {
    if (this.#faults.size === 0) return faults;
    const said = [...this.#faults.values()].flatMap(({ fault, classification }) =>
      fault === null || classification === 'normal' || fault.start > to || (fault.end ?? to) < from ? [] : [fault],
    );
    return [...faults.filter(({ id }) => !this.#faults.has(id)), ...said].sort(
      (a, b) => a.start - b.start || (a.id < b.id ? -1 : 1),
    );
  }

  /** True where people say that a fault is none: it or its anomaly is normal, or weather. */
  explains(fault: MarkedFault): boolean {
    const called = this.calledFault(fault);
    return called === 'normal' || called === 'weather_event';
  }

  /** True where people say that it is no anomaly. */
  hides(anomaly: Marked): boolean {
    return this.#overrides.get(anomaly.id)?.classification === 'normal';
  }

  /** The anomaly by the class that people gave it, else as it is. */
  reclassified<T extends Pick<Anomaly, 'id' | 'classification'>>(anomaly: T): T {
    const classification = this.#overrides.get(anomaly.id)?.classification ?? 'normal';
    return classification === 'normal' ? anomaly : { ...anomaly, classification };
  }

  /** Ids of the anomalies that people called something, and those that they called otherwise. */
  called(classification: OverrideClass): { readonly so: readonly string[]; readonly otherwise: readonly string[] } {
    const all = [...this.#overrides];
    return {
      so: all.filter(([, override]) => override.classification === classification).map(([id]) => id),
      otherwise: all.filter(([, override]) => override.classification !== classification).map(([id]) => id),
    };
  }
}

/** Where nobody has said anything. */
export const NO_OVERLAY = new Overlay([]);

/**
 * What people say of the anomalies and faults of a network, station and time, by the catalogue.
 *
 * @throws HalcyonError what the catalogue throws
 */
export async function overlayOf(rules: Pick<RuleRegister, 'rules'>, query: OverlayQuery = {}): Promise<Overlay> {
  return new Overlay(await overlayRules(rules, query));
}

/** What tells one set of rules from another: where somebody has said something since, or taken it back, or it says it of more. */
export function wordsOf(rules: readonly ExpertRule[]): string {
  return rules.map(({ id, to, ended, fault }) => `${id} ${to} ${ended} ${fault?.anomalyIds.length}`).join('\n');
}

/** The rules that an overlay is made of. @throws HalcyonError what the catalogue throws */
export async function overlayRules(
  rules: Pick<RuleRegister, 'rules'>,
  query: OverlayQuery,
): Promise<readonly ExpertRule[]> {
  const overrides = await rules.rules({ ...query, kind: 'override', inForce: true });
  const faults = await rules.rules({ ...query, kind: 'fault', inForce: true });
  const windows = await rules.rules({ ...query, kind: 'maintenance' });
  return [...overrides, ...faults, ...windows];
}
