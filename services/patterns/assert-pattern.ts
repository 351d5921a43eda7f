import { HalcyonError } from '../../schemas/errors.ts';
import { type CheckedGraph, patternProblems } from './pattern-problems.ts';

/**
 * Lets a valid analytical pattern through.
 *
 * @throws HalcyonError `invalid_parameter` with everything that keeps a graph from being one
 */
export function assertPattern(graph: CheckedGraph): void {
  const problems = patternProblems(graph);
  if (problems.length === 0) return;
  throw new HalcyonError('invalid_parameter', problems.map(({ msg }) => msg).join('; '), { problems });
}
