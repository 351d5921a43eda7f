import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { SpatialWorker } from '../../../detectors/stages/spatial-worker.ts';
import { readSpatialNote, type SpatialNote, spatialNoteOf } from '../../../detectors/stages/watermark-note.ts';
import type { Assignment, EventLog } from '../../../ingest/log/event-log.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import type { WindowReport } from '../../../schemas/window-report.ts';
import { configuration } from './live-judgement.ts';
import { smallHistory, smallStations } from './small-network.ts';

/** A subscription as the log is asked for it, and what takes its batches. */
interface Asked {
  readonly topic: string;
  readonly onAssigned?: (assignment: Assignment) => Promise<number | undefined>;
}
type Handler = (batch: { partition: number; records: unknown[]; behind: number }) => Promise<{ note?: string }>;

const REACHED = 2_859_000;
const NOTED = new Map([['small', REACHED]]);

/** A worker on a log that a test delivers by hand: `stored` is what the sink has stored, and grows as the store is read. */
class WorkerByHand {
  readonly stored: number[];
  /** Where reading of the two partitions of observations began. */
  readonly begun: (number | undefined)[] = [];
  spatial: Asked | undefined;
  handler: Handler | undefined;
  observations: Handler | undefined;
  /** First slot that was read from the store, of each rebuilding. */
  readonly readFrom: number[] = [];
  isStoredKnown = true;
  /** How often reading was stopped. */
  stopped = 0;
  /** Called while it is asked what is stored. */
  whileAsked: () => Promise<unknown> = async () => {};
  /** Called while the store is read. */
  whileReading: () => void = () => {};
  readonly worker: SpatialWorker;

  /** @param given whether the partitions of `observations` are given to it, or not yet */
  constructor(stored: number, whileRead: number, given: boolean) {
    this.stored = [stored, stored];
    const log: Partial<EventLog> = {
      ends: async (topic) => (topic === 'stations' ? [] : [200, 200]),
      done: async () => [200, 200],
      partitionOf: () => 0,
      subscribe: async (asked, handler) => {
        if (asked.topic === 'temporal-anomalies') {
          this.spatial = asked;
          this.handler = handler as unknown as Handler;
        }
        if (asked.topic === 'observations') this.observations = handler as unknown as Handler;
        if (asked.topic === 'observations' && given) {
          for (const partition of [0, 1]) {
            this.begun.push(await asked.onAssigned?.({ partition, done: null, note: '' }));
          }
        }
        return {
          stop: async () => {
            if (asked.topic === 'observations') this.stopped++;
          },
        };
      },
    };
    this.worker = new SpatialWorker({
      log: log as EventLog,
      plan: planJudgement(configuration),
      now: () => Date.UTC(2024, 5, 1),
      stations: async function* () {},
      history: (_network, from): AsyncIterable<readonly WindowReport[]> => this.#history(whileRead, from),
      levels: async () => null,
      sensors: async () => ({ conditions: [], told: [], verdicts: [] }),
      stored: async () => {
        if (!this.isStoredKnown) throw new Error('no coordinator');
        await this.whileAsked();
        return [...this.stored];
      },
      before: async () => new Map(),
    });
  }

  /** Takes over what a predecessor had noted. */
  async takeOver(position: number): Promise<void> {
    await this.worker.start();
    await this.spatial?.onAssigned?.({ partition: 0, done: 10, note: spatialNoteOf(NOTED, [position, position]) });
  }

  /** What it notes for a successor now. */
  async noted(): Promise<SpatialNote> {
    const progress = { kind: 'progress', network: 'small', slot: REACHED };
    const accepted = await this.handler?.({ partition: 0, records: [{ offset: 10, value: progress }], behind: 0 });
    return readSpatialNote(accepted?.note ?? '');
  }

  async *#history(whileRead: number, from: number): AsyncIterable<readonly WindowReport[]> {
    this.stored.fill(whileRead);
    this.readFrom.push(from);
    this.whileReading();
    const [report] = smallHistory(smallStations(1), 1, 1);
    yield [{ ...report, time: timeOfSlot(REACHED + 6), rainCount: null, rainInterval: null }];
  }
}

