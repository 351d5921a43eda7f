import assert from 'node:assert/strict';
import { planJudgement, settledBy } from '../../../detectors/network/judgement-plan.ts';
import { noteOf, spatialNoteOf } from '../../../detectors/stages/watermark-note.ts';
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
  /** What the temporal stage has noted, and how far it has come. */
  let judged: Record<string, number>[];
  let judgedUpTo: number;
  let written: JudgedUntil[];
  let open: Anomaly[];
  let published: Anomaly[];
  let marks: LogSettledMarks;
  beforeEach(() => {
    [noted, stored, isFirst, written] = [[{ n: 100 }, { n: 90 }, {}], 7, true, []];
    [judged, judgedUpTo] = [[{ n: 100 }, { n: 95 }, {}], 7];
    [open, published] = [[], []];
    marks = new LogSettledMarks({
      logger: SILENT,
      plan,
      now: () => 5,
      log: {
        ends: async (topic: TopicName) => (topic === 'observations' ? [7, 7, 7] : [7, 0, 0]),
        done: async (group: string) => (group === 'temporal' ? [7, 7, judgedUpTo] : [stored, null, null]),
        notes: async (group: string) =>
          group === 'temporal'
            ? judged.map((each) => noteOf(new Map(Object.entries(each))))
            : noted.map((each) => spatialNoteOf(new Map(Object.entries(each)), [])),
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
    judged = [{ n: 100 }, { n: 95 }, { n: 3 }];
    await marks.tick();
    assert.deepEqual(written, []);
  });

  it('wait until it is known whether stations of a partition have reported', async () => {
    judgedUpTo = 6;
    await marks.tick();
    assert.deepEqual(written, []);
    judgedUpTo = 7;
    await marks.tick();
    assert.deepEqual(written, [{ network: 'n', slot: settledBy(plan, 90) }]);
  });

  it('wait for a partition of whose networks some may not be noted, where it has stations of theirs', async () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, k) => [`network-${k}`, 1000]));
    judged = [{ n: 100 }, { n: 95 }, many];
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
