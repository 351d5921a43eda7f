import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { COMPATIBILITY, SchemaRegistry, SchemaType } from '@kafkajs/confluent-schema-registry';
import type { Admin } from 'kafkajs';
import { deployLog } from '../../../../ingest/log/kafka/deploy-log.ts';
import { kafkaClient } from '../../../../ingest/log/kafka/kafka-client.ts';
import { KafkaLog } from '../../../../ingest/log/kafka/kafka-log.ts';
import type { KafkaSettings } from '../../../../ingest/log/kafka/kafka-settings.ts';
import { frame } from '../../../../ingest/log/kafka/wire-format.ts';
import { revisionHeaders } from '../../../../ingest/log/station-record.ts';
import type { DeadLetter } from '../../../../schemas/dead-letter.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { type Logger, linesTo, SILENT } from '../../../../schemas/logger.ts';
import { stationKey } from '../../../../schemas/station.ts';
import { gate } from '../../../gate.ts';
import { logServers, logServersMissing } from '../../../servers/kafka.ts';
import { fault, faultVersion } from '../../../services/stores/records.ts';
import { until } from '../../../until.ts';
import { eventLogContract } from '../event-log-contract.ts';
import { records } from '../numbered-records.ts';

const backoff = { firstMs: 2, mostMs: 20 };
const missing = logServersMissing();

async function newSettings(given: Partial<KafkaSettings> = {}): Promise<KafkaSettings> {
  const settings = (await logServers()).settings(given);
  await deployLog(settings, SILENT);
  return settings;
}

function open(settings: KafkaSettings, logger: Logger = SILENT): Promise<KafkaLog> {
  return KafkaLog.open({ settings, logger, now: Date.now, backoff });
}

eventLogContract(
  'Kafka, 3 partitions',
  async () => open(await newSettings({ partitions: 3, compression: 'gzip' })),
  missing,
);

