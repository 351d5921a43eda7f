import { CLASSIFICATIONS } from './anomaly.ts';
import { type Fault, isAgainstUsual } from './fault.ts';
import type { VariableLimits } from './limits.ts';
import { SLOT_MS, slotOf } from './time.ts';
import type { Variable } from './variables.ts';

/**
 * What people rule: an `override` of one anomaly's class, their word on one `fault` of a sensor, a `maintenance` window of a
 * station and a `bar` that excludes it as a neighbour, a `threshold` (or floor) of one of its variables, the `limits` of a variable at a station or in a whole network.
 */
export const RULE_KINDS = ['override', 'maintenance', 'bar', 'threshold', 'limits', 'fault'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** What limits of every station of a network have in place of a station's identifier. */
export const EVERY_STATION = '';

/** What an anomaly may be called by people: one of the classes, or no anomaly after all. */
export const OVERRIDE_CLASSES = [...CLASSIFICATIONS, 'normal'] as const;
export type OverrideClass = (typeof OVERRIDE_CLASSES)[number];

/** A rule that somebody entered. It is never changed but to be ended, and never deleted. */
export interface ExpertRule {
  readonly id: string;
  readonly kind: RuleKind;
  readonly network: string;
  /** EVERY_STATION of limits that are for the whole network. */
  readonly station: string;
  /** Those it is for, in the order of VARIABLES; of an override, a word on a fault, a threshold and limits the one. */
  readonly variables: readonly Variable[];
  /** Of an override: the anomaly; else null. */
  readonly anomaly: string | null;
  /** Of a word on a fault: the fault as it is to be shown, where it is called none as it was when they said so; else null. */
  readonly fault: Fault | null;
  /** Of an override and a word on a fault: what it is called; else null. */
  readonly classification: OverrideClass | null;
  /** Of a threshold: the score beyond which this method flags, null where only the floor is set; else null. */
  readonly method: string | null;
  readonly threshold: number | null;
  /** Of a threshold: the least departure that matters, unit of the variable; null where it is not set. */
  readonly floor: number | null;
  /** Of limits: all four, unit of the variable; else null. */
  readonly limits: VariableLimits | null;
  /** Observations that it speaks of, ms since the epoch: from this time up to but without `to`; null: open. */
  readonly from: number;
  readonly to: number | null;
  /**
   * Slots that are judged by it, both included, null: without end; none where the last is before the first. The first has
   * not come yet when a rule is entered, the last not when it is ended, so that a replay judges every slot as it was judged live.
   */
  readonly firstSlot: number;
  readonly lastSlot: number | null;
  readonly reason: string;
  /** Who entered it, and when [ms since the epoch]. */
  readonly by: string;
  readonly at: number;
  /** Who ended it, and when; null while nobody has. */
  readonly endedBy: string | null;
  readonly ended: number | null;
}

/** Slots from the present one to the first that judging can go by what is entered now: every stage knows it by then. */
const AHEAD_SLOTS = 2;

/**
 * First slot that is judged by a rule.
 *
 * @param from first time that it speaks of, `now` when it is entered [ms since the epoch]
 */
export function firstJudgedSlot(from: number, now: number): number {
  return Math.max(slotOf(from), slotOf(now) + AHEAD_SLOTS);
}

/**
 * A rule as it is when somebody ends it.
 *
 * @param now when it is ended, `at` up to when it shall speak of observations [ms since the epoch]
 */
export function endedRule(rule: ExpertRule, by: string, now: number, at: number): ExpertRule {
  const to = Math.max(rule.from, Math.min(rule.to ?? Number.POSITIVE_INFINITY, at));
  // What has come by now was judged by it.
  const last = Math.max(slotOf(to), slotOf(now) + AHEAD_SLOTS - 1);
  return { ...rule, to, lastSlot: Math.min(rule.lastSlot ?? Number.POSITIVE_INFINITY, last), endedBy: by, ended: now };
}

/** False where a rule was over before any slot was judged by it. */
export function isEverJudgedBy({ firstSlot, lastSlot }: Pick<ExpertRule, 'firstSlot' | 'lastSlot'>): boolean {
  return lastSlot === null || lastSlot >= firstSlot;
}

/** Time from which judging goes by a rule [ms since the epoch]; null where it never does. */
export function judgedFrom(rule: ExpertRule): number | null {
  const { kind, classification, fault, firstSlot } = rule;
  if (kind === 'override' || !isEverJudgedBy(rule)) return null;
  if (classification === 'normal' && (fault === null || !isAgainstUsual(fault.kind))) return null;
  return firstSlot * SLOT_MS;
}

/** True where a rule speaks of observations of some time, or will. */
export function isActive({ ended, to }: ExpertRule, now: number): boolean {
  return ended === null && (to === null || to > now);
}
