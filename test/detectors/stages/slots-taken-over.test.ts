import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { TemporalPartition } from '../../../detectors/stages/temporal-partition.ts';
import type { Candidate, TemporalRecord } from '../../../schemas/anomaly.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { MemoryLog } from '../../ingest/memory-log.ts';
import { configuration } from './live-judgement.ts';
import { FIRST_SLOT, smallHistory, smallStations } from './small-network.ts';

const plan = planJudgement(configuration);
/** The predecessor ended in the middle of this slot. */
const OPEN = FIRST_SLOT + 60;

/** A partition that has taken over what stations reported before `OPEN`, and some of them in it. */
function takenOver(known: readonly Observation[]): { partition: TemporalPartition; log: MemoryLog } {
  const log = new MemoryLog();
  const partition = new TemporalPartition(0, {
    log,
    plan,
    networks: new NetworkStates(plan),
    inStep: false,
    scored: true,
    now: () => Date.UTC(2024, 5, 1),
    recall: async () => null,
  });
  partition.warm(known, OPEN);
  partition.reach('small', OPEN);
  return { partition, log };
}

/** Withdrawn candidates for temperatures, as `station@slot`. */
function withdrawn(log: MemoryLog): string[] {
  const records: TemporalRecord[] = log.values('temporal-anomalies');
  const taken = records.filter(
    (record): record is Candidate => record.kind === 'candidate' && record.withdrawn && record.variable === 'temp_out',
  );
  return taken.map(({ station, slot }) => `${station}@${slot - OPEN}`);
}

describe('a slot that was taken over half judged', () => {
  const stations = smallStations(4);
  const calm = smallHistory(stations, 1, 4).map((one, place): Observation => {
    const values = { temp_out: 15 + (place % 5) / 10, out_hum: 60 + (place % 3), wind_speed: 8, bar: 1012, rain: 0 };
    return { ...one, values };
  });
  const before = calm.filter(({ time }) => slotOf(time) < OPEN);
  const at = (station: number, slot = OPEN) => {
    const found = calm.find((one) => one.station === stations[station]?.id && slotOf(one.time) === slot);
    assert.ok(found !== undefined);
    return found;
  };
  const spiked = (one: Observation): Observation => ({ ...one, values: { ...one.values, temp_out: 35 } });

  it('takes nothing back of stations that nobody had judged in it', async () => {
    const { partition, log } = takenOver([...before, at(0)]);
    await partition.take([at(1), at(2), at(3)]);
    assert.deepEqual(withdrawn(log), []);
  });

  it('takes nothing back where the store already had what the log brings', async () => {
    const { partition, log } = takenOver([...before, at(0), at(1)]);
    await partition.take([at(1)]);
    assert.deepEqual(withdrawn(log), []);
  });

  it('judges what the store had ahead of the log when it comes, and not before', async () => {
    const ahead = [at(0, OPEN + 1), at(1, OPEN + 1)];
    const { partition, log } = takenOver([...before, at(0), ...ahead]);
    const judged = () => log.values('judgements').map(({ station, slot }) => `${station}@${slot - OPEN}`);
    await partition.take([at(1)]);
    assert.deepEqual(judged(), [`${stations[1].id}@0`]);
    await partition.take([ahead[0]]);
    assert.deepEqual(judged(), [`${stations[1].id}@0`, `${stations[0].id}@1`]);
  });

  it('takes back what may have been raised of a value that is corrected', async () => {
    const { partition, log } = takenOver([...before, spiked(at(0))]);
    await partition.take([at(0)]);
    assert.deepEqual(withdrawn(log), [`${stations[0].id}@0`]);
  });

  it('takes back what may have been raised of a value that is corrected in the same batch', async () => {
    const { partition, log } = takenOver(before);
    await partition.take([spiked(at(0)), at(0)]);
    assert.deepEqual(withdrawn(log), [`${stations[0].id}@0`]);
  });

  it('takes back what may have been raised of a value whose history changes', async () => {
    const late = at(0, OPEN - 1);
    const { partition, log } = takenOver([...before.filter((one) => one !== late), at(0)]);
    await partition.take([late]);
    assert.deepEqual(withdrawn(log), [`${stations[0].id}@0`]);
  });

  it('says that a value is not judged whose window has moved on, rather than nothing', async () => {
    const log = new MemoryLog();
    const networks = new NetworkStates(plan);
    const now = () => Date.UTC(2024, 5, 1);
    const partition = new TemporalPartition(0, {
      log,
      plan,
      networks,
      inStep: false,
      scored: true,
      now,
      recall: async () => null,
    });
    partition.warm(before, OPEN);
    partition.reach('small', OPEN - 1);
    const { stations: known, windows } = networks.of('small');
    const { station, values } = at(0);
    windows.put(known.indexOf(station), OPEN + plan.capacity, timeOfSlot(OPEN + plan.capacity), values);
    await partition.take([at(0)]);
    const [judgement] = log.values('judgements');
    assert.equal(judgement?.slot, OPEN);
    assert.equal(judgement?.variables.temp_out.reason, 'late');
  });
});
