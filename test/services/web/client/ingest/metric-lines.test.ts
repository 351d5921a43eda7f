import assert from 'node:assert/strict';
import { readMetrics, sumsBy } from '../../../../../services/web/client/ingest/metric-lines.ts';

const TEXT = `# HELP a_total what it counts
# TYPE a_total counter
a_total{source="push",reason="x"} 2
a_total{source="push",reason="a \\"b\\", {c}"} 3
a_total{source="mqtt"} 1.5e3 1700000000000
b_seconds NaN
c 4
`;

describe('the metrics on the pages', () => {
  it('are read with their labels, whatever these hold', () => {
    const read = readMetrics(TEXT);
    assert.equal(read.length, 4);
    assert.deepEqual(read[1], { name: 'a_total', labels: { source: 'push', reason: 'a "b", {c}' }, value: 3 });
    assert.deepEqual(read[3], { name: 'c', labels: {}, value: 4 });
  });

  it('add up by a label', () => {
    assert.deepEqual(
      [...sumsBy(readMetrics(TEXT), 'a_total', 'source')],
      [
        ['push', 5],
        ['mqtt', 1500],
      ],
    );
  });
});
