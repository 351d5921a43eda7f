import assert from 'node:assert/strict';
import { type Metric, prometheusKind, prometheusLabel, prometheusName } from '../../../schemas/telemetry/metric.ts';
import { METRICS } from '../../../schemas/telemetry/metric-table.ts';
import { readYaml } from '../yaml-files.ts';
import { alertRules, allQueries, dashboardQueries, panels } from './monitoring-files.ts';
import { namesOf } from './promql-names.ts';

/** Labels that Prometheus puts on whatever it reads. */
const OF_PROMETHEUS = ['job', 'instance'];
const labelsOf = new Map<string, readonly string[]>([['up', OF_PROMETHEUS]]);
for (const row of Object.values(METRICS) as readonly Metric[]) {
  const labels = [...row.labels.map(prometheusLabel), ...OF_PROMETHEUS];
  const histogram = prometheusKind(row) === 'histogram';
  for (const suffix of histogram ? ['_bucket', '_sum', '_count'] : ['']) {
    labelsOf.set(`${prometheusName(row)}${suffix}`, suffix === '_bucket' ? [...labels, 'le'] : labels);
  }
}

/** What a query names that no process shows. */
function unknownIn(query: string): string[] {
  const { metrics, labels } = namesOf(query);
  const known = new Set(metrics.flatMap((metric) => labelsOf.get(metric) ?? []));
  return [...metrics.filter((metric) => !labelsOf.has(metric)), ...labels.filter((label) => !known.has(label))];
}

describe('dashboard and alert rules', () => {
  it('name metrics and labels that the table of metrics has', () => {
    const queries = allQueries();
    assert.ok(queries.length > 35);
    const unknown = queries.flatMap(({ place, query }) => unknownIn(query).map((name) => `${place}: ${name}`));
    assert.deepEqual(unknown, []);
    assert.deepEqual(unknownIn('sum by (topic) (rate(halcyon_sink_rows_total{stage="x"}[5m])) + no_such'), [
      'no_such',
      'topic',
      'stage',
    ]);
    assert.throws(() => namesOf('sum by (topic (halcyon_sink_rows_total)'), /no PromQL/);
  });

  it('take counters by their growth, and levels as they are', () => {
    const counters = new Set(
      (Object.values(METRICS) as readonly Metric[])
        .filter((row) => prometheusKind(row) === 'counter')
        .map(prometheusName),
    );
    for (const { place, query } of allQueries()) {
      for (const metric of namesOf(query).metrics) {
        const grows = new RegExp(`\\b(rate|increase)\\(${metric}\\b`).test(query);
        assert.equal(grows, counters.has(metric) || /_(bucket|sum|count)$/.test(metric), `${place}: ${metric}`);
      }
    }
  });

  it('show every metric that says how the system is', () => {
    const shown = new Set(dashboardQueries().flatMap(({ query }) => namesOf(query).metrics));
    for (const { name } of [
      METRICS.recordsBehind,
      METRICS.judgedValues,
      METRICS.verdictLatency,
      METRICS.deadLetters,
      METRICS.openFaults,
      METRICS.heardStations,
      METRICS.sinkWaiting,
      METRICS.processMemory,
      METRICS.requestDuration,
      METRICS.streamSubscribers,
      METRICS.deliveries,
    ]) {
      const row = (Object.values(METRICS) as readonly Metric[]).find((one) => one.name === name) as Metric;
      assert.ok(
        [...shown].some((metric) => metric.startsWith(prometheusName(row))),
        name,
      );
    }
  });

  it('are whole: panels that lie beside each other with an id and words each, rules with what to do', () => {
    const all = panels();
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
    const cells = new Set<string>();
    for (const { type, title, description, gridPos } of all) {
      if (type !== 'row') assert.ok((description ?? '').length > 5, title);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        assert.ok(x < 24, title);
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          assert.ok(!cells.has(`${x} ${y}`), `${title} lies over another`);
          cells.add(`${x} ${y}`);
        }
      }
    }
    for (const { alert, labels, annotations } of alertRules()) {
      assert.match(labels.severity, /^(warning|critical)$/, alert);
      assert.ok(annotations.summary.length > 10 && annotations.description.length > 20, alert);
    }
  });

  it('have a unit test for each rule, which promtool runs (npm run test:monitoring)', () => {
    const [file] = readYaml('test/deploy/prometheus/halcyon-rules.yaml') as [
      { tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[] },
    ];
    const fired = file.tests
      .flatMap((one) => one.alert_rule_test)
      .filter((one) => one.exp_alerts.length > 0)
      .map((one) => one.alertname);
    assert.deepEqual(
      [...new Set(fired)].sort(),
      alertRules()
        .map(({ alert }) => alert)
        .toSorted(),
    );
  });
});
