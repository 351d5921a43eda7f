import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation } from '../../schemas/observation.ts';
import { slotOf } from '../../schemas/time.ts';
import { HalcyonProcess } from './halcyon-process.ts';
import type { Item } from './invariants.ts';
import { type PushedHistory, SETTLING_SLOTS } from './pushed-history.ts';
import { StoredAnswers } from './stored-answers.ts';

/** How long an ordered end and a start may take to have everything settled [ms]. */
const SETTLE_MS = 5_000;
/** Slots of one push. */
const AT_ONCE = 6;

/**
 * The flags of every value as a system gives them that nobody disturbs: one process on everything embedded, to which the
 * observations come in order.
 *
 * @param folder for its data
 * @param observations of the network of the history
 */
export async function undisturbedFlags(
  folder: string,
  history: PushedHistory,
  observations: readonly Observation[],
): Promise<Item[]> {
  const system = await HalcyonProcess.on({ environment: { HALCYON_DATA: folder } });
  const bySlot = new Map<number, Observation[]>();
  for (const one of observations) bySlot.set(slotOf(one.time), [...(bySlot.get(slotOf(one.time)) ?? []), one]);
  const slots = [...bySlot.keys()].sort((a, b) => a - b);
  try {
    await system.start();
    await history.register(system.url);
    for (let from = 0; from < slots.length; from += AT_ONCE) {
      const some = slots.slice(from, from + AT_ONCE).flatMap((slot) => bySlot.get(slot) ?? []);
      await history.push(system.url, some);
    }
    await system.stop();
    await system.start();
    await sleep(SETTLE_MS);
    return await new StoredAnswers(system.url, history.network).flagItems(settledFlagsOf(observations));
  } finally {
    await system.stop();
  }
}

/** Time up to which all flags of some observations are settled, ms since the epoch. */
export function settledFlagsOf(observations: readonly Observation[]): number {
  const slots = [...new Set(observations.map(({ time }) => slotOf(time)))].sort((a, b) => a - b);
  const last = slots.at(-1 - SETTLING_SLOTS) ?? Number.NEGATIVE_INFINITY;
  return Math.max(...observations.filter(({ time }) => slotOf(time) <= last).map(({ time }) => time));
}
