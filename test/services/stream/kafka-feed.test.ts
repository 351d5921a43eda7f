import assert from 'node:assert/strict';
import { EmbeddedLog } from '../../../ingest/log/embedded-log.ts';
import { Overlay } from '../../../services/experts/overlay.ts';
import { KafkaFeed } from '../../../services/stream/kafka-feed.ts';
import { StreamHub } from '../../../services/stream/stream-hub.ts';
import { until } from '../../until.ts';
import { anomaly, fault, faultVersion, observation, START, sensorCondition, weatherEvent } from '../stores/records.ts';
import { hear } from './heard.ts';

/** The names of events are checked on Kafka by test/integration/stream-on-kafka.long.ts; here is one partition of each topic. */
describe('the events of a log by its own numbers', () => {
  it('come from a lane for each topic; a condition of a sensor moves its lane on and is not told', async () => {
    const log = new EmbeddedLog({ durableGroups: {} });
    const feed = new KafkaFeed({
      log: async () => log,
      places: { follow: async () => undefined },
      saidOf: async () => new Overlay([]),
      before: 100,
    });
    const hub = new StreamHub({ feed, placeOf: () => undefined, mostSubscribers: 10, now: () => START });
    const filter = { types: ['observations', 'anomalies', 'faults', 'weather-events'] as const };
    const open = async (lastId?: string) =>
      hear(await hub.open({ filter, lastId, expires: null, who: null, cut: () => undefined }));
    const heard = await open();
    const of = <T>(value: T) => [{ key: 'a', value }];
    await log.publish('observations', of(observation('n', 'a', START)));
    await log.publish('anomalies', of(anomaly('n', 'a1')));
    await log.publish('faults', [
      ...of(sensorCondition('n', 1)),
      ...of(faultVersion(fault('n', 'f1'))),
      ...of(sensorCondition('n', 2)),
      ...of(faultVersion(fault('n', 'f2'))),
    ]);
    await log.publish('weather-events', of(weatherEvent('n', 'w')));
    await until('five events are heard', () => heard.events.length >= 5);
    assert.deepEqual(heard.events.map(({ name }) => name).sort(), [
      ...['anomaly', 'fault', 'fault', 'observation', 'weather-event'],
    ]);
    assert.match(heard.lastId, /^k1x1x1x1\.0\.1\.1\.4\.1$/);
    assert.deepEqual((await feed.ends()).map(Number), [1, 1, 4, 1]);
    const [behind] = heard.events.filter(({ name }) => name === 'fault');
    const again = await open(behind.id);
    await until('they go on', () => again.events.some(({ name }) => name === 'fault'));
    assert.deepEqual(
      again.events.map(({ name }) => name).filter((name) => name === 'fault'),
      ['fault'],
    );
    hub.close();
    await log.close();
  });
});
