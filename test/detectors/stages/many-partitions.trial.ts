import assert from 'node:assert/strict';
import { logServers, logServersMissing } from '../../servers/kafka.ts';
import { history, settledOnKafka, stations } from './kafka-workers.ts';
import { delayed, judgeLive } from './live-judgement.ts';
import { settled } from './several-workers.ts';

const missing = logServersMissing();

describe(`Kafka equals the embedded log, however it is parted${missing === null ? '' : ` (${missing})`}`, () => {
  before(async function () {
    if (missing !== null) return this.skip();
    await logServers();
  });

  for (const [partitions, workers, seed, change] of [
    [1, 1, 5, false],
    [3, 2, 5, false],
    [12, 3, 9, false],
    [12, 3, 9, true],
    [24, 4, 11, true],
  ] as const) {
    const changed = change ? ', where one goes half way and another comes' : '';
    it(`settles the same with ${partitions} partitions and ${workers} workers, delayed${changed}`, async () => {
      const arrivals = delayed(history, seed);
      const embedded = settled(await judgeLive(stations, arrivals), arrivals);
      assert.ok(embedded.length > 10, `${embedded.length} settled`);
      assert.deepEqual(await settledOnKafka(arrivals, { partitions, workers, change }, embedded.length), embedded);
    });
  }
});
