import { type Metric, type MetricKind, prometheusLabel, prometheusName } from '../../../schemas/telemetry/metric.ts';
import { METRICS } from '../../../schemas/telemetry/metric-table.ts';
import type { ReceivedMetric } from '../../services/telemetry/otlp-receiver.ts';
import { readPrometheus } from '../../services/telemetry/prometheus-text.ts';

/** What a kind of metric is in OTLP. */
const IN_OTLP: Readonly<Record<MetricKind, ReceivedMetric['kind']>> = {
  counter: 'sum',
  total: 'sum',
  level: 'sum',
  histogram: 'histogram',
  gauge: 'gauge',
};
/** Page and sending add up each for itself, in an order of its own: so far the same sum of decimals may differ, relatively. */
const ROUNDING = 1e-12;
const ROWS: readonly Metric[] = Object.values(METRICS);

/** How what was sent stands to what the page showed before and after. */
export interface Compared {
  readonly problems: readonly string[];
  /** Series that were compared. */
  readonly series: number;
  /** Those of them whose value did not change meanwhile, and was sent as it is. */
  readonly equal: number;
}

/**
 * Holds metrics that a collector got against the page of `/metrics`: kind and unit are those of the table; each series of the
 * page is there, counters and histograms with a value between the two pages, whatever stood still with the same value.
 *
 * @param before the page before they were sent
 * @param sent all metrics of one sending of this process
 * @param after the page afterwards
 */
export function compareWithPage(before: string, sent: readonly ReceivedMetric[], after: string): Compared {
  const [first, last] = [seriesOf(before), seriesOf(after)];
  const problems: string[] = [];
  const received = new Map<string, number>();
  for (const { name, unit, kind, points } of sent) {
    const row = ROWS.find((one) => one.name === name);
    if (row === undefined || row.unit !== unit || IN_OTLP[row.kind] !== kind) {
      problems.push(`${name} came as ${kind} in ${unit}, the table has ${row?.kind} in ${row?.unit}`);
      continue;
    }
    const shown = prometheusName(row);
    for (const { value, sum, attributes } of points) {
      received.set(seriesKey(kind === 'histogram' ? `${shown}_count` : shown, attributes), value);
      if (sum !== undefined) received.set(seriesKey(`${shown}_sum`, attributes), sum);
    }
  }
  let equal = 0;
  for (const [key, { value: low, grows }] of first) {
    const value = received.get(key);
    const high = last.get(key)?.value;
    if (value === undefined) problems.push(`the collector has not got ${key}`);
    else if (high === low && same(value, low)) equal++;
    else if (high === low && grows) problems.push(`${key} was ${low} throughout and was sent as ${value}`);
    else if (grows && (value < low || value > (high ?? Number.POSITIVE_INFINITY)))
      problems.push(`${key} was sent as ${value}, not between ${low} and ${high}`);
  }
  return { problems, series: first.size, equal };
}

function same(one: number, other: number): boolean {
  return Math.abs(one - other) <= ROUNDING * Math.abs(other);
}

/** Series of a page without those of buckets, by name and labels; `grows`: of a counter or a histogram. */
function seriesOf(page: string): Map<string, { readonly value: number; readonly grows: boolean }> {
  const series = new Map<string, { value: number; grows: boolean }>();
  for (const { name: family, type, samples } of readPrometheus(page).values()) {
    if (family === 'target_info') continue;
    for (const { name, labels, value } of samples) {
      if (!name.endsWith('_bucket') || type !== 'histogram')
        series.set(seriesKey(name, labels), { value, grows: type !== 'gauge' });
    }
  }
  return series;
}

function seriesKey(name: string, labels: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${prometheusLabel(label)}="${String(value)}"`);
  return `${name}{${pairs.sort().join()}}`;
}
