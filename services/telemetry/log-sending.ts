import { logs } from '@opentelemetry/api-logs';
import type { Resource } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider, type LogRecordExporter } from '@opentelemetry/sdk-logs';
import type { OtlpTarget } from './otlp-target.ts';

/**
 * Has log records sent, in batches, behind the work. A collector that is away costs those that come meanwhile.
 *
 * @returns what sends the last of them and ends it
 */
export async function startLogSending(target: OtlpTarget, resource: Resource): Promise<() => Promise<void>> {
  const provider = new LoggerProvider({
    resource,
    processors: [new BatchLogRecordProcessor({ exporter: await exporterFor(target) })],
  });
  logs.setGlobalLoggerProvider(provider);
  return async () => {
    logs.disable();
    await provider.shutdown().catch(() => undefined);
  };
}

async function exporterFor({ url, protocol }: OtlpTarget): Promise<LogRecordExporter> {
  const { OTLPLogExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-logs-otlp-http')
      : await import('@opentelemetry/exporter-logs-otlp-proto');
  return new OTLPLogExporter({ url });
}
