import { type Findings, isClean } from './invariants.ts';
import type { Outcome, Scenario } from './scenario.ts';

/** A scenario and what came of it; null where it could not be carried through. */
export interface Result {
  readonly scenario: Scenario;
  readonly outcome: Outcome | null;
}

/** True where nothing was wrong. */
export function isAsPromised({ outcome }: Result): boolean {
  return outcome !== null && outcome.problems.length === 0 && Object.values(outcome.findings).every(isClean);
}

/** A row of the table; the scale stands in it, so that nobody takes a short run for the full one. */
export function outcomeRow(result: Result, scale: number): Record<string, string | number> {
  const { outcome } = result;
  if (outcome === null) return { scale, result: 'FAILED' };
  const sum = (kind: keyof Findings) =>
    Object.values(outcome.findings).reduce((total, findings) => total + findings[kind].length, 0);
  return {
    scale,
    acknowledged: outcome.acknowledged,
    settled: outcome.expected.verdicts,
    faults: outcome.expected.faults,
    lost: sum('lost'),
    doubled: sum('doubled'),
    foreign: sum('foreign'),
    different: sum('different'),
    'judged again': outcome.longestMs === null ? '' : `${(outcome.longestMs / 1000).toFixed(1)} s`,
    result: isAsPromised(result) ? 'ok' : 'FAILED',
  };
}
