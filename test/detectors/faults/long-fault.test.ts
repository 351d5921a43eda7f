import assert from 'node:assert/strict';
import { NetworkFaults } from '../../../detectors/faults/network-faults.ts';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import type { FaultRecord, StoredSensors } from '../../../schemas/fault.ts';
import { slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { Found } from '../stages/found.ts';
import { configuration } from '../stages/live-judgement.ts';
import { FIRST_SLOT } from '../stages/small-network.ts';
import { history, SLOTS, slotIn, stations } from './calm-history.ts';
import { NO_LEVELS } from './no-levels.ts';

/** Slots of the history: a thermometer reads what cannot be, and each of its reports is a device failure. */
const [ONSET, RETURN] = [30, 180];
/** Slots that reports are ahead of what is settled. */
const AHEAD = 6;
const plan = planJudgement(configuration);
const broken = history((k, values) => (k >= ONSET && k < RETURN ? { ...values, temp_out: 99 } : values));

/** What a run tells slot by slot. @param from what a predecessor left, and where that was */
function told(from: { readonly slot: number; readonly sensors: StoredSensors } | null = null): FaultRecord[] {
  const { stations: known, windows } = new NetworkStates(plan).of('small');
  for (const station of stations) known.put(station);
  const key = NetworkFaults.keyOf(known.indexOf('s03'), VARIABLE_INDEX.temp_out);
  const neighboursOf = (station: number) => known.neighbours.of(station);
  const { lookBackSlots, configuration: asked } = plan;
  const parts = {
    windows,
    levels: NO_LEVELS,
    lookBackSlots,
    hindsightSlots: asked.hindsightSlots,
    neighboursOf,
    knownBy: () => 0,
  };
  const faults = new NetworkFaults(parts, { stations: known, identity: 'i', now: () => 0 });
  const namedAt = (slot: number) => {
    const k = slot - FIRST_SLOT;
    const named = {
      anomalyId: k.toString(16).padStart(32, 'a'),
      ...{ slot, time: timeOfSlot(slot), check: 'gross_range', actual: 99, deviation: 84 },
    };
    return k >= ONSET && k < RETURN ? named : null;
  };
  const records: FaultRecord[] = [];
  const reached = from === null ? 0 : from.slot + AHEAD;
  if (from !== null) faults.restore(from.sensors, from.slot, reached);
  for (let slot = FIRST_SLOT; slot < FIRST_SLOT + SLOTS; slot++) {
    for (const { station, time, values } of broken) {
      if (slotOf(time) === slot) windows.put(known.indexOf(station), slot, time, values, null, null);
    }
    // What is not settled is noted again by a successor.
    if (from !== null && slot <= from.slot) continue;
    faults.note(key, slot, timeOfSlot(slot), namedAt(slot));
    if (slot <= reached) {
      faults.reach(slot);
      continue;
    }
    const settled = namedAt(slot - AHEAD);
    faults.settle(slot - AHEAD, new Map(settled === null ? [] : [[key, [settled]]]));
    faults.reach(slot);
    records.push(...faults.news());
  }
  return records;
}

describe('a fault of which each report is an anomaly', () => {
  const records = told();
  const conditions = records.filter((record) => record.kind === 'condition');

  // Each condition had all ids: those of a fault of 64 days took 1.5 GB.
  it('leaves conditions to successors that do not grow with it', () => {
    const sizes = conditions.map(({ content }) => content.length);
    assert.ok(sizes.length > 150, `${sizes.length} conditions`);
    assert.ok(Math.max(...sizes) < 2_500, `${Math.max(...sizes)} characters`);
  });

  for (const at of [ONSET + 10, ONSET + 60, RETURN - 1, RETURN + 6]) {
    it(`goes on with all its anomalies where a successor begins at slot ${at}`, async () => {
      const slot = FIRST_SLOT + at;
      const until = records.findIndex((record) => record.kind === 'condition' && record.slot > slot);
      const found = new Found();
      for (const record of records.slice(0, until)) found.takeFault(record);
      const successor = new Found();
      for (const record of told({ slot, sensors: await found.sensorsAt(slot) })) successor.takeFault(record);
      await assertWhole(successor);
    });

    it(`goes on so where a predecessor has settled it, but not noted that it was beyond slot ${at}`, async () => {
      const slot = FIRST_SLOT + at;
      const found = new Found();
      for (const record of records) found.takeFault(record);
      const successor = new Found();
      for (const record of told({ slot, sensors: await found.sensorsAt(slot) })) successor.takeFault(record);
      await assertWhole(successor);
    });
  }

  async function assertWhole(found: Found): Promise<void> {
    const whole = new Found();
    for (const record of records) whole.takeFault(record);
    const [fault, ...others] = found.settledFaults;
    assert.deepEqual(others, []);
    assert.deepEqual([slotIn(fault.start), slotIn(fault.end), fault.anomalyIds.length], [ONSET, RETURN - 1, 150]);
    assert.deepEqual([fault], whole.settledFaults);
  }
});
