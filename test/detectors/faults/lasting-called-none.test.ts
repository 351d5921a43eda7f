import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, timeOfSlot } from '../../../schemas/time.ts';
import { newFaultWord } from '../../../services/experts/new-rule.ts';
import { configuration } from '../stages/live-judgement.ts';
import { MemorySource } from '../stages/small-network.ts';
import { about, crept, DAYS, dayOf, FIRST, history, isBetween, STATIONS } from './two-weeks.ts';

/** The faults of a replay from the second day on, with some rules. */
async function faultsOf(
  observations: readonly Observation[],
  rules: readonly ExpertRule[],
  days = DAYS,
): Promise<readonly Fault[]> {
  const [start, end] = [FIRST + SLOTS_PER_DAY, FIRST + Math.round(days * SLOTS_PER_DAY) - 1].map(timeOfSlot);
  const request = { network: 'small', start, end, configuration, verdicts: 'last' } as const;
  return (await replay(new MemorySource(STATIONS, observations, rules), request)).faults;
}

/** The one fault that holds at the end of a day, called none then. */
async function wordAt(observations: readonly Observation[], day: number): Promise<ExpertRule> {
  const [fault, ...others] = (await faultsOf(observations, [], day)).filter(({ end }) => end === null);
  assert.deepEqual(others, []);
  const at = timeOfSlot(FIRST + Math.round(day * SLOTS_PER_DAY));
  const said = { classification: 'normal', start: fault.start, end: fault.end } as const;
  return newFaultWord(fault, said, { by: 'ann', reason: 'moved', at });
}

/** A barometer that comes to read so much more from some days on, in a jump or not. */
function barometer(steps: readonly (readonly [day: number, by: number, how?: 'at once'])[]): Observation[] {
  const read = (values: Values, slot: number) => {
    const shareOf = (from: number, how?: string) =>
      how === undefined ? crept(slot, from) : Number(isBetween(slot, from, DAYS));
    const by = steps.reduce((sum, [from, step, how]) => sum + step * shareOf(from, how), 0);
    return { ...values, bar: (values.bar ?? 0) + by };
  };
  return history(read, 0, DAYS);
}

/** What a jump is at first is a fault of hours. */
const jump = (day: number) => [day, 'level'];
/** Those that begin at the same time are in the order of their ids, which are of the methods' versions: here of their kinds. */
const told = (faults: readonly Fault[]) =>
  faults.map(({ kind, start }) => [Math.round(dayOf(start)), kind] as const).sort(byDay);
const byDay = (a: readonly [number, string], b: readonly [number, string]) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1);

describe('faults of days where people call a fault none', () => {
  // It stayed open, and a further offset was taken into it and hidden with it.
  it('end there, and a later one is a fault of its own', async () => {
    const observations = barometer([
      [4, 1.5],
      [10, 1.5],
    ]);
    const word = await wordAt(observations, 5.6);
    const faults = await faultsOf(observations, [word]);
    assert.deepEqual(told(faults), [
      [4, 'bias'],
      [10, 'bias'],
    ]);
    const [first, second] = faults.filter(({ kind }) => kind === 'bias');
    assert.equal(first.id, word.fault?.id);
    about(dayOf(first.end), 5.6, 0.3);
    about(second.offset ?? 0, 1.5, 0.2);
    assert.equal(second.end, null);
  });

  it('are none of what stays as it was then', async () => {
    const offset = barometer([[4, 1.5]]);
    const faults = await faultsOf(offset, [await wordAt(offset, 5.6)]);
    assert.deepEqual(told(faults), [[4, 'bias']]);
    const far = barometer([[4, -21, 'at once']]);
    const [moved, ...others] = await faultsOf(far, [await wordAt(far, 5.6)]);
    assert.deepEqual([...told([moved]), others], [jump(4), []]);
    about(dayOf(moved.end), 5.6, 0.1);
  });

  // The jump of a barometer that was moved hid what it read wrongly by less afterwards.
  it('are found after a jump that was called none', async () => {
    const observations = barometer([
      [4, -21, 'at once'],
      [10, 1.5],
    ]);
    const faults = await faultsOf(observations, [await wordAt(observations, 4.5)]);
    assert.deepEqual(told(faults), [jump(4), [10, 'bias']]);
    about(faults.find(({ kind }) => kind === 'bias')?.offset ?? 0, 1.5, 0.2);
  });
});
