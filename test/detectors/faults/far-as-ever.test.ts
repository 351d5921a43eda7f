import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { configuration } from '../stages/live-judgement.ts';
import { MemorySource } from '../stages/small-network.ts';
import { FIRST, hourOf, STEPPE, steppe } from './dry-air.ts';

/** The faults of a network in which a sensor reads so much too much from 60 h on, for some hours. */
async function faultsOf(variable: Variable, by: number, hours: number) {
  const observations = steppe({
    ...{ days: 6, every: 3 },
    read: (station, hour, values) => {
      const isOff = station === 's03' && hour >= 60 && hour < 60 + hours;
      return isOff ? { ...values, [variable]: (values[variable] ?? 0) + by } : values;
    },
  });
  const start = timeOfSlot(FIRST + 288);
  const end = observations[observations.length - 1].time;
  const request = { network: 'small', start, end, configuration, verdicts: 'last' } as const;
  const { faults } = await replay(new MemorySource(STEPPE, observations), request);
  return faults.map((fault) => [fault.station, fault.variable, fault.kind, hourOf(fault.start), hourOf(fault.end)]);
}

describe('a sensor that is as far off as ever', () => {
  for (const [variable, by] of [
    ['bar', 3],
    ['temp_out', 5],
  ] as const) {
    // What was ordinary grew with the hours beyond what it was off by: after a day it had "ended", and was named again later.
    it(`is under one fault that does not end, of ${variable}`, async () => {
      assert.deepEqual(await faultsOf(variable, by, 200), [['s03', variable, 'level', 60, null]]);
    });

    it(`is right again where it is corrected, of ${variable}`, async () => {
      assert.deepEqual(await faultsOf(variable, by, 50), [['s03', variable, 'level', 60, 109.5]]);
    });
  }
});
