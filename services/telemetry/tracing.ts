import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import { BatchSpanProcessor, ConsoleSpanExporter, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { TraceTarget } from './trace-target.ts';

/** Longest that the last spans are waited for at the end [ms]. */
const FAREWELL_MS = 2_000;
/** A collector that is away is spoken of once in this time [ms]. */
const QUIET_MS = 600_000;

/**
 * Has spans made and sent, in batches, behind the work. A collector that is away costs the spans and nothing else.
 *
 * @param say takes a line for the operator
 * @returns what sends the last spans and ends it
 */
export async function startTracing(
  target: TraceTarget,
  resource: Resource,
  say: (line: string) => void,
): Promise<() => Promise<void>> {
  reportTo(say);
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(await exporterFor(target))],
  });
  provider.register();
  return async () => {
    const ended = provider.shutdown().catch(() => undefined);
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, FAREWELL_MS).unref())]);
    for (const api of [trace, context, propagation, diag]) api.disable();
  };
}

async function exporterFor(target: TraceTarget): Promise<SpanExporter> {
  if (target.kind === 'console') return new ConsoleSpanExporter();
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  return new OTLPTraceExporter({ url: target.url });
}

/** What the SDK has to complain of: the first of it, then nothing for a while. */
function reportTo(say: (line: string) => void): void {
  let last = Number.NEGATIVE_INFINITY;
  const error = (): void => {
    if (performance.now() - last < QUIET_MS) return;
    last = performance.now();
    say('traces cannot be sent to the collector; the work goes on without them');
  };
  const nothing = () => {};
  const logger = { error, warn: nothing, info: nothing, debug: nothing, verbose: nothing };
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
}
