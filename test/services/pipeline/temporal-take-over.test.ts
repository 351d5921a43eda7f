import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import type { TemporalPartition } from '../../../detectors/stages/temporal-partition.ts';
import { noteOf } from '../../../detectors/stages/watermark-note.ts';
import type { EventLog } from '../../../ingest/log/event-log.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import { SILENT } from '../../../schemas/logger.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { TemporalTakeOver } from '../../../services/pipeline/temporal-take-over.ts';
import type { PartitionShare, TimeSeriesStore } from '../../../services/stores/time-series-store.ts';

const SLOT = 2_900_000;

describe('the take-over of temporal partitions', () => {
  it('reads the store once for all that come one after the other, and only their stations', async () => {
    const shares: (PartitionShare | undefined)[] = [];
    const store: Partial<TimeSeriesStore> = {
      extent: async () => ({ first: timeOfSlot(SLOT - 5), last: timeOfSlot(SLOT) }),
      baselineDay: async () => null,
      windowReports: async function* (_network, _from, _to, scope) {
        shares.push(scope?.share);
        yield* [];
      },
    };
    const log: Partial<EventLog> = { ends: async () => Array(12).fill(100), done: async () => Array(12).fill(100) };
    const takeOver = new TemporalTakeOver({
      log: log as EventLog,
      store: store as TimeSeriesStore,
      plan: planJudgement(liveJudgement(readConfiguration({}))),
      logger: SILENT,
    });
    const partition = { reach: () => {}, fill: () => {} } as unknown as TemporalPartition;
    const note = noteOf(new Map([['n', SLOT]]));
    const taken: Promise<unknown>[] = [];
    for (let number = 0; number < 6; number++) {
      taken.push(takeOver.take(partition, { partition: number, done: 90, note }));
      await sleep(70);
    }
    await Promise.all(taken);
    assert.ok(shares.length <= 2, `${shares.length} reads`);
    for (const share of shares) assert.deepEqual(share, { partitions: [0, 1, 2, 3, 4, 5], of: 12 });
  });
});
