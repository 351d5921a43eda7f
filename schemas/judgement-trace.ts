import type { Classification } from './anomaly.ts';
import type { FaultValue } from './fault.ts';
import type { NotJudgedReason, VariableJudgement } from './judgement.ts';
import type { VariableLimits } from './limits.ts';
import type { Variable } from './variables.ts';

/** The history that a value is judged against. Numbers are in the unit of the variable. */
export interface WindowStep {
  readonly step: 'window';
  /** Version of the baseline; null without history. */
  readonly baseline: string | null;
  /** Days of history that the baseline rests on. */
  readonly days: number;
  /** Between two values of the history. */
  readonly cadenceMinutes: number;
  /** At the cadence, oldest first, null where missing. */
  readonly history: readonly (number | null)[];
  /** Smallest departure that the method flags. */
  readonly floor: number;
  /** Typical step of the station (one sigma). */
  readonly spread: number;
  /** True where people have set the floor or the threshold. */
  readonly isSet: boolean;
}

/** The value against the limits of its variable. */
export interface LimitsStep {
  readonly step: 'limits';
  /** False where the check `gross_range` is off. */
  readonly isAsked: boolean;
  readonly limits: VariableLimits;
  readonly outcome: 'pass' | 'suspect' | 'fail';
}

/** What the temporal method, or the check `step`, expects of the value. */
export interface ExpectationStep {
  readonly step: 'expectation';
  /** Name of the method or the check. */
  readonly by: string;
  /** Empty where it judged; then the numbers are null. */
  readonly reason: NotJudgedReason;
  readonly value: number;
  readonly expected: number | null;
  readonly scale: number | null;
  /** |value - expected| / scale. */
  readonly score: number | null;
  readonly threshold: number;
  readonly isFlagged: boolean;
}

/** The value against the other elements of its report. */
interface ConsistencyStep {
  readonly step: 'consistency';
  /** What does not go together, in words; empty where all does. */
  readonly reason: string;
}

/** A check that was not asked, and why. */
export interface NotAskedStep {
  readonly step: 'not_asked';
  readonly by: string;
  readonly why: 'off' | 'flagged_already' | 'not_beside_method' | 'just_changed';
}

/** For how long the value has been the same. */
export interface RunStep {
  readonly step: 'run';
  readonly slots: number;
  /** Slots from which on the check `flat_line` raises a candidate. */
  readonly needed: number;
  readonly isFlagged: boolean;
  /** Why a run that is long enough raises none; empty for any other. */
  readonly why: '' | 'few_own_days' | 'once_an_hour' | 'changed_beside';
}

/** The temporal judgement of the value, and the check that raised a candidate; null where none did. */
export interface JudgedStep extends VariableJudgement {
  readonly step: 'judged';
  readonly candidate: string | null;
}

/** The candidate is looked at, by what is known up to a time. */
interface LookStep {
  readonly step: 'look';
  /** ms since the epoch. */
  readonly known: number;
}

/** The rules that a candidate passes, in the order in which they are asked. */
const RULES = [
  'gross_range',
  'consistency',
  'flat_line',
  'verification',
  'feed_outage',
  'station_repeats',
  'back_where_it_stood',
  'back_among_neighbours',
  'noticed',
  'beyond_weather',
  'returns_from_fault',
] as const;
export type Rule = (typeof RULES)[number];

/** `passes`: the next rule is asked. `dismisses`: the value is no anomaly. `decides`: the class is certain. */
export type RuleOutcome = 'passes' | 'dismisses' | 'decides';

/** What one rule says of the candidate. */
export interface RuleStep {
  readonly step: 'rule';
  readonly rule: Rule;
  readonly outcome: RuleOutcome;
  /** The class that it decides on; null where it decides nothing. */
  readonly classification: Classification | null;
  readonly numbers: Readonly<Record<string, number>>;
}

/** A neighbour that could be compared, and what it reads. */
interface AskedNeighbour {
  readonly id: string;
  readonly km: number;
  /** In the slot of the candidate, and in the report before; null where it has none. */
  readonly reads: number | null;
  readonly before: number | null;
}

/** What the spatial method says of the candidate. */
export interface VerificationStep {
  readonly step: 'verification';
  readonly method: string;
  readonly expected: number;
  /** Neighbours within the radius. */
  readonly within: number;
  readonly neighbours: readonly AskedNeighbour[];
  readonly classification: Classification;
  readonly reason: string;
  /** As the verdict has it: the terms of the log-odds, what each adds, what each neighbour shows. */
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** What the look at a fault of its sensor says of the value; a later one of the same fault counts instead. */
export interface FaultStep extends Omit<FaultValue, 'slot' | 'time'> {
  readonly step: 'fault';
  readonly faultId: string;
}

/** One step of the judgement of a value. */
export type JudgementStep =
  | WindowStep
  | LimitsStep
  | ExpectationStep
  | NotAskedStep
  | RunStep
  | ConsistencyStep
  | JudgedStep
  | LookStep
  | RuleStep
  | VerificationStep
  | FaultStep;

/** Takes the steps of one value as the judges make them. */
export type Tell = (step: JudgementStep) => void;

/** Who wants to know how values are judged. A judge without one makes no step. */
export interface JudgementTrace {
  /**
   * Who takes the steps of a value; null where nobody does.
   *
   * @param time of its report, ms since the epoch
   */
  tellOf(station: string, variable: Variable, time: number): Tell | null;
}
