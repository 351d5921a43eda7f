import assert from 'node:assert/strict';
import { readConfiguration } from '../../schemas/configuration.ts';
import { SILENT } from '../../schemas/logger.ts';
import { type Metric, prometheusKind, prometheusLabel, prometheusName } from '../../schemas/telemetry/metric.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import { startTelemetry, type Telemetry } from '../../services/telemetry/start-telemetry.ts';
import { readByPrometheusClient } from '../services/telemetry/prometheus-client.ts';
import { type Family, readPrometheus, type Sample, sampleOf } from '../services/telemetry/prometheus-text.ts';
import { RecordedSpans } from '../services/telemetry/recorded-spans.ts';
import { until } from '../until.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder } from './data-folders.ts';
import { RunningSystem } from './running-system.ts';

const STATIONS = 4;
const SPIKE = 60;
const NETWORK = 'north';
/** What is there on Kafka only, where something went wrong, or where a part tells it that this test does not hold to it. */
const ELSEWHERE: readonly Metric[] = [
  METRICS.publishedBytes,
  METRICS.consumedBytes,
  METRICS.rebalancedPartitions,
  METRICS.rejectedBatches,
  METRICS.deliveries,
  METRICS.recordsBehind,
  METRICS.logReachable,
  METRICS.sinkRows,
  METRICS.statementDuration,
  METRICS.sinkFailures,
  METRICS.sinkWaiting,
];

