import {
  type Attributes,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { LogRecord } from './event-log.ts';

/** What travels beside a record. */
export type RecordHeaders = NonNullable<LogRecord<unknown>['headers']>;

const TRACER = 'halcyon';
/** W3C Trace Context: trace, span and whether it is kept. */
const TRACEPARENT = 'traceparent';

/**
 * Does work that puts records into the log, in a span.
 *
 * @param work is given the headers that have the trace go on in those records; undefined where nothing is traced
 */
export async function inProducerSpan<T>(
  name: string,
  attributes: Attributes,
  work: (headers: RecordHeaders | undefined) => Promise<T>,
): Promise<T> {
  const span = trace.getTracer(TRACER).startSpan(name, { kind: SpanKind.PRODUCER, attributes });
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
  readonly #name: string;
  readonly #attributes: Attributes;
  readonly #began: number;
  readonly #spans = new Map<string, { readonly span: Span; readonly headers: RecordHeaders | undefined }>();

  /** @param began when the work on the batch began, ms since the epoch */
  constructor(name: string, attributes: Attributes = {}, began: number = Date.now()) {
    this.#name = name;
    this.#attributes = attributes;
    this.#began = began;
  }

  /** Headers for what a record with these headers led to; undefined where it is of no trace. */
  follow(headers: RecordHeaders | undefined): RecordHeaders | undefined {
    const parent = headers?.[TRACEPARENT];
    if (parent === undefined) return undefined;
    let found = this.#spans.get(parent);
    if (found === undefined) {
      const options = { kind: SpanKind.CONSUMER, attributes: this.#attributes, startTime: this.#began };
      const within = propagation.extract(ROOT_CONTEXT, headers);
      const span = trace.getTracer(TRACER).startSpan(this.#name, options, within);
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
