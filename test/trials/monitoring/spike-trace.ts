import type { PushedHistory } from '../../resilience/pushed-history.ts';
import type { ReceivedSpan } from '../../services/telemetry/otlp-receiver.ts';

/** The trace that the push is part of, and the span of whoever pushes. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SENDER = '00f067aa0ba902b7';
const SPIKE_DEGREES = 15;
/** Kinds of spans in OTLP. */
const [SERVER, CLIENT, PRODUCER, CONSUMER] = [2, 3, 4, 5];

/** Pushes the next slot of a history, in which the first station is far too warm, as part of a trace. */
export async function pushSpike(url: string, history: PushedHistory): Promise<void> {
  const [first, ...rest] = history.takeNext();
  const spiked = { ...first, values: { ...first.values, temp_out: (first.values.temp_out ?? 15) + SPIKE_DEGREES } };
  const response = await fetch(`${url}/api/v1/observations?network=${history.network}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', traceparent: `00-${TRACE}-${SENDER}-01` },
    body: [spiked, ...rest]
      .map(({ station, time, values }) =>
        JSON.stringify({ station_id: station, time: new Date(time).toISOString(), ...values }),
      )
      .join('\n'),
  });
  if (!response.ok) throw new Error(`the report was refused: ${response.status} ${await response.text()}`);
}

/**
 * What is wrong with the trace of the spike: from the request that brought it to the insert of its anomaly, each span within
 * the one before, of the service that does it.
 */
export function traceProblems(
  spans: readonly ReceivedSpan[],
  services: Readonly<Record<'feed' | 'temporal' | 'spatial' | 'sink', string>>,
): string[] {
  const ofTrace = spans.filter(({ trace }) => trace === TRACE);
  const steps = [
    { name: /^POST \/api\/v1\/observations$/, kind: SERVER, service: services.feed },
    { name: /^send (\w+\.)?observations$/, kind: PRODUCER, service: services.feed },
    { name: /^process (\w+\.)?observations$/, kind: CONSUMER, service: services.temporal },
    { name: /^process (\w+\.)?temporal-anomalies$/, kind: CONSUMER, service: services.spatial },
    { name: /^INSERT anomalies$/, kind: CLIENT, service: services.sink },
  ];
  let parents = new Set([SENDER]);
  for (const { name, kind, service } of steps) {
    const found = ofTrace.filter((span) => parents.has(span.parent) && name.test(span.name));
    if (found.length === 0) return [`no span ${name} within the one before it: ${ofTrace.map((one) => one.name)}`];
    for (const span of found) {
      const said = span.resource['service.name'];
      if (span.kind !== kind || said !== service) return [`${span.name} is of kind ${span.kind}, service ${said}`];
    }
    parents = new Set(found.map(({ id }) => id));
  }
  return [];
}
