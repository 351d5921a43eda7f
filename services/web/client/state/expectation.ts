import { possibleValue } from '../../../../schemas/variables.ts';
import type { AnomalyAnswer } from '../api/answers.ts';

/** What was expected where an anomaly is, in the unit of its variable: a possible value, and how far what came is from it. */
export function expectationOf({
  variable,
  actual_value,
  expected_value,
}: Pick<AnomalyAnswer, 'variable' | 'actual_value' | 'expected_value'>): { expected: number; departure: number } {
  const expected = possibleValue(variable, expected_value);
  return { expected, departure: actual_value - expected };
}
