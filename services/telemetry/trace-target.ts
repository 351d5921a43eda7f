import type { Configuration } from '../../schemas/configuration.ts';

/** Where traces go. */
export type TraceTarget = { readonly kind: 'otlp'; readonly url: string } | { readonly kind: 'console' };

/** Where the settings send traces: OTEL_TRACES_EXPORTER, else to the collector that is named; null: nowhere. */
export function traceTarget(
  settings: Pick<Configuration, 'otelTracesExporter' | 'otelEndpoint' | 'otelTracesEndpoint'>,
): TraceTarget | null {
  const { otelTracesExporter: exporter, otelEndpoint: collector, otelTracesEndpoint } = settings;
  if (exporter === 'none') return null;
  if (exporter === 'console') return { kind: 'console' };
  const named = collector !== '' || otelTracesEndpoint !== '';
  if (exporter === null && !named) return null;
  const base = collector === '' ? 'http://localhost:4318' : collector;
  return { kind: 'otlp', url: otelTracesEndpoint === '' ? `${base}/v1/traces` : otelTracesEndpoint };
}
