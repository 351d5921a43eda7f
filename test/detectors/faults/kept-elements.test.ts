import assert from 'node:assert/strict';
import { NetworkFaults } from '../../../detectors/faults/network-faults.ts';
import type { FoldDependencies } from '../../../detectors/faults/sensor-fold.ts';
import { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { lastingOf } from './lasting-of.ts';
import { DAYS, EVERY, FIRST, history, reportsOf, STATIONS, weather } from './two-weeks.ts';

/** An element that an earlier process kept, and this one does not. */
const GONE = 'soil_moisture_at_20_cm' as Variable;
const END = FIRST + DAYS * SLOTS_PER_DAY - 1;
/** Days on which what is wrong begins; it lasts. */
const WRONG_FROM = 10;

interface Written {
  readonly sensors: { variable: number | string }[];
  readonly clocks: { open: { course: { values: unknown[] } } }[];
  readonly named: { variable: number | string | null }[];
}

/** What is told of reports by a successor, of a content that was changed. */
function goneOn(observations: readonly Observation[], change: (content: Written) => void) {
  const before = lastingOf(observations);
  before.passUpTo(END, true);
  const content = JSON.parse(before.content()) as Written;
  change(content);
  const successor = lastingOf(observations);
  successor.restore(JSON.stringify([content]));
  return { before: before.told(), after: successor.told(), content };
}

const BIASED = history((values) => ({ ...values, bar: (values.bar ?? 0) + 1.5 }), WRONG_FROM, DAYS);
const LATE = history((_, slot) => weather(slot - 6, () => 0.5), WRONG_FROM, DAYS);
const IN_FAHRENHEIT = reportsOf((slot) =>
  STATIONS.map(({ id }, k): Values => {
    const values = weather(slot, () => ((slot / EVERY + k) % 10) / 10);
    if (id !== 's03' || slot < FIRST + WRONG_FROM * SLOTS_PER_DAY) return values;
    return { ...values, temp_out: (values.temp_out ?? 0) * 1.8 + 32 };
  }),
);

// A system did not start, and nobody looked for faults of days any more, where an element was left out that had an open fault.
describe('faults of an element that is kept no longer', () => {
  it('are left to the store where they are of hours', () => {
    const stations = new NetworkStations('small', 100, STATIONS);
    const windows = new WindowStore(DAYS, DAYS, stations.limitsOf);
    const parts = { windows, neighboursOf: () => [], lookBackSlots: DAYS } as unknown as FoldDependencies;
    const faults = new NetworkFaults(parts, { stations, identity: 'test', now: () => 0 });
    const condition = { kind: 'condition', network: 'small', station: 's03', variable: GONE, slot: FIRST } as const;
    const named = { anomalyId: 'a', slot: FIRST, time: timeOfSlot(FIRST), check: 'step', actual: 50, deviation: 20 };
    const onset = { named, known: named.time, start: FIRST, offset: 20, before: 0 };
    const course = {
      startTime: named.time,
      lastTime: named.time,
      lastSlot: FIRST,
      offset: 20,
      values: 1,
      seenSlot: FIRST,
    };
    const content = JSON.stringify({ open: { onset, expectation: null, course, anomalyIds: ['a'] }, ended: [] });
    faults.restore({ conditions: [{ ...condition, content }], told: [], verdicts: [] }, FIRST, FIRST + 1);
    faults.settle(FIRST + 1, new Map());
    assert.deepEqual(faults.news(), []);
  });

  for (const [what, written] of [
    ['by its name', GONE],
    ['by its index, as an earlier version wrote it', VARIABLES.length],
  ] as const) {
    it(`are left out where they are of days, written ${what}; the others stay`, () => {
      const { before, after, content } = goneOn(BIASED, ({ sensors }) => {
        sensors.push({ ...sensors[0], variable: written });
      });
      assert.equal(content.sensors.length, 2);
      assert.deepEqual(after, before);
      assert.deepEqual(
        after.map(({ station, variable, kind }) => [station, variable, kind]),
        [['s03', 'bar', 'bias']],
      );
    });

    it(`are left out where they have a name, written ${what}`, () => {
      const { before, after } = goneOn(IN_FAHRENHEIT, ({ named }) => {
        named.push({ ...named[0], variable: written });
      });
      assert.deepEqual(after, before);
      assert.deepEqual(
        after.map(({ station, variable, kind, unit }) => [station, variable, kind, unit]),
        [['s03', 'temp_out', 'unit', 'degF']],
      );
    });
  }

  it('are none of what is told of a clock', () => {
    const { before, after } = goneOn(LATE, ({ clocks }) => {
      clocks[0].open.course.values.push([GONE, 12]);
    });
    assert.deepEqual(after, before);
    assert.equal(after.filter(({ kind }) => kind === 'clock').length, VARIABLES.length);
  });
});
