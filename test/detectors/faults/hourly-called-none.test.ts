import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { newFaultWord } from '../../../services/experts/new-rule.ts';
import { configuration, judgeLive, said } from '../stages/live-judgement.ts';
import { FIRST_SLOT, MemorySource, smallHistory, smallStations } from '../stages/small-network.ts';

const DAYS = 10;
const MOVED = 6 * SLOTS_PER_DAY + 60;
/** Two days later the barometer reads 8 hPa more, for ten hours. */
const AGAIN = MOVED + 300;
const stations = smallStations(6);

/** Reports every hour of a network in which the barometer of s03 is moved. */
function hourly(): Observation[] {
  const reports = smallHistory(stations, DAYS, 11).filter(({ time }) => slotOf(time) % SLOTS_PER_HOUR === 0);
  return reports.map((one) => {
    const { bar } = one.values;
    const slot = slotOf(one.time) - FIRST_SLOT;
    if (one.station !== 's03' || slot < MOVED || bar === null) return one;
    return { ...one, values: { ...one.values, bar: bar - 21 + (slot >= AGAIN && slot < AGAIN + 60 ? 8 : 0) } };
  });
}

describe('a fault of an hourly sensor that people call none', () => {
  const observations = hourly();
  const ruled = async (rules: readonly ExpertRule[], until: number) => {
    const [start, end] = [FIRST_SLOT + SLOTS_PER_DAY, FIRST_SLOT + until].map(timeOfSlot);
    const request = { network: 'small', start, end, configuration, verdicts: 'last' } as const;
    const { faults } = await replay(new MemorySource(stations, observations, rules), request);
    return faults.filter(({ station, variable }) => station === 's03' && variable === 'bar');
  };

  // What was usual on the days before told of it for weeks.
  for (const [minutes, called, last] of [
    [30, MOVED + 3, MOVED],
    [300, MOVED + 30, MOVED + 30],
  ] as const) {
    it(`ends where they do ${minutes} minutes after its onset: the next is one of its own, live as in a replay`, async () => {
      const [fault] = await ruled([], called);
      const at = timeOfSlot(FIRST_SLOT + called);
      const none = { classification: 'normal', start: fault.start, end: fault.end } as const;
      const word = newFaultWord(fault, none, { by: 'ann', reason: 'moved', at });
      const faults = await ruled([word], DAYS * SLOTS_PER_DAY - 1);
      const slotIn = (time: number | null) => slotOf(time ?? Number.NaN) - FIRST_SLOT;
      assert.deepEqual(
        faults.map(({ start, end, offset }) => [slotIn(start), slotIn(end), Math.round(offset ?? 0)]),
        [
          [MOVED, last, -21],
          [AGAIN, AGAIN + 54, 8],
        ],
      );
      const place = observations.findIndex(({ time }) => slotOf(time) >= FIRST_SLOT + called);
      const between = (from: number, end: number) => (place >= from && place < end ? [word] : []);
      const live = (await judgeLive(stations, observations, {}, { rules: { between } })).settledFaults;
      const own = live.filter(({ station, variable }) => station === 's03' && variable === 'bar');
      assert.deepEqual(own.toSorted((a, b) => a.start - b.start).map(said), faults.map(said));
    });
  }
});
