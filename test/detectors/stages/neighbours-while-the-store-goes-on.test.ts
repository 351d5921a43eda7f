import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/stages/judgement-plan.ts';
import { SpatialWorker } from '../../../detectors/stages/spatial-worker.ts';
import { spatialNoteOf } from '../../../detectors/stages/watermark-note.ts';
import type { Assignment, EventLog } from '../../../ingest/log/event-log.ts';
import { configuration } from './live-judgement.ts';

/** A subscription as the log is asked for it. */
interface Asked {
  readonly topic: string;
  readonly onAssigned?: (assignment: Assignment) => Promise<number | undefined>;
}

describe('the windows of neighbours that are rebuilt while the store goes on', () => {
  it('leave out nothing that is stored after they were read from it', async () => {
    // The sink is behind what the predecessor had read, and stores while the windows are read from the store.
    const stored = [100];
    let begun: number | undefined;
    let spatial: Asked | undefined;
    const log: Partial<EventLog> = {
      ends: async (topic) => (topic === 'stations' ? [] : [200]),
      done: async () => [200],
      partitionOf: () => 0,
      subscribe: async (asked) => {
        if (asked.topic === 'temporal-anomalies') spatial = asked;
        if (asked.topic === 'observations') begun = await asked.onAssigned?.({ partition: 0, done: null, note: '' });
        return { stop: async () => undefined };
      },
    };
    const worker = new SpatialWorker({
      log: log as EventLog,
      plan: planJudgement(configuration),
      now: () => Date.UTC(2024, 5, 1),
      history: async function* () {
        stored[0] = 140;
        yield* [];
      },
      stored: async () => [...stored],
      before: async () => new Map(),
    });
    await worker.start([]);
    const note = spatialNoteOf(new Map([['small', 2_859_000]]), [150]);
    await spatial?.onAssigned?.({ partition: 0, done: 10, note });
    assert.equal(begun, 100);
    await worker.stop();
  });
});