describe('/metrics of a running system', () => {
  const spans = new RecordedSpans();
  let telemetry: Telemetry;
  let system: RunningSystem;
  let page: string;
  let families: Map<string, Family>;

  before(async () => {
    telemetry = await startTelemetry(readConfiguration({}), SILENT);
    spans.start();
    system = new RunningSystem(await freshDataFolder(), timeAt(SPIKE) + 1000);
    await system.start(() => telemetry.metrics());
    await system.send('POST', `/api/v1/stations?network=${NETWORK}`, calmStations(STATIONS));
    await system.pushJudged(NETWORK, calmReports(STATIONS, 0, SPIKE - 1));
    await system.push(NETWORK, [{ station_id: 's1' }, { station_id: 'nobody', time: '2025-06-01T00:00:00Z' }]);
    await system.push(NETWORK, calmReports(STATIONS, SPIKE, SPIKE, { [`s1@${SPIKE}`]: 15 }));
    await until('the spike is an anomaly', async () => (await system.anomalies(NETWORK)).length > 0);
    const answer = await fetch(`${system.url}/metrics`);
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    page = await answer.text();
    families = readPrometheus(page);
  });
  after(async () => {
    await system.stop();
    await spans.stop();
    await telemetry.stop();
    assert.deepEqual(system.failures, []);
  });

  it('tells what came in and what became of it', async () => {
    assert.equal(sampleOf(families, 'halcyon_observations_accepted_total', { source: 'push' }), STATIONS * (SPIKE + 1));
    const letters = { source: 'push', reason: 'unknown_station' };
    assert.equal(sampleOf(families, 'halcyon_dead_letters_total', letters), 1);
    const flags = ['pass', 'not_evaluated', 'suspect', 'fail', 'missing'];
    const judged = (families.get('halcyon_judgements_total')?.samples ?? []).map(({ labels }) => labels['flag']);
    assert.ok(judged.length > 1 && judged.every((flag) => flags.includes(flag)), judged.join());
    const raised = { check: 'arima', change: 'raised' };
    assert.ok(sampleOf(families, 'halcyon_candidates_total', raised) >= 1);
    const given = { classification: 'device_failure', state: 'provisional' };
    assert.ok(sampleOf(families, 'halcyon_verdicts_total', given) >= 1);
    assert.ok(sampleOf(families, 'halcyon_verdict_latency_seconds_count') >= 1);
    // Those of the last reports may be on their way into the store.
    assert.ok(sampleOf(families, 'halcyon_judgement_freshness_seconds_count') >= STATIONS * SPIKE);
    assert.equal(sampleOf(families, 'halcyon_ready', { check: 'sink', needed: 'true' }), 1);
    assert.ok(sampleOf(families, 'halcyon_batch_duration_seconds_count', { stage: 'temporal' }) >= 2);
    assert.equal(sampleOf(families, 'halcyon_stations', { stage: 'temporal' }), STATIONS);
    const newest = { stage: 'temporal', rank: 'newest' };
    assert.equal(sampleOf(families, 'halcyon_watermark_age_seconds', newest), 1);
    const consumed = { topic: 'observations', group: 'store' };
    assert.equal(sampleOf(families, 'halcyon_log_consumed_total', consumed), STATIONS * (SPIKE + 1));
  });

  it('shows every metric of the table that this way of running has, as the table describes it, and no other', () => {
    const rows: readonly Metric[] = Object.values(METRICS);
    const known = new Map(rows.map((row) => [prometheusName(row), row]));
    for (const { name, type, help, samples } of families.values()) {
      if (name === 'target_info') continue;
      const row = known.get(name);
      assert.ok(row !== undefined, `${name} is not in the table`);
      assert.equal(type, prometheusKind(row));
      assert.equal(help, row.meaning);
      const labels = row.labels.map(prometheusLabel);
      for (const sample of samples) {
        const { le: _, ...own } = sample.labels;
        for (const label of Object.keys(own)) assert.ok(labels.includes(label), `${name}: ${label}`);
      }
    }
    for (const row of rows) {
      if (ELSEWHERE.includes(row)) continue;
      assert.ok(families.has(prometheusName(row)), prometheusName(row));
    }
  });

  it('is read alike by the parser of Prometheus’ own client', async function () {
    const read = await readByPrometheusClient(page);
    if ('missing' in read) {
      console.log(`      left out: ${read.missing}`);
      return this.skip();
    }
    const named = new Map(
      read.map((family) => [family.type === 'counter' ? `${family.name}_total` : family.name, family]),
    );
    assert.deepEqual([...named.keys()].sort(), [...families.keys()].sort());
    const shown = ({ name, labels, value }: Sample) =>
      `${name} ${JSON.stringify(Object.entries(labels).sort())} ${value}`;
    for (const { name, type, help, samples } of families.values()) {
      const other = named.get(name);
      assert.equal(other?.type, type, name);
      assert.equal(other?.help, help, name);
      assert.deepEqual(other?.samples.map(shown).sort(), samples.map(shown).sort());
    }
  });

  it('tells who is heard, and how far the alerts are', () => {
    const heard = (state: string) => sampleOf(families, 'halcyon_stations_heard', { state });
    assert.deepEqual([heard('reporting'), heard('silent'), heard('past')], [STATIONS, 0, 0]);
    assert.equal(sampleOf(families, 'halcyon_alert_deliveries_waiting'), 0);
    const behind = { group: 'alerts', topic: 'anomalies', partition: '0' };
    assert.equal(sampleOf(families, 'halcyon_log_behind', behind), 0);
  });

  it('has no label by station, and by network of open faults alone', () => {
    const names = new Set([NETWORK, 'nobody', ...calmStations(STATIONS).map(({ station_id }) => station_id)]);
    for (const [name, { samples }] of families) {
      for (const { labels } of samples) {
        const { network, ...others } = labels;
        if (network !== undefined) assert.deepEqual([name, network], ['halcyon_faults_open', NETWORK]);
        for (const value of Object.values(others)) assert.ok(!names.has(value), value);
      }
    }
  });

  it('is behind one trace from a push to the verdict', () => {
    const [classify] = spans.ended('process temporal-anomalies');
    const { traceId } = classify.spanContext();
    const ofTrace = spans.ended().filter((span) => span.spanContext().traceId === traceId);
    const names = new Set(ofTrace.map(({ name }) => name));
    for (const name of ['send observations', 'process observations', 'process temporal-anomalies'])
      assert.ok(names.has(name), [...names].join());
  });
});
