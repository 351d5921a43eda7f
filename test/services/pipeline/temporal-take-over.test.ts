import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { noteOf } from '../../../detectors/stages/watermark-note.ts';
import type { EventLog } from '../../../ingest/log/event-log.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import { SILENT } from '../../../schemas/logger.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { type TakeOverStore, TemporalTakeOver } from '../../../services/pipeline/temporal-take-over.ts';

const SLOT = 2_900_000;

describe('the take-over of temporal partitions', () => {
  it('reads the store once for all that come one after the other, and only their stations', async () => {
    const wanted: string[][] = [];
    const store: TakeOverStore = {
      networks: async () => ['n'],
      judgedUntil: async () => [],
      readObservations: async function* () {},
      ownDays: async function* () {},
      extent: async () => ({ first: timeOfSlot(SLOT - 5), last: timeOfSlot(SLOT) }),
      baselineDay: async () => null,
      windowReports: async function* (_network, _from, _to, scope) {
        wanted.push(
          Array.from({ length: 12 }, (_, number) => `s${number}`).filter((station) => scope?.wants?.(station)),
        );
        yield* [];
      },
    };
    const log: Partial<EventLog> = {
      ends: async () => Array(12).fill(100),
      done: async () => Array(12).fill(100),
      partitionOf: (_, key) => Number(key.slice('n/s'.length)),
    };
    const takeOver: TemporalTakeOver = new TemporalTakeOver({
      log: log as EventLog,
      store,
      plan: planJudgement(liveJudgement(readConfiguration({}))),
      logger: SILENT,
      // While it waits for the next partition, that comes, until all have.
      wait: () => Promise.resolve().then(give),
    });
    const partition = { reach: () => {}, fill: () => {}, restore: () => {}, take: async () => {} };
    const note = noteOf(new Map([['n', SLOT]]));
    const taken: Promise<unknown>[] = [];
    const give = () => {
      const number = taken.length;
      if (number < 6) taken.push(takeOver.take(partition, { partition: number, done: 90, note }));
    };
    give();
    for (let given = 0; given < taken.length; given++) await taken[given];
    assert.deepEqual(wanted, [['s0', 's1', 's2', 's3', 's4', 's5']]);
  });
});
