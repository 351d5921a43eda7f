import assert from 'node:assert/strict';
import { connectAsync } from 'mqtt';
import { makeCertificates, opensslMissing } from '../../../../deploy/servers/certificates.ts';
import { brokerAddress } from '../../../../ingest/feeds/mqtt/broker-address.ts';
import { MQTT_KIND, mqttFeed } from '../../../../ingest/feeds/mqtt/mqtt-feed.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { isoOf } from '../../../../schemas/time.ts';
import { temporaryFolder } from '../../../integration/data-folders.ts';
import { type Mosquitto, mosquittoMissing, startMosquitto } from '../../../servers/mosquitto.ts';
import { until } from '../../../until.ts';
import { feedContract } from '../feed-contract.ts';
import { runFeedOn } from './brought.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const QUICK = { connectWaits: [50, 400], submitWaits: [1, 1] } as const;

let broker: Mosquitto;
let clients = 0;

/** A feed with a session of its own, or with that of a client of before. */
function feedOf(client = `test${++clients}`, pieces = '', url = broker.url()) {
  return mqttFeed(brokerAddress(`${url}#client_id=${client}${pieces}`, MQTT_KIND, 'test'), QUICK);
}

/** A report of a station that is so many minutes old. */
function report(minutes: number, more: object = {}): string {
  return JSON.stringify({ time: isoOf(NOW + minutes * 60_000), temp_out: 12, latitude: 51, longitude: 4, ...more });
}

const topicOf = (station: string) => `stations/net/${station}/observations`;

