import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { SpatialWorker } from '../../../detectors/stages/spatial-worker.ts';
import { readSpatialNote, spatialNoteOf } from '../../../detectors/stages/watermark-note.ts';
import type { Assignment, EventLog } from '../../../ingest/log/event-log.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { configuration } from './live-judgement.ts';
import { FIRST_SLOT, smallHistory, smallStations } from './small-network.ts';

type Handler = (batch: { partition: number; records: unknown[]; behind: number }) => Promise<{ note?: string }>;

const SILENT_FROM = FIRST_SLOT + 10;
/** More than the windows may be ahead of the candidates. */
const SILENT_UNTIL = SILENT_FROM + 15;

describe('a network that was silent until the temporal stage went on by the clock', () => {
  it('is verified when its reports come late, all at once', async () => {
    const [station] = smallStations(1);
    const [report] = smallHistory([station], 1, 1);
    const handlers = new Map<string, Handler>();
    const given: ((assignment: Assignment) => Promise<unknown>)[] = [];
    const log: Partial<EventLog> = {
      ends: async () => [],
      partitionOf: () => 0,
      subscribe: async ({ topic, onAssigned }, handler) => {
        handlers.set(topic, handler as unknown as Handler);
        if (topic === 'temporal-anomalies' && onAssigned !== undefined) given.push(onAssigned);
        if (topic === 'observations') await onAssigned?.({ partition: 0, done: null, note: '' });
        return { stop: async () => undefined };
      },
    };
    const worker = new SpatialWorker({
      log: log as EventLog,
      plan: planJudgement(configuration),
      now: () => Date.UTC(2024, 5, 1),
      stations: async function* () {
        yield [station];
      },
      history: async function* () {},
      levels: async () => null,
      sensors: async () => ({ conditions: [], told: [], verdicts: [] }),
      stored: async () => [0],
      before: async () => new Map(),
    });
    await worker.start();
    await given[0]({ partition: 0, done: 0, note: spatialNoteOf(new Map(), [0]) });
    const offsets = new Map<string, number>();
    const deliver = async (topic: string, values: readonly object[]) => {
      const first = offsets.get(topic) ?? 0;
      offsets.set(topic, first + values.length);
      const records = values.map((value, k) => ({ key: station.id, offset: first + k, value }));
      return handlers.get(topic)?.({ partition: 0, records, behind: 0 });
    };
    const reports = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, k) => ({ ...report, time: timeOfSlot(from + k) }));
    const progress = (slot: number) => ({ kind: 'progress', network: station.network, slot });

    for (let slot = FIRST_SLOT; slot <= SILENT_FROM; slot++) {
      await deliver('observations', reports(slot, slot));
      await deliver('temporal-anomalies', [progress(slot)]);
    }
    await deliver('temporal-anomalies', [progress(SILENT_UNTIL)]);
    await deliver('observations', reports(SILENT_FROM + 1, SILENT_UNTIL));
    const accepted = await deliver('temporal-anomalies', [progress(SILENT_UNTIL)]);
    assert.equal(readSpatialNote(accepted?.note ?? '').watermarks.get(station.network), SILENT_UNTIL);
    await worker.stop();
  });
});
