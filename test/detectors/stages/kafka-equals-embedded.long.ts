import assert from 'node:assert/strict';
import { logServers, logServersMissing } from '../../servers/kafka.ts';
import { denseDay, history, settledOnKafka, stations } from './kafka-workers.ts';
import { delayed, judgeLive } from './live-judgement.ts';
import { enteredAlong } from './ruled-history.ts';
import { settled } from './several-workers.ts';

const missing = logServersMissing();

// With more partitions and workers: npm run test:partitions.
describe(`Kafka equals the embedded log${missing === null ? '' : ` (${missing})`}`, () => {
  before(async function () {
    if (missing !== null) return this.skip();
    this.timeout(300_000);
    await logServers();
  });

  it('settles the same of stations that report every one to ten minutes, delayed, where one worker goes', async () => {
    const arrivals = delayed(denseDay, 6);
    const embedded = settled(await judgeLive(stations, arrivals), arrivals);
    assert.ok(embedded.length > 10, `${embedded.length} settled`);
    const work = { partitions: 3, workers: 2, change: true };
    assert.deepEqual(await settledOnKafka(arrivals, work, embedded.length), embedded);
  });

  it('settles the same with what people rule while it runs, where one goes half way and another comes that waits for its sensors', async function () {
    this.timeout(180_000);
    const arrivals = delayed(history, 5);
    const rules = enteredAlong(arrivals);
    const embedded = settled(await judgeLive(stations, arrivals, {}, { rules }), arrivals);
    assert.notDeepEqual(embedded, settled(await judgeLive(stations, arrivals), arrivals), 'the rules change something');
    const work = { partitions: 3, workers: 2, change: true, sensorsLast: true };
    assert.deepEqual(await settledOnKafka(arrivals, work, embedded.length, rules), embedded);
  });
});
