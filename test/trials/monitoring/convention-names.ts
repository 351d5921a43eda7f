import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import type { ReceivedMetric, ReceivedSpan } from '../../services/telemetry/otlp-receiver.ts';

/** Every name of the semantic conventions of OpenTelemetry, as their own package has them. */
const KNOWN = new Set(Object.values<unknown>(conventions).filter((value) => typeof value === 'string'));
/** Names of our own, and those that the conventions make of the name of a header. */
const OTHER = /^(halcyon\.|http\.response\.header\.)/;

/** Names of metrics and of attributes of spans, metrics and resources that are neither ours nor the conventions'. */
export function foreignNames(spans: readonly ReceivedSpan[], metrics: readonly ReceivedMetric[]): string[] {
  const names = new Set<string>();
  for (const { attributes, resource } of spans) add(names, attributes, resource);
  for (const { name, points, resource } of metrics) {
    names.add(name);
    add(names, resource);
    // The labels of our own metrics are words without a namespace.
    if (!OTHER.test(name)) add(names, ...points.map(({ attributes }) => attributes));
  }
  return [...names].filter((name) => !KNOWN.has(name) && !OTHER.test(name));
}

/** Spans whose name is not what the conventions make of their attributes. */
export function misnamedSpans(spans: readonly ReceivedSpan[]): string[] {
  return spans
    .filter(({ name, attributes: of }) => {
      const [verb, object] =
        of['messaging.system'] !== undefined
          ? [of['messaging.operation.name'], of['messaging.destination.name']]
          : of['db.system.name'] !== undefined
            ? [of['db.operation.name'], of['db.collection.name']]
            : [of['http.request.method'], of['http.route']];
      return name !== (object === undefined ? verb : `${String(verb)} ${String(object)}`);
    })
    .map(({ name, attributes }) => `${name} ${JSON.stringify(attributes)}`);
}

function add(names: Set<string>, ...all: readonly Readonly<Record<string, unknown>>[]): void {
  for (const attributes of all) for (const name of Object.keys(attributes)) names.add(name);
}
