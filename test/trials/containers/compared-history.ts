import { setTimeout as sleep } from 'node:timers/promises';
import { compare, isClean } from '../../resilience/invariants.ts';
import type { PushedHistory } from '../../resilience/pushed-history.ts';
import { observationItem, type StoredAnswers } from '../../resilience/stored-answers.ts';
import { undisturbedRun } from '../../resilience/undisturbed-run.ts';
import type { TrialReport } from './trial-report.ts';

/** How long it may take until all that was acknowledged is judged and settled [ms]. */
const SETTLE_MS = 180_000;

/** Holds what a system answers of a history against what a replay of all that it acknowledged gives. */
export async function compareHistory(
  report: TrialReport,
  when: string,
  history: PushedHistory,
  answers: StoredAnswers,
): Promise<void> {
  const took = await answers.untilJudged(history.last, SETTLE_MS);
  report.check(`${when}: the last observations are judged`, took !== null, `not after ${SETTLE_MS / 1000} s`);
  const all = [...history.acknowledged.values()];
  const expected = await undisturbedRun(history.stations, all);
  const settled = async () => ({
    verdicts: await answers.settledItems(),
    faults: await answers.settledFaultItems(),
  });
  let found = await settled();
  for (const until = performance.now() + SETTLE_MS; performance.now() < until; found = await settled()) {
    if (found.verdicts.length >= expected.verdicts.length && found.faults.length >= expected.faults.length) break;
    await sleep(1_000);
  }
  const findings = {
    observations: compare(all.map(observationItem), await answers.observationItems()),
    'settled anomalies': compare(expected.verdicts, found.verdicts),
    'faults of sensors': compare(expected.faults, found.faults),
  };
  const counts = `${all.length} observations, ${expected.verdicts.length} settled anomalies, ${expected.faults.length} faults`;
  report.check(
    `${when}: ${counts}, each once and right`,
    expected.verdicts.length > 0 && Object.values(findings).every(isClean),
    JSON.stringify(findings).slice(0, 2_000),
  );
}
