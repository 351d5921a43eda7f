import assert from 'node:assert/strict';
import { readerOf } from '../../../../ingest/log/kafka/log-readers.ts';

describe('the readers of a log', () => {
  it('are told by the names of their groups, those who read all of a topic too', () => {
    assert.deepEqual(readerOf('west.spatial-temporal-anomalies', 'west.'), {
      group: 'spatial',
      topic: 'temporal-anomalies',
    });
    assert.deepEqual(readerOf('intake-stations-2f1c0a52-8c3f-4f0e-9a35-0c5a7a6b1d11', ''), {
      group: 'intake',
      topic: 'stations',
    });
  });

  it('are not those of another log, or of another program', () => {
    for (const id of ['east.temporal-observations', 'west.2.temporal-observations', 'west.reports', 'west.store-']) {
      assert.equal(readerOf(id, 'west.'), null, id);
    }
    assert.equal(readerOf('west.temporal-observations', ''), null);
  });
});
