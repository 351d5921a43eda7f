import { setTimeout as sleep } from 'node:timers/promises';
import { kafkaClient } from '../../../ingest/log/kafka/kafka-client.ts';
import { encodeRecords } from '../../../ingest/log/kafka/record-codec.ts';
import { TopicSchemas } from '../../../ingest/log/kafka/schema-registry.ts';
import { linesTo, SILENT } from '../../../schemas/logger.ts';
import { seeded } from '../../detectors/stages/small-network.ts';
import { type Installation, onInstallation } from '../installation.ts';
import { compare } from '../invariants.ts';
import { type Scenario, scaled } from '../scenario.ts';
import { storedLetters } from '../store-contents.ts';
import { recordsOf } from '../topic-verdicts.ts';

const ROUNDS = 20;
const TOPICS = ['observations', 'temporal-anomalies'] as const;

/** What is no record of its topic, by what is wrong with it. */
type Poison = Readonly<Record<string, Buffer | null>>;

/** Messages that nobody can read: each is kept once, and the partition goes on. */
export const poison: Scenario = {
  name: 'poison',
  title: `${ROUNDS} x six kinds of unreadable messages on each of ${TOPICS.join(' and ')} while data flow`,
  async run(context) {
    const rounds = scaled(context, ROUNDS);
    return onInstallation(context, { name: 'poison' }, async (installation) => {
      const { feed, history, log } = installation;
      const client = kafkaClient(log, linesTo(context.say));
      const producer = client.producer({ allowAutoTopicCreation: false });
      await producer.connect();
      const random = seeded(context.seed);
      const expected: string[] = [];
      const poisonAll = async () => {
        for (let round = 0; round < rounds; round++) {
          for (const topic of TOPICS) {
            for (const value of Object.values(await poisons(installation, topic, random))) {
              const partition = Math.floor(random() * log.partitions);
              const [sent] = await producer.send({
                topic: `${log.prefix}${topic}`,
                messages: [{ key: `${history.network}/s00`, value, partition }],
              });
              expected.push(`log-${topic}:${partition}-${sent.baseOffset}`);
            }
          }
          await sleep(300);
        }
      };
      installation.disturbedNow();
      await history.pushWhile(feed.url, poisonAll(), 100);
      await producer.disconnect();
      const outcome = await installation.conclude(`${expected.length} unreadable messages`);
      const stored = (await storedLetters({ clickhouseUrl: installation.clickhouseUrl })).map(({ source }) => source);
      const topic = new Map((await recordsOf(log, 'dead-letters')).map((letter) => [letter.id, letter]));
      const published = Array.from(topic.values(), ({ source }) => source);
      const items = (keys: readonly string[]) => keys.map((key) => ({ key, content: '' }));
      return {
        ...outcome,
        findings: {
          ...outcome.findings,
          'dead letters': compare(items(expected), items(stored)),
          'dead letters on the topic': compare(items(expected), items(published)),
        },
      };
    });
  },
};

async function poisons(
  { log, history }: Installation,
  topic: (typeof TOPICS)[number],
  random: () => number,
): Promise<Poison> {
  const ids = await new TopicSchemas(log).present(SILENT);
  const [station] = history.stations;
  const [observation] = history.last;
  const other = topic === 'observations' ? 'temporal-anomalies' : 'observations';
  const { network } = history;
  const progress = { kind: 'progress', network, slot: 1 } as const;
  const encoded = (of: 'observations' | 'temporal-anomalies') =>
    of === 'observations'
      ? encodeRecords(ids[of], of, [{ key: station.id, value: observation }])[0].value
      : encodeRecords(ids[of], of, [{ key: network, value: progress }])[0].value;
  const own = encoded(topic);
  const unknown = Buffer.from(own);
  unknown.writeInt32BE(2_000_000_000, 1);
  return {
    'random bytes': Buffer.from(Array.from({ length: 40 }, () => Math.floor(random() * 256))).fill(7, 0, 1),
    'random bytes with a schema': Buffer.concat([own.subarray(0, 5), Buffer.alloc(30, 0xff)]),
    truncated: own.subarray(0, own.length - 3),
    'unknown schema': unknown,
    'record of another topic': encoded(other),
    nothing: null,
  };
}
