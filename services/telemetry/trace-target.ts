import type { Configuration } from '../../schemas/configuration.ts';
import { type CollectorSettings, type OtlpTarget, otlpTarget } from './otlp-target.ts';

/** Where traces go. */
export type TraceTarget = OtlpTarget | { readonly kind: 'console' };

/** Settings of traces. */
export type TraceSettings = CollectorSettings & Pick<Configuration, 'otelTracesExporter' | 'otelTracesEndpoint'>;

/** Where the settings send traces: OTEL_TRACES_EXPORTER, else to the collector that is named; null: nowhere. */
export function traceTarget(settings: TraceSettings): TraceTarget | null {
  const { otelTracesExporter: exporter, otelEndpoint: collector, otelTracesEndpoint: own } = settings;
  if (exporter === 'none') return null;
  if (exporter === 'console') return { kind: 'console' };
  if (exporter === null && collector === '' && own === '') return null;
  return otlpTarget(settings, 'traces', own);
}
