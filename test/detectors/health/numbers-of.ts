import type { Values } from '../../../schemas/observation.ts';
import { VARIABLES } from '../../../schemas/variables.ts';

/** Values in the order of VARIABLES; NaN where there is none. */
export function numbersOf(values: Partial<Values>): Float64Array {
  return Float64Array.from(VARIABLES, (variable) => values[variable] ?? Number.NaN);
}