describe(`log on Kafka${missing === null ? '' : ` (${missing})`}`, () => {
  before(async function () {
    if (missing !== null) return this.skip();
    this.timeout(300_000);
    await logServers();
  });

  it('keeps what is no record of its topic as a dead letter, and the partition goes on', async () => {
    const settings = await newSettings({ partitions: 1 });
    const log = await open(settings);
    const producer = kafkaClient(settings, SILENT).producer();
    await producer.connect();
    const poison = [
      Buffer.from('no Avro at all'),
      frame(999_999, Buffer.from([1, 2, 3])),
      Buffer.alloc(0),
      frame(await stationsId(settings), Buffer.from([255, 255, 255])),
    ];
    await log.publish('stations', records(0, 5));
    await producer.send({
      topic: `${settings.prefix}stations`,
      messages: poison.map((value) => ({ key: 'north/s1', value })),
    });
    await log.publish('stations', records(5, 10));
    const seen: number[] = [];
    const letters: DeadLetter[] = [];
    await log.subscribe({ group: 'store', topic: 'dead-letters' }, async (batch) => {
      letters.push(...batch.records.map(({ value }) => value));
    });
    await log.subscribe({ group: 'store', topic: 'stations' }, async (batch) => {
      seen.push(...batch.records.map(({ value }) => value.updated));
    });
    await until('records and letters have come', () => seen.length >= 10 && letters.length >= poison.length);
    assert.deepEqual(
      seen,
      Array.from({ length: 10 }, (_, n) => n),
    );
    assert.deepEqual(
      letters.map(({ body }) => body),
      poison.map((bytes) => bytes.toString('base64')),
    );
    for (const letter of letters) assert.equal(letter.network, 'north');
    assert.match(letters[0].detail, /zero byte/);
    assert.match(letters[1].detail, /no schema with the id 999999/);
    await producer.disconnect();
    await log.close();
  });

  // A sensor that is wrong in each report names each of them: a megabyte after twenty days of reports by the minute, which no broker took.
  it('takes a version of a fault that has been open for weeks', async () => {
    const settings = await newSettings({ partitions: 1 });
    const log = await open(settings);
    const anomalyIds = Array.from({ length: 60_000 }, () => randomUUID().replaceAll('-', ''));
    const long = fault('north', 'long', { anomalyIds });
    await log.publish('faults', [{ key: stationKey('north', long.station), value: faultVersion(long) }]);
    const read = gate();
    await log.subscribe({ group: 'reader', topic: 'faults', read: 'all' }, async ({ records: [{ value }] }) => {
      if (value.kind === 'fault') assert.deepEqual(value.fault.anomalyIds, anomalyIds);
      read.open();
    });
    await read.passed;
    await log.close();
  });

  it('reads records that were written with an older schema, and refuses an incompatible one in words', async () => {
    const { registryUrl, prefix } = await newSettings({ partitions: 1 });
    const registry = new SchemaRegistry({ host: registryUrl });
    const subject = `${prefix}other-value`;
    const schema = (fields: object[]) => ({
      type: SchemaType.AVRO as const,
      schema: JSON.stringify({ type: 'record', name: 'Other', namespace: 'halcyon', fields }),
    });
    const options = { subject, compatibility: COMPATIBILITY.BACKWARD };
    await registry.register(schema([{ name: 'a', type: 'string' }]), options);
    const withoutDefault = [
      { name: 'a', type: 'string' },
      { name: 'b', type: 'long' },
    ];
    await assert.rejects(registry.register(schema(withoutDefault), options), (error: { status?: number }) => {
      assert.equal(error.status, 409);
      return true;
    });
  });

  it('is not opened where it was not deployed, and says what to run', async () => {
    const settings = (await logServers()).settings();
    await assert.rejects(open(settings), (error) => {
      assert.ok(error instanceof HalcyonError);
      assert.equal(error.code, 'log_unavailable');
      assert.match(error.message, /has no topic .*stations.*: run halcyon log deploy/);
      return true;
    });
  });

  /** Replaces all that is set of a topic. */
  const setAs = (admin: Admin, name: string, given: Readonly<Record<string, string>>) => {
    const configEntries = Object.entries(given).map(([setting, value]) => ({ name: setting, value }));
    return admin.alterConfigs({ validateOnly: false, resources: [{ type: 2, name, configEntries }] });
  };

  // It altered nothing, and said that everything is left as it is.
  it('is deployed again with settings of topics that lose nothing, and says what it leaves and why', async () => {
    const settings = await newSettings({ partitions: 2 });
    const [observations, stations, faults] = ['observations', 'stations', 'faults'].map(
      (name) => `${settings.prefix}${name}`,
    );
    const admin = kafkaClient(settings, SILENT).admin();
    await admin.connect();
    await setAs(admin, observations, { 'retention.ms': '1000', 'segment.ms': '777777', 'cleanup.policy': 'compact' });
    await setAs(admin, stations, { 'cleanup.policy': 'delete', 'min.insync.replicas': '2' });
    await setAs(admin, faults, { 'retention.ms': '-1' });
    const { created, topics } = await deployLog(settings, SILENT);
    assert.deepEqual(created, []);
    const stamped = (name: string) => `topic ${name} has message.timestamp.type LogAppendTime now, it had CreateTime`;
    assert.deepEqual(topics.altered.toSorted(), [
      `topic ${faults} has max.message.bytes 16777216 now, it had 1048588`,
      stamped(faults),
      `topic ${observations} has cleanup.policy delete now, it had compact`,
      stamped(observations),
      `topic ${observations} has retention.ms 604800000 now, it had 1000`,
      `topic ${stations} has cleanup.policy compact now, it had delete`,
      stamped(stations),
    ]);
    const [insync, longer, ...others] = topics.left;
    assert.match(insync, new RegExp(`^topic ${stations} has min.insync.replicas 2, should be 1; it is left .* copies`));
    assert.match(
      longer,
      new RegExp(`^topic ${faults} has retention.ms -1, should be \\d+; it is left .* deletes records`),
    );
    assert.deepEqual(others, []);
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: 2, name: observations, configNames: ['segment.ms'] }],
    });
    assert.equal(resources[0].configEntries[0].configValue, '777777', 'what else was set stays');
    assert.deepEqual((await deployLog(settings, SILENT)).topics, { altered: [], left: topics.left });
    await admin.disconnect();
  });

  it('is opened with topics that are not as they should be, which it reports and does not alter', async () => {
    const settings = await newSettings({ partitions: 2 });
    const admin = kafkaClient(settings, SILENT).admin();
    await admin.connect();
    const name = `${settings.prefix}observations`;
    await setAs(admin, name, { 'retention.ms': '1000' });
    const said: string[] = [];
    await (
      await open(
        { ...settings, partitions: 4 },
        linesTo((line) => said.push(line)),
      )
    ).close();
    for (const line of ['2 partitions, should be 4', 'retention.ms 1000, should be 604800000'])
      assert.ok(said.includes(`Kafka: topic ${name} has ${line}`), said.join('\n'));
    await admin.createPartitions({ topicPartitions: [{ topic: name, count: 3 }] });
    await assert.rejects(open(settings), (error) => {
      assert.ok(error instanceof HalcyonError);
      assert.equal(error.code, 'invalid_configuration');
      assert.match(error.message, /same number of partitions, found .*observations 3/);
      return true;
    });
    await admin.disconnect();
  });

  it('is not deployed with another number of partitions, and names the way', async () => {
    const settings = await newSettings({ partitions: 2 });
    await assert.rejects(deployLog({ ...settings, partitions: 4 }, SILENT), (error) => {
      assert.ok(error instanceof HalcyonError);
      assert.equal(error.code, 'invalid_configuration');
      assert.match(error.message, /^the log has 2 partitions, HALCYON_KAFKA_PARTITIONS asks for 4: .*halcyon log move/);
      return true;
    });
  });

  it('moves only the partitions that must move when a member comes or goes', async function () {
    this.timeout(180_000);
    const settings = await newSettings({ partitions: 6 });
    const log = await open(settings);
    const held = [new Set<number>(), new Set<number>(), new Set<number>()];
    const moves: string[] = [];
    const join = (member: number) =>
      log.subscribe(
        {
          group: 'store',
          topic: 'stations',
          onAssigned: async ({ partition }) => {
            held[member].add(partition);
            return undefined;
          },
          onRevoked: (partition) => {
            held[member].delete(partition);
            moves.push(`${member} lost ${partition}`);
          },
        },
        async () => {},
      );
    const sizes = () => held.map(({ size }) => size).join();
    await join(0);
    await until('the partitions are shared so', () => sizes() === '6,0,0', 60_000);
    await join(1);
    await until('the partitions are shared so', () => sizes() === '3,3,0', 60_000);
    assert.equal(moves.length, 3);
    const kept = [...held[0]];
    const third = await join(2);
    await until('the partitions are shared so', () => sizes() === '2,2,2', 60_000);
    assert.equal(moves.length, 5);
    assert.ok([...held[0]].every((partition) => kept.includes(partition)));
    await third.stop();
    held[2].clear();
    await until('the partitions are shared so', () => sizes() === '3,3,0', 60_000);
    const ofOthers = moves.filter((move) => !move.startsWith('2 '));
    assert.equal(ofOthers.length, 5, 'who leaves gives up what it had, and nobody else');
    await log.close();
  });

  it('has the later of two revisions received later, whatever the clocks of their feeds said', async () => {
    const settings = await newSettings({ partitions: 1 });
    const log = await open(settings);
    const report = {
      network: 'north',
      station: 's1',
      time: 1_700_000_000_000,
      extras: {},
      original: {},
      source: 'push',
    };
    const values = (temp_out: number) => ({ temp_out, out_hum: null, wind_speed: null, bar: null, rain: null });
    const hour = 3_600_000;
    const push = (temp_out: number, received: number, again = 0) =>
      log.publish('observations', [
        { key: 'north/s1', value: { ...report, values: values(temp_out), received }, ...revisionHeaders(again) },
      ]);
    const began = Date.now();
    await push(1, began + hour);
    const pushed = Date.now();
    await until('the clock of the broker has gone on', () => Date.now() > pushed + 1);
    await push(2, began - hour);
    await push(3, began - hour + 1, 1);
    const seen: [number | null, number][] = [];
    await log.subscribe({ group: 'store', topic: 'observations' }, async (batch) => {
      for (const { value } of batch.records) seen.push([value.values.temp_out, value.received]);
    });
    await until('three records have come', () => seen.length === 3, 20_000);
    assert.deepEqual(
      [...seen].sort(([, a], [, b]) => a - b).map(([temperature]) => temperature),
      [1, 2, 3],
    );
    for (const [, received] of seen) assert.ok(Math.abs(received - began) < hour / 2);
    await log.close();
  });

  it('reads on where the group was not to be joined for a while', async () => {
    const settings = await newSettings({ partitions: 1 });
    // Whoever shares partitions out in another way keeps others out of the group.
    const stranger = kafkaClient(settings, SILENT).consumer({ groupId: `${settings.prefix}store-stations` });
    await stranger.connect();
    await stranger.subscribe({ topic: `${settings.prefix}stations` });
    const inGroup = new Promise((resolve) => stranger.on('consumer.group_join', resolve));
    await stranger.run({ eachMessage: async () => {} });
    await inGroup;
    const lines: string[] = [];
    const log = await open(
      settings,
      linesTo((line) => lines.push(line)),
    );
    await log.publish('stations', records(0, 5));
    const seen = new Set<number>();
    await log.subscribe({ group: 'store', topic: 'stations' }, async (batch) => {
      for (const { value } of batch.records) seen.add(value.updated);
    });
    await until('it says why', () => lines.some((line) => /protocol/i.test(line)), 20_000);
    await stranger.disconnect();
    await log.publish('stations', records(5, 10));
    await until('five records have come', () => seen.size >= 5, 30_000);
    await log.close();
  });

  it('takes a partition away again that was moved while it was made ready', async () => {
    const settings = await newSettings({ partitions: 6 });
    const log = await open(settings);
    const held = [new Set<number>(), new Set<number>()];
    const { passed: ready, open: makeReady } = gate();
    let asked = 0;
    const join = (member: number, readiness: Promise<void>) =>
      log.subscribe(
        {
          group: 'store',
          topic: 'stations',
          onAssigned: async ({ partition }) => {
            asked++;
            await readiness;
            held[member].add(partition);
            return undefined;
          },
          onRevoked: (partition) => held[member].delete(partition),
        },
        async () => {},
      );
    await join(0, ready);
    await until('each partition is asked for', () => asked === 6, 20_000);
    await join(1, Promise.resolve());
    await until('the second has its half', () => held[1].size === 3, 20_000);
    makeReady();
    await until('the first has its half', () => held[0].size === 3, 5_000);
    assert.deepEqual([...held[0], ...held[1]].sort(), [0, 1, 2, 3, 4, 5]);
    await log.close();
  });

  it('takes what is published while the broker is away, and who opens it, once it is back', async function () {
    this.timeout(300_000);
    const settings = await newSettings({ partitions: 2 });
    const { kafka } = await logServers();
    const lines: string[] = [];
    const log = await open(
      settings,
      linesTo((line) => lines.push(line)),
    );
    const seen = new Set<number>();
    await log.subscribe({ group: 'store', topic: 'stations' }, async (batch) => {
      for (const { value } of batch.records) seen.add(value.updated);
    });
    await log.publish('stations', records(0, 20));
    await kafka.kill();
    const published = log.publish('stations', records(20, 40));
    const said: string[] = [];
    // Longer than a restart takes on a machine that has other things to do.
    const logger = linesTo((line) => said.push(line));
    const opening = KafkaLog.open({ settings, logger, now: Date.now, backoff, brokerWaitMs: 240_000 });
    await kafka.start();
    await published;
    await (await opening).close();
    assert.match(said[0] ?? '', /^Kafka: no broker of .* answers yet: .*; waiting for it$/);
    await log.publish('stations', records(40, 60));
    await until('60 records have come', () => seen.size >= 60, 60_000);
    assert.equal(seen.size, 60);
    await log.close();
  });
});

async function stationsId({ registryUrl, prefix }: KafkaSettings): Promise<number> {
  return new SchemaRegistry({ host: registryUrl }).getLatestSchemaId(`${prefix}stations-value`);
}
