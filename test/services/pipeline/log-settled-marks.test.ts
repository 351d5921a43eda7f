import assert from 'node:assert/strict';
import { planJudgement, settledBy } from '../../../detectors/network/judgement-plan.ts';
import { spatialNoteOf } from '../../../detectors/stages/watermark-note.ts';
import type { LogRecord } from '../../../ingest/log/event-log.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import { SILENT } from '../../../schemas/logger.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { LogSettledMarks } from '../../../services/pipeline/log-settled-marks.ts';
import type { JudgedUntil } from '../../../services/stores/time-series-store.ts';
import { anomaly } from '../stores/records.ts';

const plan = planJudgement(liveJudgement(readConfiguration({})));

describe('the marks of how far networks are settled that several workers verify', () => {
  let noted: Record<string, number>[];
  let stored: number;
  let isFirst: boolean;
  let reported: [number, string][];
  let written: JudgedUntil[];
  let open: Anomaly[];
  let published: Anomaly[];
  let marks: LogSettledMarks;
  beforeEach(() => {
    [noted, stored, isFirst, reported, written] = [[{ n: 100 }, { n: 90 }, {}], 7, true, [], []];
    [open, published] = [[], []];
    marks = new LogSettledMarks({
      logger: SILENT,
      plan,
      now: () => 5,
      log: {
        ends: async () => [7, 0, 0],
        done: async (_: string, __: TopicName) => [stored, null, null],
        notes: async () => noted.map((each) => spatialNoteOf(new Map(Object.entries(each)), [])),
        publish: async (_: TopicName, records: readonly LogRecord<unknown>[]) => {
          published.push(...records.map(({ value }) => value as Anomaly));
        },
        positions: () => new Map(isFirst ? [[0, 7]] : [[1, 7]]),
      },
      store: {
        anomalies: async ({ network, state, to = 0 }) => ({
          items: open.filter((one) => one.network === network && one.state === state && one.time <= to),
          next: null,
        }),
        insertJudgedUntil: async (some) => {
          written.push(...some);
        },
      },
      homes: () => new Map([['n', new Set([0, 1, 2])]]),
      hasReports: (partition, network) => reported.some(([p, n]) => p === partition && n === network),
    });
  });

  it('are where the last of its partitions is, those of silent stations aside', async () => {
    await marks.tick();
    assert.deepEqual(written, [{ network: 'n', slot: settledBy(plan, 90) }]);
    await marks.tick();
    assert.equal(written.length, 1);
    noted = [{ n: 100 }, { n: 95 }, {}];
    await marks.tick();
    assert.deepEqual(written.at(-1), { network: 'n', slot: settledBy(plan, 95) });
  });

  it('wait for a partition of which nothing is verified yet', async () => {
    reported = [[2, 'n']];
    await marks.tick();
    assert.deepEqual(written, []);
  });

  it('wait until the store has what they speak of, as it was when they were read', async () => {
    stored = 6;
    await marks.tick();
    noted = [{ n: 120 }, { n: 120 }, {}];
    await marks.tick();
    assert.deepEqual(written, []);
    stored = 7;
    await marks.tick();
    assert.deepEqual(written, [{ network: 'n', slot: settledBy(plan, 90) }]);
  });

  // A worker that was killed or cut off gave them while another had taken its partition over: open for ever.
  it('take back verdicts that stayed open though all up to their slot is settled', async () => {
    const settled = settledBy(plan, 90);
    const verdict = (id: string, slot: number, configuration = plan.identity) =>
      anomaly('n', id, { state: 'provisional', slot, time: timeOfSlot(slot), configuration });
    open = [verdict('a', settled), verdict('b', settled + 1), verdict('c', settled - 3, 'another')];
    stored = 6;
    await marks.tick();
    assert.equal(published.length, 0);
    stored = 7;
    await marks.tick();
    const [taken, ...others] = published;
    assert.deepEqual([taken.id, taken.state, taken.final, taken.judged, others.length], ['a', 'withdrawn', true, 5, 0]);
    assert.notEqual(taken.version, open[0].version);
  });

  it('are written by who holds the first partition', async () => {
    isFirst = false;
    await marks.tick();
    assert.deepEqual(written, []);
  });
});
