import assert from 'node:assert/strict';
import { planJudgement, settledBy } from '../../../detectors/stages/judgement-plan.ts';
import { spatialNoteOf } from '../../../detectors/stages/watermark-note.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { LogSettledMarks } from '../../../services/pipeline/log-settled-marks.ts';
import type { JudgedUntil } from '../../../services/stores/time-series-store.ts';

const plan = planJudgement(liveJudgement(readConfiguration({})));

describe('the marks of how far networks are settled that several workers verify', () => {
  let noted: Record<string, number>[];
  let stored: number;
  let isFirst: boolean;
  let reported: [number, string][];
  let written: JudgedUntil[];
  let marks: LogSettledMarks;
  beforeEach(() => {
    [noted, stored, isFirst, reported, written] = [[{ n: 100 }, { n: 90 }, {}], 7, true, [], []];
    marks = new LogSettledMarks({
      plan,
      log: {
        ends: async () => [7, 0, 0],
        done: async (_: string, __: TopicName) => [stored, null, null],
        notes: async () => noted.map((each) => spatialNoteOf(new Map(Object.entries(each)), [])),
        positions: () => new Map(isFirst ? [[0, 7]] : [[1, 7]]),
      },
      store: {
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

  it('are written by who holds the first partition', async () => {
    isFirst = false;
    await marks.tick();
    assert.deepEqual(written, []);
  });
});
