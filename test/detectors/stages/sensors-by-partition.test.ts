import assert from 'node:assert/strict';
import { SensorsByPartition } from '../../../detectors/stages/sensors-by-partition.ts';
import type { StoredSensors } from '../../../schemas/fault.ts';
import { anomaly, fault, faultVersion, sensorCondition } from '../../services/stores/records.ts';

/** Sensors of ten stations, one digit of whose name is their partition. */
const ids = Array.from({ length: 10 }, (_, digit) => `s${digit}`);
const ALL: StoredSensors = {
  conditions: ids.map((station) => sensorCondition('n', 5, { station })),
  told: ids.map((station) => faultVersion(fault('n', `f${station}`, { station }))),
  verdicts: ids.map((station) => anomaly('n', `a${station}`, { station })),
};

describe('sensors by partition', () => {
  it('are asked for once for all partitions of a network that come together, each of which gets its own', async () => {
    const asked: [string, number][] = [];
    const sensors = new SensorsByPartition({
      ask: async (network, settledUntil) => {
        asked.push([network, settledUntil]);
        return ALL;
      },
      partitionOf: (_network, station) => Number(station[1]),
    });
    const all = await Promise.all(Array.from({ length: 1_000 }, (_, partition) => sensors.of(partition, 'n', 5)));
    assert.deepEqual(asked, [['n', 5]]);
    assert.equal(all.filter((one) => one !== undefined).length, 10);
    for (const [partition, own] of all.slice(0, 10).entries()) {
      assert.deepEqual(own?.conditions, [ALL.conditions[partition]]);
      assert.deepEqual(own?.told, [ALL.told[partition]]);
      assert.deepEqual(own?.verdicts, [ALL.verdicts[partition]]);
    }
    await Promise.all([sensors.of(1, 'n', 5), sensors.of(1, 'n', 6), sensors.of(1, 'm', 5)]);
    assert.deepEqual(asked.slice(1), [
      ['n', 5],
      ['n', 6],
      ['m', 5],
    ]);
  });
});
