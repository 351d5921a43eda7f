import { VARIABLE_SPECIFICATIONS, VARIABLES, type Variable } from '../../schemas/variables.ts';
import type { ParameterSpecification } from '../methods/temporal-method.ts';
import type { CheckSpecification } from './check-specification.ts';

/** One side of a variable's limits as a parameter. */
function limit(variable: Variable, side: 'low' | 'high'): ParameterSpecification {
  const { title, unit, low, high } = VARIABLE_SPECIFICATIONS[variable];
  return {
    name: `${variable}_${side}`,
    unit,
    meaning: `${side === 'low' ? 'Lowest' : 'Highest'} possible ${title}.`,
    low,
    high,
    default: side === 'low' ? low : high,
  };
}

export const grossRangeSpecification: CheckSpecification = {
  name: 'gross_range',
  version: 1,
  summary:
    'Flags a value that no surface station can have measured. It stays in the record, is left out of windows, and is a device failure whatever the neighbours say.',
  parameters: VARIABLES.flatMap((variable) => [limit(variable, 'low'), limit(variable, 'high')]),
  source: 'IOOS QARTOD, Manual for Real-Time Quality Control of Meteorological Data, gross range test.',
};

/**
 * True where a value is physically impossible. The limits themselves are possible.
 *
 * @param value unit of the variable; what is no number at all is impossible as well
 */
export function grossRange(variable: Variable, value: number): boolean {
  const { low, high } = VARIABLE_SPECIFICATIONS[variable];
  return !(value >= low && value <= high);
}
