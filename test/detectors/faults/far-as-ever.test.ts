import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { configuration, judgeLive } from '../stages/live-judgement.ts';
import { MemorySource } from '../stages/small-network.ts';
import { FIRST, hourOf, STEPPE, steppe } from './dry-air.ts';

/** Reports of a network in which a sensor reads so much more than it should, by the hour; `every` slots apart. */
function reports(variable: Variable, moreAt: (hour: number) => number, every: number) {
  return steppe({
    ...{ days: 6, every },
    read: (station, hour, values) =>
      station === 's03' ? { ...values, [variable]: (values[variable] ?? 0) + moreAt(hour) } : values,
  });
}
/** The faults of one in which it reads so much too much from 60 h on, for some hours. */
async function faultsOf(variable: Variable, by: number, hours: number) {
  const observations = reports(variable, (hour) => (hour >= 60 && hour < 60 + hours ? by : 0), 3);
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

  // An hourly thermometer that somebody put right was a certain failure from then on.
  it('may have been put right where it came to its neighbours by it', async () => {
    const observations = reports('temp_out', (hour) => (hour < 60 ? -8 : -1.5), 6);
    const found = await judgeLive(STEPPE, observations);
    const [fault, ...others] = [...found.faults.values()].filter(({ state }) => state !== 'withdrawn');
    assert.deepEqual(others, []);
    assert.deepEqual(
      [fault.kind, hourOf(fault.start), fault.end, fault.certainty, fault.adjusted],
      ['level', 60, null, 'suspected', true],
    );
    assert.match(fault.reason, /^reads 6\.\d degC more since .*, nearer to neighbours; if somebody adjusted it/);
    const values = found.valuesOf(fault);
    assert.ok(values.length > 70);
    assert.ok(values.every(({ flag, estimate }) => flag === 3 && estimate === null));
  });
});
