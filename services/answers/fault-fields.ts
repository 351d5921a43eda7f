import type { ValueUnderFault } from '../../schemas/assessment.ts';
import { rounded } from './report-number.ts';

/** What answers say of a value under a fault, beside its flags. */
export interface FaultFields {
  fault_id: string;
  best_estimate: number | null;
  estimate_uncertainty: number | null;
}

/**
 * What answers say of a value under a fault: a best estimate beside the value, never in place of it.
 *
 * @param shown the number in the unit of the answer, where that is another
 */
export function faultFields(fault: ValueUnderFault, shown = (value: number): number => value): FaultFields {
  return {
    fault_id: fault.faultId,
    best_estimate: fault.estimate === null ? null : shown(rounded(fault.estimate)),
    estimate_uncertainty: fault.uncertainty === null ? null : shown(rounded(fault.uncertainty)),
  };
}
