import assert from 'node:assert/strict';
import { readConfiguration } from '../../../schemas/configuration.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { measuredInsert, tracedStore, watchWaiting } from '../../../services/pipeline/sink-metrics.ts';
import { startTelemetry, type Telemetry } from '../../../services/telemetry/start-telemetry.ts';
import { records } from '../../ingest/log/event-log-contract.ts';
import { readPrometheus, sampleOf } from '../telemetry/prometheus-text.ts';
import { RecordedSpans } from '../telemetry/recorded-spans.ts';

describe('metrics and spans of the sink', () => {
  let telemetry: Telemetry;
  before(async () => {
    telemetry = await startTelemetry(readConfiguration({}), () => {});
  });
  after(() => telemetry.stop());
  const read = async () => readPrometheus(await telemetry.metrics());
  const refused = async () => {
    throw new Error('the store is away');
  };

  it('counts rows that were stored and inserts that failed, and times both', async () => {
    await assert.rejects(measuredInsert('judgements', 40, refused), /away/);
    await measuredInsert('judgements', 40, async () => {});
    const families = await read();
    const table = { table: 'judgements' };
    assert.equal(sampleOf(families, 'halcyon_sink_rows_total', table), 40);
    assert.equal(sampleOf(families, 'halcyon_sink_failures_total', table), 1);
    assert.equal(sampleOf(families, 'halcyon_sink_insert_duration_seconds_count', table), 2);
  });

  it('shows for how long each table waits for its store', async () => {
    const away = new Map<TopicName, number>();
    let clock = 1_000_000;
    const end = watchWaiting(['observations', 'anomalies'], away, () => clock);
    away.set('anomalies', clock);
    clock += 90_000;
    const families = await read();
    assert.equal(sampleOf(families, 'halcyon_sink_waiting_seconds', { table: 'anomalies' }), 90);
    assert.equal(sampleOf(families, 'halcyon_sink_waiting_seconds', { table: 'observations' }), 0);
    away.clear();
    assert.equal(sampleOf(await read(), 'halcyon_sink_waiting_seconds', { table: 'anomalies' }), 0);
    end();
  });

  it('has each trace of a batch go on in one span, until the batch is stored or was refused', async () => {
    const spans = new RecordedSpans();
    spans.start();
    const trace = (of: string) => ({ traceparent: `00-${of.repeat(32)}-b7ad6b7169203331-01` });
    const headers = [trace('a'), trace('b'), trace('a'), undefined];
    const batch = records(0, 4).map((record, k) => ({
      ...record,
      offset: k,
      ...(headers[k] && { headers: headers[k] }),
    }));
    await tracedStore('stations', batch, async () => assert.equal(spans.ended().length, 0));
    const ids = spans.ended('store').map((span) => span.spanContext().traceId[0]);
    assert.deepEqual(ids, ['a', 'b']);
    await assert.rejects(tracedStore('stations', batch, refused), /away/);
    assert.equal(spans.ended('store').at(-1)?.status.code, 2);
    await spans.stop();
  });
});
