import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { idOf, type KeyValue, type Metrics, messageOf, type Traces } from './otlp-messages.ts';

/** A request as the collector got it. */
interface Received {
  readonly path: string;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Attributes by key. */
type Attributes = Readonly<Record<string, unknown>>;

/** A span as it was sent; ids in hexadecimal, '' where it has no parent. */
export interface ReceivedSpan {
  readonly name: string;
  readonly kind: number;
  readonly trace: string;
  readonly id: string;
  readonly parent: string;
  readonly attributes: Attributes;
  readonly resource: Attributes;
}

/** One sending of one metric. */
export interface ReceivedMetric {
  readonly name: string;
  readonly unit: string;
  readonly kind: 'gauge' | 'sum' | 'histogram' | undefined;
  /** `value` of a histogram is how many values it was given, `sum` what they come to. */
  readonly points: readonly { readonly value: number; readonly sum?: number; readonly attributes: Attributes }[];
  readonly resource: Attributes;
}

/** A collector that takes OTLP over HTTP in both forms and keeps it in memory. */
export class OtlpReceiver {
  readonly received: Received[] = [];
  readonly #server = createServer((request, response) => void this.#take(request, response));

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  spans(): ReceivedSpan[] {
    return this.#bodies('/v1/traces').flatMap(({ body, contentType }) =>
      messageOf<Traces>(body, contentType, 'Traces').resourceSpans.flatMap(({ resource, scopeSpans }) =>
        scopeSpans
          .flatMap(({ spans }) => spans)
          .map(({ name, kind, traceId, spanId, parentSpanId, attributes = [] }) => ({
            name,
            kind,
            trace: idOf(traceId),
            id: idOf(spanId),
            parent: idOf(parentSpanId),
            attributes: attributesOf(attributes),
            resource: attributesOf(resource.attributes),
          })),
      ),
    );
  }

  metrics(): ReceivedMetric[] {
    return this.sendings().flat();
  }

  /** Metrics by request, in the order in which they came. */
  sendings(): ReceivedMetric[][] {
    return this.#bodies('/v1/metrics').map(({ body, contentType }) =>
      messageOf<Metrics>(body, contentType, 'Metrics').resourceMetrics.flatMap(({ resource, scopeMetrics }) =>
        scopeMetrics
          .flatMap(({ metrics }) => metrics)
          .map(({ name, unit, ...data }) => {
            const kind = (['gauge', 'sum', 'histogram'] as const).find((one) => data[one] !== undefined);
            const points = kind === undefined ? [] : (data[kind]?.dataPoints ?? []);
            return {
              name,
              unit,
              kind,
              points: points.map(({ asDouble, asInt, count, sum, attributes }) => ({
                value: Number(asDouble ?? asInt ?? count),
                ...(sum !== undefined && { sum }),
                attributes: attributesOf(attributes ?? []),
              })),
              resource: attributesOf(resource.attributes),
            };
          }),
      ),
    );
  }

  #bodies(path: string): Received[] {
    return this.received.filter((one) => one.path === path);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const contentType = request.headers['content-type'] ?? '';
    this.received.push({ path: request.url ?? '', contentType, body: Buffer.concat(chunks) });
    response.setHeader('content-type', contentType).end(contentType === 'application/json' ? '{}' : '');
  }
}

function attributesOf(given: readonly KeyValue[]): Attributes {
  return Object.fromEntries(given.map(({ key, value }) => [key, Object.values(value)[0]]));
}
