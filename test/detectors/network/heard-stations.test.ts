import assert from 'node:assert/strict';
import { heardStations } from '../../../detectors/network/heard-stations.ts';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { SLOT_MS, timeOfSlot } from '../../../schemas/time.ts';
import { configuration } from '../stages/live-judgement.ts';
import { FIRST_SLOT, smallStations } from '../stages/small-network.ts';

const VALUES = { temp_out: 1, out_hum: null, wind_speed: null, bar: null, rain: null };
const SLOTS = 36;
const last = FIRST_SLOT + SLOTS;

describe('stations that are heard', () => {
  const made = () => {
    const state = new NetworkStates(planJudgement(configuration)).of('small');
    for (const station of smallStations(4)) state.stations.put(station);
    return state;
  };
  const report = (state: ReturnType<typeof made>, station: number, until: number, every = 1) => {
    for (let slot = FIRST_SLOT; slot <= until; slot += every)
      state.windows.put(station, slot, timeOfSlot(slot), VALUES);
  };

  it('are those whose last three reports are not all missing, at their own cadence', () => {
    const state = made();
    report(state, 0, last);
    report(state, 1, last - 4);
    report(state, 2, last, 6);
    // Three slots, and three hours of the one that reports by the hour.
    const at = (slots: number) => heardStations(state, timeOfSlot(last) + slots * SLOT_MS);
    assert.deepEqual(at(0), { reporting: 2, silent: 2, past: 0 }, 'one has stopped, one has never reported');
    assert.deepEqual(at(3), { reporting: 2, silent: 2, past: 0 });
    assert.deepEqual(at(4), { reporting: 1, silent: 3, past: 0 });
    assert.deepEqual(at(18), { reporting: 1, silent: 3, past: 0 });
    assert.deepEqual(at(19), { reporting: 0, silent: 4, past: 0 });
  });

  it('leave out who was retired, and tell a network that is history', () => {
    const state = made();
    report(state, 0, last);
    state.stations.put({ ...smallStations(4)[3], retired: true, updated: 1 });
    assert.deepEqual(heardStations(state, timeOfSlot(last)), { reporting: 1, silent: 2, past: 0 });
    assert.deepEqual(heardStations(state, timeOfSlot(last + 145)), { reporting: 0, silent: 0, past: 3 });
    assert.deepEqual(heardStations(made(), 0), { reporting: 0, silent: 4, past: 0 }, 'nothing has come yet');
  });
});
