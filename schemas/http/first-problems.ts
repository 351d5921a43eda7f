import type { Problem } from '../errors.ts';

/** Problems that one answer names: who sends a hundred thousand wrong items needs no hundred thousand lines. */
const MOST = 1_000;

/** The first problems of a list, and how many more there are. */
export function firstProblems(problems: readonly Problem[]): Problem[] {
  if (problems.length <= MOST) return [...problems];
  const [{ loc }] = problems;
  const more = { loc: loc.slice(0, 1), msg: `and ${problems.length - MOST} more problems`, type: 'too_many_errors' };
  return [...problems.slice(0, MOST), more];
}
