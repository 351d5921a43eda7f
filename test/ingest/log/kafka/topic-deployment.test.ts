import assert from 'node:assert/strict';
import type { ITopicConfig } from 'kafkajs';
import type { KafkaSettings } from '../../../../ingest/log/kafka/kafka-settings.ts';
import { createTopics } from '../../../../ingest/log/kafka/topic-deployment.ts';
import { TOPICS } from '../../../../schemas/topics.ts';

const SETTINGS: KafkaSettings = {
  brokers: ['127.0.0.1:9092'],
  registryUrl: 'http://127.0.0.1:8081',
  prefix: '',
  partitions: 6,
  replication: 3,
  compression: 'none',
  tls: null,
  sasl: null,
};

describe('topics that are created', () => {
  it('are not waited for by one broker of several, which may not have heard of them', async () => {
    const made: ITopicConfig[] = [];
    const admin = {
      listTopics: async () => [],
      // What the client does: it retries where a topic has no leader, and gives up where a broker does not know it.
      createTopics: async ({ topics, waitForLeaders = true }: { topics: ITopicConfig[]; waitForLeaders?: boolean }) => {
        if (waitForLeaders) throw new Error('This server does not host this topic-partition');
        made.push(...topics);
        return true;
      },
    };
    assert.deepEqual(
      await createTopics(admin, SETTINGS),
      made.map(({ topic }) => topic),
    );
    assert.equal(made.length, TOPICS.length);
  });
});
