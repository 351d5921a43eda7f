import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { KafkaMessage } from 'kafkajs';
import { deployLog } from '../../../../ingest/log/kafka/deploy-log.ts';
import { type FetchedRecord, RecordBatch, recordsOf } from '../../../../ingest/log/kafka/fetched-record.ts';
import { kafkaClient } from '../../../../ingest/log/kafka/kafka-client.ts';
import { KafkaLog } from '../../../../ingest/log/kafka/kafka-log.ts';
import { deliveringWholeBatches, readFetch } from '../../../../ingest/log/kafka/whole-batches.ts';
import { SILENT } from '../../../../schemas/logger.ts';
import { logServers, logServersMissing } from '../../../servers/kafka.ts';
import { until } from '../../../until.ts';
import { records } from '../numbered-records.ts';

/** What the client itself writes and reads, to hold what is read here against. */
interface Client {
  batch(content: object): Promise<{ readonly buffer: Buffer }>;
  record(content: object): unknown;
  long(value: number): unknown;
  decode(answer: Buffer): Promise<Fetch>;
}

interface Fetch {
  readonly responses: readonly {
    readonly topicName: string;
    readonly partitions: readonly { readonly partition: number; readonly messages: KafkaMessage[] }[];
  }[];
}

const require = createRequire(import.meta.url);
const client: Client = {
  batch: require('kafkajs/src/protocol/recordBatch/v0').RecordBatch,
  record: require('kafkajs/src/protocol/recordBatch/record/v0'),
  long: require('kafkajs/src/utils/long').fromValue.bind(require('kafkajs/src/utils/long')),
  decode: require('kafkajs/src/protocol/requests/fetch/v11/response').decode,
};
const GZIP = 1;
const LOG_APPEND_TIME = 0x8;

interface Content {
  readonly first?: number;
  readonly compression?: number;
  readonly appended?: boolean;
  readonly records: readonly {
    readonly offset: number;
    readonly time: number;
    readonly key: string | null;
    readonly value: Buffer | null;
    readonly headers?: Record<string, string | readonly string[]>;
  }[];
}

async function batchOf({ first = 0, compression = 0, appended = false, records: given }: Content): Promise<Buffer> {
  const { buffer } = await client.batch({
    firstOffset: client.long(first),
    firstTimestamp: 1_767_225_600_000,
    maxTimestamp: 1_767_225_700_000,
    lastOffsetDelta: given.at(-1)?.offset ?? 0,
    compression,
    records: given.map(({ offset, time, key, value, headers }) =>
      client.record({ offsetDelta: offset, timestampDelta: client.long(time), key, value, headers }),
    ),
  });
  const batch = Buffer.from(buffer);
  if (appended) batch[22] |= LOG_APPEND_TIME;
  return batch;
}

/** The answer to a fetch of two partitions, the second without a record. */
function answerOf(batches: readonly Buffer[], aborted = 0): Buffer {
  const int64 = (value: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(BigInt(value));
    return bytes;
  };
  const int32 = (value: number) => int64(value).subarray(4);
  const int16 = (value: number) => int64(value).subarray(6);
  const partition = (number: number, bytes: Buffer) => [
    ...[int32(number), int16(0), int64(2 ** 40), int64(2 ** 40), int64(0), int32(aborted)],
    ...Array.from({ length: aborted }, () => [int64(7), int64(0)]).flat(),
    ...[int32(-1), int32(bytes.length), bytes],
  ];
  return Buffer.concat([
    ...[int32(3), int16(0), int32(0), int32(1), int16(5), Buffer.from('topic'), int32(2)],
    ...partition(4, Buffer.concat(batches)),
    ...partition(5, Buffer.alloc(0)),
  ]);
}

const MANY: Content = {
  first: 2 ** 33 + 5,
  records: Array.from({ length: 300 }, (_, n) => ({
    offset: n + (n > 100 ? 70_000 : 0),
    time: n % 3 === 0 ? -n : n * 40_000_000_000,
    key: n % 5 === 0 ? null : `north/s${n}`,
    value: n % 7 === 0 ? null : Buffer.alloc(n * 40, n),
    ...(n % 4 === 0 && { headers: { traceparent: `of ${n}`, ...(n % 8 === 0 && { twice: ['a', 'b'] }) } }),
  })),
};

/** A record with its numbers as numbers and its headers as text. */
const plain = ({ offset, timestamp, key, value, headers }: FetchedRecord | KafkaMessage) => ({
  offset: Number(offset),
  timestamp: Number(timestamp),
  key,
  value,
  headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, one]) => [name, String(one)])),
});

