import assert from 'node:assert/strict';
import { type TopicStore, topicInserts } from '../../../services/pipeline/topic-inserts.ts';
import { judgement, observation, START } from '../stores/records.ts';

describe('what stores observations', () => {
  it('stores judgements of corrected values before these, and both again where one of them fails', async () => {
    const calls: string[] = [];
    let fails = true;
    const corrected = judgement('north', 'a', START, START);
    const store = {
      correctedJudgements: async (_: unknown, latenessSlots: number) => {
        assert.equal(latenessSlots, 12);
        return [corrected];
      },
      insertJudgements: async (judgements: readonly unknown[]) => {
        assert.deepEqual(judgements, [corrected]);
        calls.push('judgements');
      },
      insertObservations: async () => {
        calls.push('observations');
        if (fails) throw new Error('away');
      },
    } as unknown as TopicStore;
    const { observations } = topicInserts(store, 12);
    await assert.rejects(observations([observation('north', 'a', START)]), /away/);
    fails = false;
    await observations([observation('north', 'a', START)]);
    assert.deepEqual(calls, ['judgements', 'observations', 'judgements', 'observations']);
  });
});
