import { metrics } from '@opentelemetry/api';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  InstrumentType,
  MeterProvider,
  type MetricData,
  MetricReader,
} from '@opentelemetry/sdk-metrics';
import { type MetricUnit, prometheusName } from '../../schemas/telemetry/metric.ts';

/** Longest that one reading waits for what it asks of others, such as the log [ms]. */
const PATIENCE_MS = 5_000;

/** The metrics of this process in Prometheus' text form. */
export interface MetricsPage {
  /** The page as it is now. */
  scrape(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Makes this process keep its metrics; they are read by a page, without a server of their own.
 *
 * @param others what reads them beside the page, such as what sends them to a collector
 * @throws Error where the process keeps metrics already
 */
export function keepMetrics(resource: Resource, others: readonly MetricReader[] = []): MetricsPage {
  const reader = new PageReader();
  const provider = new MeterProvider({ resource, readers: [reader, ...others] });
  if (!metrics.setGlobalMeterProvider(provider)) throw new Error('metrics are kept once in a process');
  const serializer = new PrometheusSerializer(undefined, false, undefined, false, true);
  const scrape = async () => {
    // What could not be asked is left out, the rest is as good as ever.
    const { resourceMetrics } = await reader.collect({ timeoutMillis: PATIENCE_MS });
    const scopeMetrics = resourceMetrics.scopeMetrics.map(({ scope, metrics }) => ({
      scope,
      metrics: metrics.filter(({ dataPoints }) => dataPoints.length > 0).map(named),
    }));
    return serializer.serialize({ ...resourceMetrics, scopeMetrics });
  };
  let underWay: Promise<string> | null = null;
  return {
    // Two at once get one page: what a gauge is told belongs to one reading.
    scrape: () => {
      underWay ??= scrape().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    stop: async () => {
      metrics.disable();
      await provider.shutdown();
    },
  };
}

/** Reads when it is asked to. Of gauges it has only what is told at that moment: the SDK would go on with the last value. */
class PageReader extends MetricReader {
  constructor() {
    super({
      aggregationTemporalitySelector: (instrument) =>
        instrument === InstrumentType.OBSERVABLE_GAUGE
          ? AggregationTemporality.DELTA
          : AggregationTemporality.CUMULATIVE,
    });
  }

  protected override async onShutdown(): Promise<void> {}

  protected override async onForceFlush(): Promise<void> {}
}

/** A metric under its name in Prometheus; the unit is part of it. */
function named<T extends MetricData>(metric: T): T {
  const { name, unit } = metric.descriptor;
  const kind = metric.dataPointType === DataPointType.SUM && metric.isMonotonic ? 'counter' : 'gauge';
  const inPrometheus = prometheusName({ name, kind, unit: unit as MetricUnit });
  return { ...metric, descriptor: { ...metric.descriptor, name: inPrometheus, unit: '' } };
}
