import assert from 'node:assert/strict';
import { SpanKind } from '@opentelemetry/api';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { SILENT } from '../../../schemas/logger.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { measuredInsert, tracedStore, watchWaiting } from '../../../services/pipeline/sink-metrics.ts';
import { startTelemetry, type Telemetry } from '../../../services/telemetry/start-telemetry.ts';
import { records } from '../../ingest/log/numbered-records.ts';
import { readPrometheus, type Sample, sampleOf } from '../telemetry/prometheus-text.ts';
import { RecordedSpans } from '../telemetry/recorded-spans.ts';

describe('metrics and spans of the sink', () => {
  let telemetry: Telemetry;
  before(async () => {
    telemetry = await startTelemetry(readConfiguration({}), SILENT);
  });
  after(() => telemetry.stop());
  const read = async () => readPrometheus(await telemetry.metrics());
  const refused = async () => {
    throw new Error('the store is away');
  };

  const isCount = ({ name }: Sample) => name.endsWith('_count');

  it('counts rows that were stored and inserts that failed, and times both', async () => {
    await assert.rejects(measuredInsert('judgements', 40, refused), /away/);
    await measuredInsert('judgements', 40, async () => {});
    const families = await read();
    const table = { table: 'judgements' };
    assert.equal(sampleOf(families, 'halcyon_sink_rows_total', table), 40);
    assert.equal(sampleOf(families, 'halcyon_sink_failures_total', table), 1);
    const statement = { db_system_name: 'clickhouse', db_operation_name: 'INSERT', db_collection_name: 'judgements' };
    const [failed, stored] = families.get('db_client_operation_duration_seconds')?.samples.filter(isCount) ?? [];
    assert.deepEqual(failed.labels, { ...statement, error_type: '_OTHER' });
    assert.deepEqual(stored.labels, statement);
    assert.deepEqual([failed.value, stored.value], [1, 1]);
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
    const ids = spans.ended('INSERT stations').map((span) => span.spanContext().traceId[0]);
    assert.deepEqual(ids, ['a', 'b']);
    await assert.rejects(tracedStore('stations', batch, refused), /away/);
    assert.equal(spans.ended('INSERT stations').at(-1)?.status.code, 2);
    const [first] = spans.ended('INSERT stations');
    assert.equal(first.kind, SpanKind.CLIENT);
    assert.deepEqual(first.attributes, {
      'db.system.name': 'clickhouse',
      'db.operation.name': 'INSERT',
      'db.collection.name': 'stations',
      'db.operation.batch.size': 4,
    });
    await spans.stop();
  });
});
