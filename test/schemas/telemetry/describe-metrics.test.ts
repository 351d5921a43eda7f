import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { packageFile } from '../../../schemas/package-root.ts';
import { describeMetrics } from '../../../schemas/telemetry/describe-metrics.ts';
import { type Metric, prometheusLabel, prometheusName } from '../../../schemas/telemetry/metric.ts';
import { METRICS } from '../../../schemas/telemetry/metric-table.ts';

const rows: readonly Metric[] = Object.values(METRICS);

describe('the table of metrics', () => {
  it('is docs/metrics.md (npx tsx schemas/telemetry/describe-metrics.ts > docs/metrics.md)', () => {
    assert.equal(readFileSync(packageFile('docs/metrics.md'), 'utf8'), describeMetrics());
  });

  it('has a name for each, in both forms, that nothing else has', () => {
    assert.equal(new Set(rows.map(({ name }) => name)).size, rows.length);
    assert.equal(new Set(rows.map(prometheusName)).size, rows.length);
    for (const row of rows) {
      assert.match(row.name, /^[a-z]+(?:[._][a-z]+\d*)+$/);
      assert.match(prometheusName(row), /^[a-z]+(?:_[a-z]+\d*)+$/);
    }
    assert.equal(prometheusName(METRICS.requestDuration), 'http_server_request_duration_seconds');
    assert.equal(prometheusName(METRICS.processCpu), 'process_cpu_time_seconds_total');
    assert.equal(prometheusName(METRICS.publishedBytes), 'halcyon_log_published_size_bytes_total');
    assert.equal(prometheusLabel('http.response.status_code'), 'http_response_status_code');
  });

  it('labels nothing by what has no bound', () => {
    for (const { name, labels } of rows) {
      for (const label of labels) {
        // Open faults name a hundred networks at most.
        if (name === METRICS.openFaults.name && label === 'network') continue;
        assert.doesNotMatch(label, /station|network|\bid\b|variable|slot/, `${name}: ${label}`);
      }
    }
  });

  it('gives histograms growing buckets, and nothing else', () => {
    for (const { name, kind, buckets } of rows) {
      assert.equal(buckets !== undefined, kind === 'histogram', name);
      assert.deepEqual(
        buckets,
        buckets?.toSorted((a, b) => a - b),
        name,
      );
      assert.equal(new Set(buckets).size, buckets?.length ?? 0, name);
    }
  });
});
