import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR, timeOfSlot } from '../../../schemas/time.ts';
import { configuration } from '../stages/live-judgement.ts';
import { FIRST_SLOT, MemorySource } from '../stages/small-network.ts';
import { scattered, winterHistory } from './made-fronts.ts';

const DAYS = 4;
const SEEDS = [31, 32, 33, 34];
const STATIONS = 18;

/** How many values of an hourly network are device failures on a day on which a front brings air 14 degC colder. */
async function failuresIn(seed: number, verdicts: 'first' | 'last'): Promise<number> {
  const stations = scattered({ count: STATIONS, east: 200, north: 200, seed });
  const passes = { slot: (DAYS - 1) * SLOTS_PER_DAY + 10 * SLOTS_PER_HOUR, direction: 300, speed: 35 };
  const front = { ...passes, colder: 14, hours: 0.4, squall: 1 };
  const observations = winterHistory(stations, { days: DAYS, seed, cadence: () => SLOTS_PER_HOUR, front });
  const start = timeOfSlot(FIRST_SLOT + (DAYS - 1) * SLOTS_PER_DAY);
  const end = observations[observations.length - 1].time;
  const request = { network: stations[0].network, start, end, configuration, verdicts } as const;
  const { anomalies } = await replay(new MemorySource(stations, observations), request);
  return anomalies.filter(({ classification }) => classification === 'device_failure').length;
}

// It reaches the neighbours hours before or after: 55 and 30 failures were told in these four, in 72 stations.
describe('a sharp cold front over an hourly network', () => {
  for (const [verdicts, most] of [
    ['first', 0.25],
    ['last', 0.15],
  ] as const) {
    it(`is told to be a failure by few of the stations, by the ${verdicts} verdicts`, async () => {
      const failures = await Promise.all(SEEDS.map((seed) => failuresIn(seed, verdicts)));
      assert.ok(failures.reduce((sum, count) => sum + count, 0) <= most * STATIONS * SEEDS.length, failures.join(', '));
    });
  }
});