const missing = mosquittoMissing();
describe('a feed by MQTT', () => {
  before(async function () {
    if (missing !== null) return this.skip();
    broker = await startMosquitto();
  });
  after(() => broker?.remove());

  // Retained messages: every run has a session of its own, and finds the same ones.
  feedContract('mqtt', async () => {
    for (let station = 0; station < 20; station += 1) {
      const reports = Array.from({ length: 10 }, (_, k) => report(k * 10 - 100)).join();
      await broker.retain(`contract/${station}`, station === 7 ? '[5, {"temp_out": "x"}]' : `[${reports}]`);
    }
    return {
      items: null,
      enough: 190,
      clock: () => () => NOW,
      feed: () => feedOf(undefined, '&topics=contract/{station_id}&network=net'),
    };
  });

  it('is given what was published while it was away, in order', async () => {
    const first = runFeedOn(feedOf('kept'), NOW);
    await broker.publish(topicOf('a'), report(-50));
    await broker.subscribed('kept');
    await broker.publish(topicOf('a'), report(-40));
    await first.until(1);
    await first.stop();
    await broker.publish(topicOf('a'), report(-30), report(-20), report(-10));
    const second = runFeedOn(feedOf('kept'), NOW);
    await second.until(3);
    await second.stop();
    assert.deepEqual(second.observations(), ['a -30', 'a -20', 'a -10']);
    const { network, source } = second.log.values('observations')[0];
    assert.deepEqual([network, source, second.said], ['net', 'mqtt', []]);
  });

  it('acknowledges only what is safe: the rest comes again', async () => {
    let allow = false;
    const first = runFeedOn(feedOf('unsafe'), NOW, async () => {
      if (!allow) throw new HalcyonError('store_unavailable', 'the store is away');
    });
    await broker.subscribed('unsafe');
    await broker.publish(topicOf('b'), report(-20), report(-10));
    await until('it says that it tries again', () => first.said.length > 0);
    await first.stop();
    assert.deepEqual(first.observations(), []);
    assert.match(first.said[0], /^the store is away; mqtt tries again/);
    allow = true;
    const second = runFeedOn(feedOf('unsafe'), NOW);
    await second.until(2);
    await second.stop();
    assert.deepEqual(second.observations(), ['b -20', 'b -10']);
    const third = runFeedOn(feedOf('unsafe'), NOW);
    await broker.publish(topicOf('b'), report(0));
    await third.until(1);
    await third.stop();
    assert.deepEqual(third.observations(), ['b 0'], 'what was acknowledged does not come again');
  });

  it('outlives its broker, killed and started again, and says so once', async () => {
    const killed = await startMosquitto({ durable: true });
    const feed = runFeedOn(feedOf('outlives', '', killed.url()), NOW);
    try {
      await killed.subscribed('outlives');
      await killed.publish(topicOf('c'), report(-30));
      await feed.until(1);
      await killed.kill();
      await until('it says that its broker is away', () => feed.said.length > 0);
      await killed.start();
      await killed.publish(topicOf('c'), report(-20));
      await feed.until(2);
    } finally {
      await feed.stop();
      await killed.remove();
    }
    assert.deepEqual(new Set(feed.observations()), new Set(['c -30', 'c -20']));
    const [away, ...others] = feed.said;
    assert.match(away, /^mqtt: mqtt:\/\/127\.0\.0\.1:\d+ is away: .*; it is tried again$/);
    assert.match(others.at(-1) ?? '', /^mqtt: mqtt:\/\/127\.0\.0\.1:\d+ is back$/);
    assert.ok(others.length <= 2, feed.said.join('\n'));
  });

  it('says when its broker gives less than it should: no QoS 1, or a session that is gone', async () => {
    const poor = await startMosquitto({ withoutQos1: true });
    const feed = runFeedOn(feedOf('poor', '', poor.url()), NOW);
    try {
      await until('it has subscribed', () => feed.said.length > 0);
      await poor.kill();
      await poor.start();
      await until('its broker is back', () => feed.said.some((line) => line.includes('is back')));
    } finally {
      await feed.stop();
      await poor.remove();
    }
    assert.match(feed.said[0], /grants no QoS 1: what is published while nobody is there is lost$/);
    assert.match(feed.said.at(-1) ?? '', /is back, without the session: what was published meanwhile is lost$/);
  });

  it('keeps what cannot be read, with its topic, and the others stay good', async () => {
    const feed = runFeedOn(feedOf('poison'), NOW);
    await broker.subscribed('poison');
    await broker.publish(topicOf('d'), '{"time":', report(-10), '{"station_id": "e"}', '{"temp_out": 1}', '[]');
    await broker.publish(topicOf('d'), Buffer.from([0xff, 0x0a, 0x00]));
    await feed.until(5);
    await feed.stop();
    assert.deepEqual(feed.observations(), ['d -10']);
    const letters = feed.log.values('dead-letters');
    assert.deepEqual(
      letters.map(({ reason, source }) => `${reason} ${source}`),
      ['unreadable', 'unreadable', 'invalid_time', 'unreadable'].map((reason) => `${reason} mqtt:${topicOf('d')}`),
    );
    assert.match(letters[1].detail, /station_id is 'e', but the topic says 'd'/);
  });

  it('says that a password is wrong without showing it, and goes on trying', async () => {
    const feed = runFeedOn(feedOf('wrong', '', broker.url('wrong-password')), NOW);
    await broker.written('that it lets nobody in, and again', /not authorised/g, 3);
    await feed.stop();
    assert.deepEqual(feed.said, [
      `mqtt: mqtt://127.0.0.1:${broker.port} is away: it refuses the user or the password; it is tried again`,
    ]);
  });

  it('speaks MQTT 3.1.1 as well', async () => {
    const feed = runFeedOn(feedOf('old', '&version=3.1.1'), NOW);
    await broker.subscribed('old');
    await broker.publish(topicOf('f'), report(-10));
    await feed.until(1);
    await feed.stop();
    await broker.publish(topicOf('f'), report(0));
    const again = runFeedOn(feedOf('old', '&version=3.1.1'), NOW);
    await again.until(1);
    await again.stop();
    assert.deepEqual([...feed.observations(), ...again.observations()], ['f -10', 'f 0']);
  });

  it('speaks TLS with certificates of its own, and trusts no others', async function () {
    if (opensslMissing() !== null) return this.skip();
    const certificates = await makeCertificates(temporaryFolder(), 'gateway');
    const { authority, client, clientKey } = certificates;
    const secure = await startMosquitto({ certificates });
    try {
      const files = `&cert_file=${client}&key_file=${clientKey}`;
      const foreign = runFeedOn(feedOf('foreign', files, secure.url()), NOW);
      const feed = runFeedOn(feedOf('secure', `${files}&ca_file=${authority}`, secure.url()), NOW);
      await secure.subscribed('secure');
      await until('the other says why not', () => foreign.said.length > 0);
      await secure.publish(topicOf('g'), report(-10));
      await feed.until(1);
      await Promise.all([foreign.stop(), feed.stop()]);
      assert.deepEqual(feed.observations(), ['g -10']);
      assert.deepEqual(feed.said, []);
      assert.deepEqual(foreign.observations(), []);
      assert.match(foreign.said[0], /is away: .*(certificate|signed)/);
    } finally {
      await secure.remove();
    }
  });

  it('says what it may be when another client takes its session', async () => {
    const first = runFeedOn(feedOf('same'), NOW);
    await broker.subscribed('same');
    const second = runFeedOn(feedOf('same'), NOW);
    const said = () => [...first.said, ...second.said].join('\n');
    await until('one of them says so', () => /another client has the client_id same/.test(said()));
    await Promise.all([first.stop(), second.stop()]);
  });

  it('brings many messages of as many topics by one wildcard, of QoS 0 as well', async () => {
    const feed = runFeedOn(feedOf('many', '&topics=many/{station_id}&network=net'), NOW);
    await broker.subscribed('many');
    const publisher = await connectAsync(broker.url(), { protocolVersion: 5 });
    await Promise.all(
      Array.from({ length: 1000 }, (_, k) =>
        publisher.publishAsync(`many/s${k}`, report(-10), { qos: k % 2 === 0 ? 0 : 1 }),
      ),
    );
    await publisher.endAsync();
    await feed.until(1000);
    await feed.stop();
    assert.equal(new Set(feed.observations()).size, 1000);
  });
});
