import type { Anomaly } from '../../schemas/anomaly.ts';
import type { ValueUnderFault } from '../../schemas/assessment.ts';
import type { Fault } from '../../schemas/fault.ts';
import type { VariableJudgement } from '../../schemas/judgement.ts';
import type { JudgementConfiguration } from '../../schemas/judgement-configuration.ts';
import type { JudgementStep } from '../../schemas/judgement-trace.ts';
import type { Observation } from '../../schemas/observation.ts';
import type { Variable } from '../../schemas/variables.ts';

/** Why a value was judged as it was: every step of the judgement, in order, and what it came to. */
export interface Explanation {
  readonly network: string;
  readonly station: string;
  readonly stationName: string;
  readonly variable: Variable;
  /** The report as it came. */
  readonly report: Observation;
  readonly configuration: JudgementConfiguration;
  /** Nothing of the stretch that was judged for it lies outside of these times, ms since the epoch. */
  readonly start: number;
  readonly end: number;
  /** Of the station's own past. */
  readonly temporal: readonly JudgementStep[];
  /** Of the verification of the candidate, by the last look at it; empty where there was no candidate. */
  readonly spatial: readonly JudgementStep[];
  readonly judgement: VariableJudgement;
  /** null: the value is no anomaly. */
  readonly verdict: Anomaly | null;
  /** True once nothing that can still arrive in time may change the verdict. */
  readonly isSettled: boolean;
  /** Faults of the sensor whose time holds the report, by their start. */
  readonly faults: readonly Fault[];
  /** What the gravest of the faults says of the value; null where it lies under none. */
  readonly underFault: ValueUnderFault | null;
}