describe('the windows of neighbours that are rebuilt', () => {
  it('leave out nothing that is stored while they are read from the store', async () => {
    // The sink is behind what the predecessor had read.
    const taken = new WorkerByHand(100, 140, true);
    await taken.takeOver(150);
    assert.deepEqual(taken.begun, [100, 100]);
    await taken.worker.stop();
  });

  it('are noted as they will be, where a worker ends before it has read anything', async () => {
    // The sink is ahead of what the predecessor had let into its windows.
    const taken = new WorkerByHand(180, 180, false);
    await taken.takeOver(120);
    assert.deepEqual((await taken.noted()).positions, [120, 120]);
    await taken.worker.stop();
  });

  it('begin at the beginning where nothing was noted of a partition', async () => {
    const taken = new WorkerByHand(180, 180, true);
    await taken.worker.start();
    await taken.spatial?.onAssigned?.({ partition: 0, done: 10, note: spatialNoteOf(NOTED, []) });
    assert.deepEqual(taken.begun, [0, 0]);
    await taken.worker.stop();
  });

  it('are rebuilt again for a partition that comes meanwhile and was judged less far', async () => {
    const taken = new WorkerByHand(180, 180, true);
    const note = spatialNoteOf(new Map([['small', REACHED - 30]]), [90, 90]);
    let second: Promise<number | undefined> | undefined;
    taken.whileReading = () => {
      second ??= taken.spatial?.onAssigned?.({ partition: 1, done: 10, note });
    };
    await taken.takeOver(120);
    await second;
    const [first, again] = taken.readFrom;
    assert.equal(again, first - 30);
    assert.deepEqual(taken.begun.slice(2), [90, 90]);
    await taken.worker.stop();
  });

  // What the share that it held rests on was read by nobody: a hole of hours in the windows, for as long as they reach back.
  it('have what those need that were held before, where the store was away and a partition comes that is further', async () => {
    const taken = new WorkerByHand(180, 180, true);
    await taken.takeOver(120);
    const assigned = (slot: number, position: number) =>
      taken.spatial?.onAssigned?.({
        ...{ partition: 1, done: 10 },
        note: spatialNoteOf(new Map([['small', slot]]), [position, position]),
      });
    taken.whileReading = () => {
      throw new Error('the store is away');
    };
    await assert.rejects(async () => assigned(REACHED - 30, 90), /the store is away/);
    taken.whileReading = () => {};
    await assigned(REACHED + 20, 170);
    assert.deepEqual(taken.begun.slice(-2), [120, 120]);
    await taken.worker.stop();
  });

  it('have what was read while it was asked what is stored', async () => {
    const taken = new WorkerByHand(180, 180, true);
    await taken.takeOver(120);
    const [station] = smallStations(1);
    const [observation] = smallHistory([station], 1, 1);
    const value = { ...observation, time: timeOfSlot(REACHED + 6) };
    taken.whileAsked = async () =>
      taken.observations?.({ partition: 0, records: [{ key: station.id, offset: 120, value }], behind: 0 });
    const note = spatialNoteOf(new Map([['small', REACHED - 30]]), [150, 150]);
    await taken.spatial?.onAssigned?.({ partition: 1, done: 10, note });
    assert.deepEqual(taken.begun.slice(-2), [120, 120]);
    await taken.worker.stop();
  });

  it('stay as they are where it cannot be told what is stored', async () => {
    const taken = new WorkerByHand(180, 180, true);
    await taken.takeOver(120);
    const note = spatialNoteOf(new Map([['small', REACHED - 30]]), [90, 90]);
    taken.isStoredKnown = false;
    await assert.rejects(async () => taken.spatial?.onAssigned?.({ partition: 1, done: 10, note }), /no coordinator/);
    assert.deepEqual(taken.begun, [120, 120]);
    assert.equal(taken.stopped, 0);
    await taken.worker.stop();
  });

  it('are noted no further ahead of what was judged than a successor reads from the store', async () => {
    const taken = new WorkerByHand(180, 180, true);
    await taken.takeOver(120);
    const [station] = smallStations(1);
    const [observation] = smallHistory([station], 1, 1);
    // Nothing was judged yet since the take-over, and what is read first is at the end of what may be ahead.
    const records = [6, 7, 12].map((ahead, k) => ({
      key: station.id,
      offset: 120 + k,
      value: { ...observation, time: timeOfSlot(REACHED + ahead) },
    }));
    await taken.observations?.({ partition: 0, records, behind: 0 });
    assert.deepEqual((await taken.noted()).positions, [121, 120]);
    await taken.worker.stop();
  });
});
