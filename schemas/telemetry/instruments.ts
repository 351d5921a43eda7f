import { type Counter, type Histogram, type Meter, metrics, type Observable } from '@opentelemetry/api';
import type { Labels, Metric } from './metric.ts';

type Instrument = Counter | Histogram | Observable;

/** Instruments of the present meter provider by name: until there is one, all of them do nothing. */
const made = new Map<string, Instrument>();
let provider = metrics.getMeterProvider();

/** Adds to a counter. Once a batch, not once an observation. */
export function count<M extends Metric<'counter'>>(metric: M, amount: number, labels: Labels<M>): void {
  if (amount === 0) return;
  const counter = instrumentOf(metric, (meter, options) => meter.createCounter(metric.name, options)) as Counter;
  counter.add(amount, said(labels));
}

/** Gives a histogram a value, in the metric's unit. */
export function measure<M extends Metric<'histogram'>>(metric: M, value: number, labels: Labels<M>): void {
  const histogram = instrumentOf(metric, (meter, options) =>
    meter.createHistogram(metric.name, {
      ...options,
      advice: { explicitBucketBoundaries: [...(metric.buckets ?? [])] },
    }),
  ) as Histogram;
  histogram.record(value, said(labels));
}

/**
 * Has something asked whenever the metrics are read.
 *
 * @param read tells the present values; what it throws leaves the metric out of this reading
 * @returns ends it
 */
export function observe<M extends Metric<'gauge' | 'level' | 'total'>>(
  metric: M,
  read: (tell: (value: number, labels: Labels<M>) => void) => void | Promise<void>,
): () => void {
  const observable = instrumentOf(metric, (meter, options) => {
    if (metric.kind === 'gauge') return meter.createObservableGauge(metric.name, options);
    if (metric.kind === 'level') return meter.createObservableUpDownCounter(metric.name, options);
    return meter.createObservableCounter(metric.name, options);
  }) as Observable;
  const callback: Parameters<Observable['addCallback']>[0] = (result) =>
    read((value, labels) => result.observe(value, said(labels)));
  observable.addCallback(callback);
  return () => observable.removeCallback(callback);
}

/** The labels that say something. */
function said(labels: Readonly<Record<string, string | number>>): Record<string, string | number> {
  return Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== ''));
}

function instrumentOf(
  metric: Metric,
  make: (meter: Meter, options: { unit: string; description: string }) => Instrument,
): Instrument {
  const present = metrics.getMeterProvider();
  if (present !== provider) {
    made.clear();
    provider = present;
  }
  let instrument = made.get(metric.name);
  if (instrument === undefined) {
    instrument = make(present.getMeter('halcyon'), { unit: metric.unit, description: metric.meaning });
    made.set(metric.name, instrument);
  }
  return instrument;
}
