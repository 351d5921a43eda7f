import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { EmbeddedLog } from '../../../ingest/log/embedded-log.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { SpaceWatch } from '../../../services/pipeline/space-watch.ts';
import { StoreSink } from '../../../services/pipeline/store-sink.ts';
import type { TopicStore } from '../../../services/pipeline/topic-inserts.ts';
import { records } from '../../ingest/log/numbered-records.ts';
import { ROOMY } from './roomy-disk.ts';

const soon = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('a store that hangs', () => {
  afterEach(() => mock.timers.reset());

  /** A sink of a store that hangs with stations; what it says goes into `said`. */
  async function hanging() {
    const calls: { answer: () => void; fail: (error: Error) => void }[] = [];
    const insertStations = () => new Promise<void>((answer, fail) => calls.push({ answer, fail }));
    const stored = async () => undefined;
    const store: TopicStore = {
      insertStations,
      insertObservations: stored,
      insertJudgements: stored,
      correctedJudgements: async () => [],
      insertAnomalies: stored,
      insertFaults: stored,
      insertWeatherEvents: stored,
      insertBaselines: stored,
      insertRules: stored,
      insertDeadLetters: stored,
    };
    const log = new EmbeddedLog();
    const said: string[] = [];
    const logger = linesTo((line) => said.push(line));
    const space = new SpaceWatch({ disk: ROOMY, logger });
    const sink = new StoreSink({ log, store, space, latenessSlots: 12, lingerMs: 0, now: Date.now, logger });
    await sink.start();
    mock.timers.enable({ apis: ['setTimeout'] });
    await log.publish('stations', records(0, 1));
    while (calls.length === 0) await soon();
    const close = async () => {
      mock.timers.reset();
      await sink.stop();
      await log.close();
    };
    return { sink, calls, said, close };
  }

  it('is told after ten seconds though no insert fails, and again when it stores', async () => {
    const { sink, calls, said, close } = await hanging();
    mock.timers.tick(9_900);
    assert.equal(sink.check().ok, true);
    mock.timers.tick(200);
    assert.deepEqual(sink.check(), { ok: false, detail: 'waiting for the store for 10 s' });
    calls[0].answer();
    while (!sink.check().ok) await soon();
    assert.deepEqual(said, ['stations cannot be stored, no answer for 10 s', 'stations are stored again']);
    await close();
  });

  it('is told with the cause where the insert fails after that, once', async () => {
    const { sink, calls, said, close } = await hanging();
    mock.timers.tick(10_100);
    for (let attempt = 0; attempt < 3; attempt++) {
      calls[attempt].fail(new Error('a row is too long'));
      await soon();
      mock.timers.tick(60_000);
      while (calls.length === attempt + 1) await soon();
    }
    calls[3].answer();
    while (!sink.check().ok) await soon();
    const failed = said.filter((line) => line.startsWith('stations cannot be stored, trying again'));
    assert.equal(failed.length, 1, said.join('\n'));
    await close();
  });
});
