import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import { slotOf, timeOfSlot } from '../../../schemas/time.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { newFaultWord } from '../../../services/experts/new-rule.ts';
import { configuration, type EnteredRules } from '../stages/live-judgement.ts';
import { FIRST_SLOT, MemorySource } from '../stages/small-network.ts';
import { faultsOf, history, SLOTS, stations } from './calm-history.ts';

/** Slot at which s03 is moved, and at which that is called no fault. */
export const MOVED = 100;
export const CALLED = 125;

/** Reports of which those of s03 are so much more from some slots on. */
export function stepping(
  variable: Variable,
  steps: readonly (readonly [slot: number, by: number])[],
  count = stations.length,
): Observation[] {
  return history((slot, values): Values => {
    const by = steps.reduce((sum, [from, step]) => (slot >= from ? sum + step : sum), 0);
    return { ...values, [variable]: Math.round(((values[variable] ?? 0) + by) * 100) / 100 };
  }, count);
}

/** A barometer that is moved, and reads 8 hPa more for a while afterwards. */
export const movedBarometer = (count = stations.length) =>
  stepping(
    'bar',
    [
      [MOVED, -21],
      [150, 8],
      [160, -8],
    ],
    count,
  );

/** The word that the fault which is known at a slot is none. */
export async function wordAt(observations: readonly Observation[], slot: number): Promise<ExpertRule> {
  const [fault, ...others] = await faultsOf(observations, slot);
  assert.deepEqual(others, []);
  const at = timeOfSlot(FIRST_SLOT + slot);
  const said = { classification: 'normal', start: fault.start, end: fault.end } as const;
  return newFaultWord(fault, said, { by: 'ann', reason: 'moved', at });
}

/** A word as it comes to be known while observations arrive. */
export function given(arrivals: readonly Observation[], word: ExpertRule): EnteredRules {
  const place = arrivals.findIndex(({ time }) => slotOf(time) >= FIRST_SLOT + CALLED);
  return { between: (from, end) => (place >= from && place < end ? [word] : []) };
}

/** The faults of a replay with some rules, from slot 60 on. */
export async function ruled(
  observations: readonly Observation[],
  rules: readonly ExpertRule[],
): Promise<readonly Fault[]> {
  const [start, end] = [FIRST_SLOT + 60, FIRST_SLOT + SLOTS - 1].map(timeOfSlot);
  const request = { network: 'small', start, end, configuration, verdicts: 'last' } as const;
  return (await replay(new MemorySource(stations, observations, rules), request)).faults;
}
