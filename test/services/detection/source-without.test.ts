import assert from 'node:assert/strict';
import type { SensorCondition } from '../../../schemas/fault.ts';
import { sourceWithout } from '../../../services/detection/source-without.ts';
import { END, station } from './made-up-result.ts';
import { calmDay } from './memory-source.ts';

const conditionOf = (id: string): SensorCondition => ({
  ...{ kind: 'condition', network: 'alps', station: id, variable: 'temp_out', slot: 7, content: '{}' },
});

describe('history without some stations', () => {
  it('has no condition of their sensors, and null where none are known', async () => {
    const known = { slot: 7, conditions: [conditionOf('s01'), conditionOf('s02')] };
    const source = Object.assign(calmDay(), {
      sensorsBefore: async (_: string, time: number) => (time > 5 ? known : null),
    });
    const rest = sourceWithout(source, [station(2).id]);
    assert.deepEqual(await rest.sensorsBefore?.('alps', END), { slot: 7, conditions: [conditionOf('s01')] });
    assert.equal(await rest.sensorsBefore?.('alps', 5), null);
  });
});
