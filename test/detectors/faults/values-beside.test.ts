import assert from 'node:assert/strict';
import { NetworkFaults } from '../../../detectors/faults/network-faults.ts';
import { SensorFold } from '../../../detectors/faults/sensor-fold.ts';
import { valuesOfSlot } from '../../../detectors/faults/told-fault.ts';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import type { FaultValue } from '../../../schemas/fault.ts';
import { slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { configuration } from '../stages/live-judgement.ts';
import { FIRST_SLOT } from '../stages/small-network.ts';
import { history, stations } from './calm-history.ts';
import { NO_LEVELS } from './no-levels.ts';

const TEMPERATURE = VARIABLE_INDEX.temp_out;
const ONSET = FIRST_SLOT + 120;

/** A thermometer that reads 6 degC too much, soon 14, and between its reports of the slots, for a start, 4. */
function broken() {
  const plan = planJudgement(configuration);
  const { stations: known, windows } = new NetworkStates(plan).of('small');
  for (const station of stations) known.put(station);
  const s03 = known.indexOf('s03');
  const wrong = history((k, values) => {
    const offset = k < 120 ? 0 : k < 124 ? 6 : 14;
    return { ...values, temp_out: (values.temp_out ?? 0) + offset };
  });
  for (const { station, time, values } of wrong) {
    const slot = slotOf(time);
    if (slot > ONSET + 12) break;
    windows.put(known.indexOf(station), slot, time, values, null, null);
    if (station !== 's03' || slot < ONSET - 6) continue;
    const beside = { ...values, temp_out: (values.temp_out ?? 0) - (slot < ONSET ? 0 : slot < ONSET + 4 ? 2 : 10) };
    windows.put(s03, slot, time + 120_000, beside, null, null);
  }
  const parts = {
    windows,
    levels: NO_LEVELS,
    lookBackSlots: plan.lookBackSlots,
    hindsightSlots: plan.configuration.hindsightSlots,
    neighboursOf: (station: number) => known.neighbours.of(station),
    knownBy: () => ONSET,
  };
  const value = windows.value(s03, TEMPERATURE, ONSET);
  const named = {
    anomalyId: 'a',
    slot: ONSET,
    time: timeOfSlot(ONSET),
    check: 'arima',
    actual: value,
    deviation: 6,
  };
  return { parts, known, s03, windows, named };
}

describe('the reports beside the slots under a fault', () => {
  // A value lay under its fault, or did not, by how many slots were settled in one go.
  it('are the same however many slots were looked at before they are told', () => {
    const told = (every: number) => {
      const { parts, s03, windows, named } = broken();
      const sensor = new SensorFold(parts, s03, TEMPERATURE);
      const values: FaultValue[] = [];
      for (let slot = ONSET; slot < ONSET + 8; slot++) {
        sensor.take(slot, slot === ONSET ? [named] : []);
        const { open } = sensor;
        assert.ok(open !== null);
        if ((slot - ONSET) % every !== every - 1) continue;
        values.push(...open.looked.splice(0).flatMap((look) => valuesOfSlot(open, look, windows)));
      }
      return values;
    };
    const one = told(1);
    assert.ok(one.some(({ time }) => time === timeOfSlot(ONSET) + 120_000));
    assert.ok(one.length < 16, 'those near to the neighbours are not under it');
    assert.deepEqual(told(8), one);
  });

  // It stayed under the fault for good: nothing was said of it any more.
  it('are taken back where they were told and turn out to be right', () => {
    const { parts, known, s03, windows, named } = broken();
    const faults = new NetworkFaults(parts, { stations: known, identity: 'i', now: () => 0 });
    const key = NetworkFaults.keyOf(s03, TEMPERATURE);
    const time = timeOfSlot(ONSET) + 120_000;
    const last = () =>
      faults
        .drain()
        .flatMap(({ values }) => values)
        .findLast((value) => value.time === time)?.flag;
    faults.skipTo(ONSET - 1);
    faults.note(key, ONSET, named.time, named);
    assert.equal(last(), 4);
    const right = history((_, all) => all).find((one) => one.station === 's03' && slotOf(one.time) === ONSET);
    assert.ok(right !== undefined);
    windows.put(s03, ONSET, time, right.values, null, null);
    for (let slot = ONSET; slot < ONSET + 3; slot++)
      faults.settle(slot, new Map(slot === ONSET ? [[key, [named]]] : []));
    assert.equal(last(), 1);
  });
});
