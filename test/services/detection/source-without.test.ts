import assert from 'node:assert/strict';
import type { SensorCondition } from '../../../schemas/fault.ts';
import { sourceWithout } from '../../../services/detection/source-without.ts';
import { someFault } from '../answers/some-fault.ts';
import { END, station } from './made-up-result.ts';
import { calmDay } from './memory-source.ts';

const differences = [
  ['s02', 4, [0], 1],
  ['s03', 5, [0], 1],
];
const conditionOf = (id: string, known = differences): SensorCondition => ({
  ...{ kind: 'condition', network: 'alps', station: id, variable: 'temp_out', slot: 7 },
  content: JSON.stringify({ open: { expectation: { differences: known } }, ended: [] }),
});

// A report named them as neighbours of faults that began before it, and told what lasts of their own sensors.
describe('history without some stations', () => {
  const left = [station(2).id];

  it('has no condition of their sensors, and null where none are known', async () => {
    const known = { slot: 7, conditions: [conditionOf('s01'), conditionOf('s02')] };
    const sensorsBefore = async (_: string, time: number) => (time > 5 ? known : null);
    const rest = sourceWithout(Object.assign(calmDay(), { sensorsBefore }), left);
    const own = [conditionOf('s01', differences.slice(1))];
    assert.deepEqual(await rest.sensorsBefore?.('alps', END), { slot: 7, conditions: own });
    assert.equal(await rest.sensorsBefore?.('alps', 5), null);
  });

  it('has no fault of theirs, stored or lasting, and none that names them as neighbours', async () => {
    const content = JSON.stringify([{ sensors: [{ station: 's01' }, { station: 's02' }] }]);
    const lastingCondition = async (_: string, time: number) => (time > 5 ? { slot: 7, content } : null);
    const source = Object.assign(calmDay(), { lastingCondition });
    const fault = someFault({ network: 'alps', station: 's01', start: END, neighbors: ['s02', 's03'] });
    source.found = [fault, { ...fault, station: 's02' }];
    const rest = sourceWithout(source, left);
    assert.deepEqual(await rest.faults?.('alps', END, END), [{ ...fault, neighbors: ['s03'] }]);
    assert.deepEqual(await rest.lastingCondition?.('alps', END), {
      slot: 7,
      content: JSON.stringify([{ sensors: [{ station: 's01' }] }]),
    });
    assert.equal(await rest.lastingCondition?.('alps', 5), null);
  });
});
