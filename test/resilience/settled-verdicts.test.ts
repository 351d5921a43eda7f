import assert from 'node:assert/strict';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { compare, isClean } from './invariants.ts';
import { PushedHistory } from './pushed-history.ts';
import { settledVerdicts } from './settled-verdicts.ts';
import { observationItem } from './stored-answers.ts';
import { settledOf } from './topic-verdicts.ts';

const history = new PushedHistory({ network: 'resilience', seed: 3, stations: 6, days: 2 });
const observations = history.slots.flat();

describe('what a run expects', () => {
  it('is settled verdicts that change where an observation is left out or altered', async () => {
    const expected = await settledVerdicts(history.stations, observations);
    assert.ok(expected.length > 2, `${expected.length} settled`);
    assert.ok(isClean(compare(expected, await settledVerdicts(history.stations, observations))));
    const without = observations.filter((one) => !expected[0].content.includes(observationItem(one).key));
    assert.equal(without.length, observations.length - 1);
    assert.ok(compare(expected, await settledVerdicts(history.stations, without)).lost.length > 0);
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