describe('batches of records that come whole', () => {
  it('hold what the client makes of them', async () => {
    const batches = [await batchOf(MANY), await batchOf({ ...MANY, first: 2 ** 34, appended: true })];
    const answer = answerOf(batches);
    const { responses, ...head } = readFetch(answer) as Fetch;
    const { responses: theirs, ...theirHead } = await client.decode(answer);
    assert.deepEqual(head, theirHead);
    for (const [t, { topicName, partitions }] of responses.entries()) {
      assert.equal(topicName, theirs[t].topicName);
      for (const [p, { messages, ...rest }] of partitions.entries()) {
        const { messages: made, ...theirRest } = theirs[t].partitions[p];
        assert.deepEqual(rest, theirRest);
        assert.ok((messages as unknown[]).every((message) => message instanceof RecordBatch));
        assert.equal(messages.at(-1)?.offset, made.at(-1)?.offset);
        assert.deepEqual(recordsOf(messages, 0).map(plain), made.map(plain));
        const from = Number(made.at(250)?.offset ?? 0);
        assert.deepEqual(
          recordsOf(messages, from).map(plain),
          made.filter(({ offset }) => Number(offset) >= from).map(plain),
        );
        const bytes = made.map(({ key, value }) => (key?.length ?? 0) + (value?.length ?? 0));
        assert.deepEqual(
          recordsOf(messages, 0).map((one) => one.bytes),
          bytes,
        );
      }
    }
  });

  it('end where the answer ends in the middle of one', async () => {
    const whole = await batchOf(MANY);
    for (const cut of [1, 60, 61, 200]) {
      const batches = RecordBatch.all(Buffer.concat([whole, whole.subarray(0, cut)]));
      assert.equal(batches?.length, 1, String(cut));
    }
  });

  it('are left to the client where they are compressed or something of them was given up', async () => {
    assert.equal(readFetch(answerOf([await batchOf(MANY), await batchOf({ ...MANY, compression: GZIP })])), null);
    assert.equal(readFetch(answerOf([await batchOf(MANY)], 1)), null);
    assert.notEqual(readFetch(answerOf([await batchOf(MANY)])), null);
  });
});

const missing = logServersMissing();

describe(`batches of records that come whole from Kafka${missing === null ? '' : ` (${missing})`}`, () => {
  before(async function () {
    if (missing !== null) return this.skip();
    this.timeout(300_000);
    await logServers();
  });

  for (const compression of ['none', 'gzip'] as const) {
    it(`${compression === 'none' ? 'are what a client delivers' : 'are none where they are compressed'}`, async () => {
      const settings = (await logServers()).settings({ partitions: 1, compression });
      await deployLog(settings, SILENT);
      const log = await KafkaLog.open({ settings, logger: SILENT, now: Date.now });
      await log.publish('stations', records(0, 50));
      const topic = `${settings.prefix}stations`;
      const consumer = deliveringWholeBatches(kafkaClient(settings, SILENT)).consumer({ groupId: `${topic}-test` });
      const came: unknown[] = [];
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await consumer.run({ eachBatch: async ({ batch }) => void came.push(...batch.messages) });
      await until('something has come', () => came.length > 0, 30_000);
      assert.ok(came.every((one) => one instanceof RecordBatch === (compression === 'none')));
      await consumer.disconnect();
      await log.close();
    });
  }

  it('let a reader come to the end of a topic that ends with the mark of a transaction', async () => {
    const settings = (await logServers()).settings({ partitions: 1 });
    await deployLog(settings, SILENT);
    const log = await KafkaLog.open({ settings, logger: SILENT, now: Date.now });
    await log.publish('stations', records(0, 5));
    const topic = `${settings.prefix}stations`;
    const producer = kafkaClient(settings, SILENT).producer({
      transactionalId: `${topic}-test`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    // What is no record becomes a dead letter and is no matter of this test.
    const messages = [{ key: 'north/s1', value: 'no Avro at all' }];
    const kept = await producer.transaction();
    await kept.send({ topic, messages });
    await kept.commit();
    const seen: number[] = [];
    const subscription = await log.subscribe({ group: 'store', topic: 'stations' }, async (batch) => {
      seen.push(...batch.records.map(({ value }) => value.updated));
    });
    await until('it is at the end', () => log.positions('store', 'stations').get(0) === 7, 30_000);
    const givenUp = await producer.transaction();
    await givenUp.send({ topic, messages });
    await givenUp.abort();
    await log.publish('stations', records(5, 10));
    await until('all have come', () => seen.length === 10, 30_000);
    assert.deepEqual(
      seen,
      Array.from({ length: 10 }, (_, n) => n),
    );
    const letters: string[] = [];
    await log.subscribe({ group: 'store', topic: 'dead-letters' }, async (batch) => {
      letters.push(...batch.records.map(({ value }) => value.detail));
    });
    await until('one letter has come', () => letters.length > 0, 30_000);
    assert.equal(letters.length, 1);
    await subscription.stop();
    await producer.disconnect();
    await log.close();
  });
});
