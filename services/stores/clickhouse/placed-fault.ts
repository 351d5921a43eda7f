import type { ValueUnderFault } from '../../../schemas/assessment.ts';
import type { Variable } from '../../../schemas/variables.ts';

/** What is known of a value that lies under a fault, and where it belongs. */
export interface PlacedFault {
  readonly network: string;
  readonly station: string;
  /** ms since the epoch. */
  readonly time: number;
  readonly variable: Variable;
  readonly fault: ValueUnderFault;
}
