import { setTimeout as sleep } from 'node:timers/promises';
import type { Item } from './invariants.ts';
import type { StoredAnswers } from './stored-answers.ts';

/** What is settled at a moment. */
export interface SettledNow {
  readonly verdicts: readonly Item[];
  readonly faults: readonly Item[];
}

/** How often it is looked, and how long nothing may change before what is stored is compared [ms]. */
const LOOK_MS = 6_000;
const QUIET_MS = 5 * LOOK_MS;
/** How long it may take until it can be read [ms]. */
const MOST_MS = 900_000;

/**
 * What a system has settled, once it is as much as expected or nothing more comes.
 *
 * @param expected verdicts and faults
 */
export async function settledWhenQuiet(answers: StoredAnswers, expected: number): Promise<SettledNow> {
  let settled = await settledNow(answers);
  for (let since = performance.now(); performance.now() - since < QUIET_MS; ) {
    await sleep(LOOK_MS);
    const now = await settledNow(answers);
    if (countOf(now) === countOf(settled) && countOf(now) === expected) break;
    if (countOf(now) !== countOf(settled)) since = performance.now();
    settled = now;
  }
  return settled;
}

function countOf({ verdicts, faults }: SettledNow): number {
  return verdicts.length + faults.length;
}

/** What is settled, once it can be read. */
async function settledNow(answers: StoredAnswers): Promise<SettledNow> {
  for (const end = performance.now() + MOST_MS; ; ) {
    try {
      return { verdicts: await answers.settledItems(), faults: await answers.settledFaultItems() };
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(1_000);
    }
  }
}
