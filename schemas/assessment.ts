import type { Anomaly, SpatialVerification } from './anomaly.ts';
import type { FaultValue } from './fault.ts';
import type { Judgement } from './judgement.ts';
import type { Variable } from './variables.ts';

/** What of an anomaly tells the quality of its value. */
export interface ValueVerdict extends Pick<Anomaly, 'check' | 'temporalMethod' | 'classification' | 'state'> {
  readonly spatial: Pick<SpatialVerification, 'neighborsChecked'>;
}

/** What of a fault tells the quality of a value under it. */
export interface ValueUnderFault extends Pick<FaultValue, 'estimate' | 'uncertainty'> {
  readonly faultId: string;
  readonly flag: Exclude<FaultValue['flag'], 1>;
}

/** All that was found for the values of one observation, by both stages. */
export interface Assessment {
  readonly judgement: Judgement;
  /** The last verdict on each value that was ever given one under the judgement's configuration, one taken back too. */
  readonly verdicts: Readonly<Partial<Record<Variable, ValueVerdict>>>;
  /** What is known of each value that lies under a fault of its sensor. */
  readonly faults: Readonly<Partial<Record<Variable, ValueUnderFault>>>;
  /** True: everything of its slot is settled, so that a flagged value without a verdict is no anomaly. */
  readonly settled: boolean;
}

/** The fault that counts of several over one value: that with the gravest flag, among those one that has an estimate; null of none. */
export function gravestOf(faults: readonly ValueUnderFault[]): ValueUnderFault | null {
  return faults.reduce<ValueUnderFault | null>(
    (most, one) => (most === null || isGraver(one, most) ? one : most),
    null,
  );
}

function isGraver(one: ValueUnderFault, other: ValueUnderFault): boolean {
  if (one.flag !== other.flag) return one.flag > other.flag;
  if ((one.estimate === null) !== (other.estimate === null)) return other.estimate === null;
  return one.faultId < other.faultId;
}
