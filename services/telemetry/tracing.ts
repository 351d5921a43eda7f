import { context, propagation, trace } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import { BatchSpanProcessor, ConsoleSpanExporter, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { TraceTarget } from './trace-target.ts';

/**
 * Has spans made and sent, in batches, behind the work. A collector that is away costs the spans and nothing else.
 *
 * @returns what sends the last spans and ends it
 */
export async function startTracing(target: TraceTarget, resource: Resource): Promise<() => Promise<void>> {
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(await exporterFor(target))],
  });
  provider.register();
  return async () => {
    for (const api of [trace, context, propagation]) api.disable();
    await provider.shutdown().catch(() => undefined);
  };
}

async function exporterFor(target: TraceTarget): Promise<SpanExporter> {
  if (target.kind === 'console') return new ConsoleSpanExporter();
  const { OTLPTraceExporter } =
    target.protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter({ url: target.url });
}
