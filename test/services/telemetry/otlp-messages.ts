import protobuf from 'protobufjs';

/** What is read here of the messages of OTLP 1.x (opentelemetry-proto: trace.proto, metrics.proto, common.proto). */
const PROTO = `
  syntax = "proto3";
  message Traces { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span { bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6; repeated KeyValue attributes = 9; }
  message Metrics { repeated ResourceMetrics resource_metrics = 1; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
  message ScopeMetrics { repeated Metric metrics = 2; }
  message Metric { string name = 1; string unit = 3; Gauge gauge = 5; Sum sum = 7; Histogram histogram = 9; }
  message Gauge { repeated NumberPoint data_points = 1; }
  message Sum { repeated NumberPoint data_points = 1; }
  message NumberPoint { oneof value { double as_double = 4; sfixed64 as_int = 6; } repeated KeyValue attributes = 7; }
  message Histogram { repeated HistogramPoint data_points = 1; }
  message HistogramPoint { fixed64 count = 4; double sum = 5; repeated KeyValue attributes = 9; }
  message Resource { repeated KeyValue attributes = 1; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
`;
const { root } = protobuf.parse(PROTO);

export interface KeyValue {
  readonly key: string;
  readonly value: { stringValue?: string; boolValue?: boolean; intValue?: number | string; doubleValue?: number };
}
interface Point {
  readonly asDouble?: number;
  readonly asInt?: number | string;
  readonly count?: number | string;
  readonly sum?: number;
  readonly attributes?: readonly KeyValue[];
}
interface Points {
  readonly dataPoints?: readonly Point[];
}
interface Resource {
  readonly resource: { readonly attributes: readonly KeyValue[] };
}
/** Bytes in protobuf, hexadecimal in JSON; empty or not there where there is none. */
type Id = Uint8Array | string | undefined;
interface Span {
  readonly name: string;
  readonly kind: number;
  readonly traceId: Id;
  readonly spanId: Id;
  readonly parentSpanId?: Id;
  readonly attributes?: readonly KeyValue[];
}
export interface Traces {
  readonly resourceSpans: readonly (Resource & {
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  })[];
}
export interface Metrics {
  readonly resourceMetrics: readonly (Resource & {
    readonly scopeMetrics: readonly {
      readonly metrics: readonly {
        readonly name: string;
        readonly unit: string;
        readonly gauge?: Points;
        readonly sum?: Points;
        readonly histogram?: Points;
      }[];
    }[];
  })[];
}

/** The message of a body in either form of OTLP over HTTP. */
export function messageOf<T>(body: Buffer, contentType: string, type: 'Traces' | 'Metrics'): T {
  if (contentType === 'application/json') return JSON.parse(body.toString('utf8')) as T;
  const message = root.lookupType(type);
  return message.toObject(message.decode(body), { longs: Number, arrays: true }) as T;
}

/** An id of a trace or a span in hexadecimal; '' where there is none. */
export function idOf(id: Id): string {
  return typeof id === 'string' ? id : Buffer.from(id ?? []).toString('hex');
}
