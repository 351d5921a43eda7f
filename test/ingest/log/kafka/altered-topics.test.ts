import assert from 'node:assert/strict';
import { alterTopics } from '../../../../ingest/log/kafka/altered-topics.ts';

describe('topics that are altered', () => {
  it('stay as they are, with the reason, where brokers let nobody alter them', async () => {
    const admin = {
      describeConfigs: async () => ({ resources: [], throttleTime: 0 }),
      alterConfigs: () => Promise.reject(new Error('Topic authorization failed')),
    };
    const short = { topic: 'faults', setting: 'retention.ms', actual: '1', right: '2' };
    assert.deepEqual(await alterTopics(admin, [short]), {
      altered: [],
      left: ['topic faults has retention.ms 1, should be 2; it cannot be altered: Topic authorization failed'],
    });
  });
});
