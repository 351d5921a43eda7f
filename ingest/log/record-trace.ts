import {
  type Attributes,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { LogRecord, TracedTopic } from './event-log.ts';

/** What travels beside a record. */
export type RecordHeaders = NonNullable<LogRecord<unknown>['headers']>;

const TRACER = 'halcyon';
/** W3C Trace Context: trace, span and whether it is kept. */
const TRACEPARENT = 'traceparent';

/** How a span is begun. */
export interface SpanBeginning {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
}

/** The span of putting records into a topic, as the semantic conventions of OpenTelemetry for messaging have it. */
export function sending(topic: TracedTopic, records: number, more: Attributes): SpanBeginning {
  return {
    name: `send ${topic.destination}`,
    kind: SpanKind.PRODUCER,
    attributes: messaging(topic, 'send', records, more),
  };
}

/** The span of a group's work on a batch of a topic, by the same conventions. */
export function processing(topic: TracedTopic, group: string, records: number): SpanBeginning {
  const attributes = messaging(topic, 'process', records, { 'messaging.consumer.group.name': group });
  return { name: `process ${topic.destination}`, kind: SpanKind.CONSUMER, attributes };
}

function messaging(
  { system, destination }: TracedTopic,
  operation: 'send' | 'process',
  records: number,
  more: Attributes,
): Attributes {
  return {
    'messaging.system': system,
    'messaging.destination.name': destination,
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.batch.message_count': records,
    ...more,
  };
}

/**
 * Does work that puts records into the log, in a span, which is within the one of the request that led to it.
 *
 * @param work is given the headers that have the trace go on in those records; undefined where nothing is traced
 */
export async function inSpan<T>(
  { name, ...options }: SpanBeginning,
  work: (headers: RecordHeaders | undefined) => Promise<T>,
): Promise<T> {
  const span = trace.getTracer(TRACER).startSpan(name, options);
  try {
    return await work(headersOf(span));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/**
 * The spans of the work on a batch: a batch brings records of several traces, each goes on in a span of its own. Where
 * nothing is traced there is none, and nothing goes into headers.
 */
export class BatchSpans {
  readonly #beginning: SpanBeginning;
  readonly #began: number;
  readonly #spans = new Map<string, { readonly span: Span; readonly headers: RecordHeaders | undefined }>();

  /** @param began when the work on the batch began, ms since the epoch */
  constructor(beginning: SpanBeginning, began: number = Date.now()) {
    this.#beginning = beginning;
    this.#began = began;
  }

  /** Headers for what a record with these headers led to; undefined where it is of no trace. */
  follow(headers: RecordHeaders | undefined): RecordHeaders | undefined {
    const parent = headers?.[TRACEPARENT];
    if (parent === undefined) return undefined;
    let found = this.#spans.get(parent);
    if (found === undefined) {
      const { name, ...options } = this.#beginning;
      const within = propagation.extract(ROOT_CONTEXT, headers);
      const span = trace.getTracer(TRACER).startSpan(name, { ...options, startTime: this.#began }, within);
      found = { span, headers: headersOf(span) };
      this.#spans.set(parent, found);
    }
    return found.headers;
  }

  /** The work is done, or has failed. */
  end(failed = false): void {
    for (const { span } of this.#spans.values()) {
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }
    this.#spans.clear();
  }
}

function headersOf(span: Span): RecordHeaders | undefined {
  const headers: Record<string, string> = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), headers);
  return TRACEPARENT in headers ? headers : undefined;
}
