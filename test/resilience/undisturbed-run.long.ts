import assert from 'node:assert/strict';
import type { Anomaly } from '../../schemas/anomaly.ts';
import type { ReportedFault } from '../../schemas/reports/reported-fault.ts';
import { SLOTS_PER_HOUR } from '../../schemas/time.ts';
import { compare, isClean } from './invariants.ts';
import { PushedHistory } from './pushed-history.ts';
import { observationItem } from './stored-answers.ts';
import { settledOf } from './topic-verdicts.ts';
import { type Settled, undisturbedRun } from './undisturbed-run.ts';

const history = new PushedHistory({ network: 'resilience', seed: 3, stations: 6, days: 3 });
const observations = history.slots.flat();

describe('what a run expects', () => {
  let undisturbed: Settled;
  before(async () => {
    undisturbed = await undisturbedRun(history.stations, observations);
  });

  it('is settled verdicts that change where an observation is left out or altered', async () => {
    const { verdicts } = undisturbed;
    assert.ok(verdicts.length > 2, `${verdicts.length} settled`);
    const again = await undisturbedRun(history.stations, observations);
    assert.ok(isClean(compare(verdicts, again.verdicts)));
    const without = observations.filter((one) => !verdicts[0].content.includes(observationItem(one).key));
    assert.equal(without.length, observations.length - 1);
    const fewer = await undisturbedRun(history.stations, without);
    assert.ok(compare(verdicts, fewer.verdicts).lost.length > 0);
  });

  it('is settled faults of sensors with every value under them, some sensor wrong for hours at any time', () => {
    const { faults, topicFaults, values, held } = undisturbed;
    const told = faults.map(({ content }) => JSON.parse(content) as ReportedFault);
    const long = told.filter(({ kind, values: count }) => kind === 'level' && count > 6 * SLOTS_PER_HOUR);
    assert.ok(long.length > 2, `${long.length} of ${told.length} over hours`);
    assert.equal(topicFaults.length, faults.length);
    assert.equal(
      values.length,
      told.reduce((sum, { values: count }) => sum + count, 0),
    );
    assert.ok(held.length > faults.length, 'one is open at the end');
  });

  it('is every value of an observation', () => {
    const [observation] = observations;
    const other = { ...observation, values: { ...observation.values, temp_out: 1.25 } };
    assert.equal(compare([observationItem(observation)], [observationItem(other)]).different.length, 1);
  });

  it('takes from the topic the last final version of a verdict, and none that was withdrawn', () => {
    const version = (id: string, text: string, state: Anomaly['state'], final: boolean) =>
      ({ id, version: text, state, final, station: 's', time: 0 }) as unknown as Anomaly;
    const settled = settledOf([
      version('a', '1', 'provisional', false),
      version('a', '2', 'settled', true),
      version('a', '3', 'provisional', false),
      version('b', '1', 'settled', true),
      version('b', '2', 'withdrawn', true),
      version('c', '1', 'provisional', false),
    ]);
    assert.deepEqual(
      settled.map(({ key, content }) => [key, content.split('|')[0]]),
      [['a', '2']],
    );
  });
});
