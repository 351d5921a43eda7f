import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { copiesOf, putBack } from '../../../detectors/network/kept-stations.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { rainCountOf } from '../../../ingest/validation/rain-fields.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { slotOf } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { configuration } from '../stages/live-judgement.ts';
import { inCounts } from '../stages/rain-counts.ts';
import { FIRST_SLOT, smallHistory, smallStations } from '../stages/small-network.ts';

const plan = planJudgement(configuration);
const NETWORK = 'small';
// More than a block of stations, of which the last has never reported.
const IDS = [...Array.from({ length: 1_100 }, (_, i) => `n${i}`), 's00', 's01', 'silent'];
const END = FIRST_SLOT + 100;
const PROGRESS = { day: 0, taught: FIRST_SLOT };

/** A network that has taken in some observations, its stations in some order. */
function stateOf(ids: readonly string[], observations: readonly Observation[]) {
  const state = new NetworkStates(plan).of(NETWORK);
  for (const id of ids) state.stations.indexOf(id);
  for (const { station, time, values, original } of observations) {
    state.windows.put(state.stations.indexOf(station), slotOf(time), time, values, rainCountOf(original));
  }
  return state;
}

describe('what was kept of stations', () => {
  const history = smallHistory(smallStations(2), 1, 3).filter(({ time }) => slotOf(time) <= END);
  const given = [...history.filter(({ station }) => station === 's00'), ...inCounts(history)];

  for (const until of [END, END - 18, END - 24]) {
    it(`put back up to slot ${until - END} of the newest, in any order of stations, is what a judgement looks back at`, () => {
      const from = stateOf(IDS, given);
      const into = new NetworkStates(plan).of(NETWORK);
      for (const id of IDS.toReversed()) into.stations.indexOf(id);
      for (const kept of copiesOf(from, IDS.length))
        assert.ok(putBack(into, kept, PROGRESS, until) <= END - plan.capacity);
      const expected = stateOf(
        IDS.toReversed(),
        given.filter(({ time }) => slotOf(time) <= until),
      );
      for (const id of ['s00', 's01', 'silent', 'n7']) {
        const station = into.stations.indexOf(id);
        assert.equal(into.windows.newest(station), expected.windows.newest(station));
        for (let slot = until - plan.lookBackSlots + 1; slot <= END; slot++) {
          assert.deepEqual(into.windows.timeAt(station, slot), expected.windows.timeAt(station, slot));
          assert.deepEqual(into.windows.countedRain(station, slot), expected.windows.countedRain(station, slot));
          for (let v = 0; v < VARIABLES.length; v++) {
            assert.deepEqual(into.windows.value(station, v, slot), expected.windows.value(station, v, slot));
            assert.deepEqual(into.windows.impossible(station, v, slot), expected.windows.impossible(station, v, slot));
          }
        }
      }
    });
  }

  it('is a copy: what comes later is not in it', () => {
    const from = stateOf(IDS, given);
    const kept = [...copiesOf(from, IDS.length)];
    const last = given[given.length - 1];
    from.windows.put(from.stations.indexOf('s01'), slotOf(last.time), last.time, { ...last.values, temp_out: -33 });
    const into = new NetworkStates(plan).of(NETWORK);
    for (const some of kept) putBack(into, some, PROGRESS, END);
    const value = into.windows.value(into.stations.indexOf('s01'), 0, slotOf(last.time));
    assert.equal(value, Math.fround(last.values.temp_out ?? Number.NaN));
  });
});
