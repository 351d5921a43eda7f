import type { Configuration } from '../../schemas/configuration.ts';

/** Settings that say where a collector is. */
export type CollectorSettings = Pick<Configuration, 'otelEndpoint' | 'otelProtocol'>;

/** A place of an OpenTelemetry collector, and the form in which it is sent what goes there. */
export interface OtlpTarget {
  readonly kind: 'otlp';
  readonly url: string;
  readonly protocol: Configuration['otelProtocol'];
}

/** Where a collector listens for whom no setting says it otherwise (OTLP over HTTP). */
const LOCAL_COLLECTOR = 'http://localhost:4318';

/**
 * The place for one kind of telemetry, as the OTLP exporter specification has it.
 *
 * @param own address of its own, '' where none is named
 */
export function otlpTarget(
  settings: CollectorSettings,
  signal: 'traces' | 'metrics' | 'logs',
  own: string,
): OtlpTarget {
  const base = settings.otelEndpoint === '' ? LOCAL_COLLECTOR : settings.otelEndpoint;
  return { kind: 'otlp', url: own === '' ? `${base}/v1/${signal}` : own, protocol: settings.otelProtocol };
}
