import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { TemporalPartition } from '../../../detectors/stages/temporal-partition.ts';
import type { Candidate, TemporalRecord } from '../../../schemas/anomaly.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { slotOf } from '../../../schemas/time.ts';
import { MemoryLog } from '../../ingest/memory-log.ts';
import { configuration } from './live-judgement.ts';
import { smallHistory, smallStations } from './small-network.ts';

const plan = planJudgement(configuration);
const SPIKE = 60;
/** Comes after the spike, and changes what that is judged against. */
const LATE = SPIKE - 3;

/**
 * Judges a spike, then what it rests on anew; the candidates for it in the order in which they were raised.
 *
 * @param takenOver whether a predecessor had judged it, and windows were filled from the store since
 */
async function raisedFor(spike: number, recalled: number | null, takenOver = false): Promise<Candidate[]> {
  const [station] = smallStations(1);
  const calm = smallHistory([station], 1, 4).slice(0, SPIKE + 3);
  const history = calm.map((one, place): Observation => {
    const values = { ...one.values, temp_out: place === SPIKE ? spike : 15 + (place % 5) / 10 };
    return { ...one, values };
  });
  const log = new MemoryLog();
  const at = history[SPIKE];
  const partition = new TemporalPartition(0, {
    log,
    plan,
    networks: new NetworkStates(plan),
    inStep: false,
    scored: true,
    now: () => (history.at(-1)?.time ?? 0) + 1,
    recall: async () => (recalled === null ? null : { ...at, values: { ...at.values, temp_out: recalled } }),
  });
  const before = history.filter((_, place) => place !== LATE);
  if (takenOver) {
    const reports = before.map((one) => ({ ...one, rainCount: null, rainInterval: null }));
    const until = slotOf(before.at(-1)?.time ?? 0);
    partition.reach(station.network, slotOf(before[0].time));
    partition.fill(station.network, reports, 0, reports.length, until);
    partition.reach(station.network, until);
  } else for (const observation of before) await partition.take([observation]);
  await partition.take([history[LATE]]);
  const found: TemporalRecord[] = log.values('temporal-anomalies');
  return found.filter(
    (record): record is Candidate =>
      record.kind === 'candidate' && record.time === at.time && record.variable === 'temp_out',
  );
}

describe('candidates that are raised anew by what came late', () => {
  it('keep an impossible value as it came where its record is not stored yet', async () => {
    const raised = await raisedFor(99.25, null);
    assert.deepEqual(
      raised.map(({ check, actual }) => [check, actual]),
      [
        ['gross_range', 99.25],
        ['gross_range', 99.25],
      ],
    );
  });

  // After kills such a value was once settled as 0: only the process that had taken it in knew what it was.
  it('keep an impossible value as it came where a predecessor had taken it in', async () => {
    const raised = await raisedFor(99.25, null, true);
    assert.deepEqual(
      raised.map(({ check, actual }) => [check, actual]),
      [['gross_range', 99.25]],
    );
  });

  it('have the value that is judged where what is stored is from before a correction', async () => {
    const raised = await raisedFor(31.7, 15.2);
    assert.ok(raised.length > 1, `${raised.length} raised`);
    assert.deepEqual([...new Set(raised.map(({ actual }) => actual))], [31.7]);
  });

  it('have the exact value of the record where that is the one judged', async () => {
    const exact = 31.700000001;
    const raised = await raisedFor(exact, exact);
    assert.deepEqual([...new Set(raised.map(({ actual }) => actual))], [exact]);
  });
});
