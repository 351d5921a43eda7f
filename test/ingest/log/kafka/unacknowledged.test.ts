import assert from 'node:assert/strict';
import { unacknowledged } from '../../../../ingest/log/kafka/unacknowledged.ts';

describe('what the brokers did not acknowledge', () => {
  const records = [3, 0, 3, 5].map((partition, place) => ({ partition, place }));

  it('is nothing where every partition was answered for', () => {
    assert.deepEqual(unacknowledged(records, [{ partition: 0 }, { partition: 5 }, { partition: 3 }]), []);
  });

  it('is what belongs to a partition that moved between two attempts and was left out, in its order', () => {
    assert.deepEqual(
      unacknowledged(records, [{ partition: 0 }, { partition: 5 }]).map(({ place }) => place),
      [0, 2],
    );
  });
});
