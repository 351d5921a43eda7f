/**
 * How a metric comes about: a `counter` is added to, a `histogram` is given values; a `gauge`, a `level` (an amount whose
 * parts add up over processes) and a `total` (a counter that something else keeps) are asked for when somebody reads.
 */
export type MetricKind = 'counter' | 'histogram' | 'gauge' | 'level' | 'total';

/** Units as OpenTelemetry writes them (UCUM): seconds, bytes, a share of one, or things that are counted, in braces. */
export type MetricUnit = 's' | 'By' | '1' | `{${string}}`;

/** One row of the table of metrics. */
export interface Metric<K extends MetricKind = MetricKind, L extends string = string> {
  /** OpenTelemetry's form: words of a namespace with dots between them. */
  readonly name: string;
  readonly kind: K;
  readonly unit: MetricUnit;
  /** Every label that a value of it carries. None is ever a station: their number has no bound. */
  readonly labels: readonly L[];
  /** What it says, for the operator. */
  readonly meaning: string;
  /** Upper bounds of a histogram's buckets, in its unit, growing. */
  readonly buckets?: readonly number[];
}

/** A value for each label of a metric; '' where there is nothing to say, and then the label is left out. */
export type Labels<M extends Metric> = Readonly<Record<M['labels'][number], string | number>>;

const UNIT_SUFFIX: Readonly<Record<string, string>> = { s: '_seconds', By: '_bytes', 1: '_ratio' };

/** Name of a metric as Prometheus has it: unit and `_total` at the end. */
export function prometheusName({ name, kind, unit }: Pick<Metric, 'name' | 'kind' | 'unit'>): string {
  const total = kind === 'counter' || kind === 'total' ? '_total' : '';
  return `${name.replaceAll(/[^a-zA-Z0-9]+/g, '_')}${UNIT_SUFFIX[unit] ?? ''}${total}`;
}

/** Kind of a metric as Prometheus has it. */
export function prometheusKind({ kind }: Pick<Metric, 'kind'>): 'counter' | 'histogram' | 'gauge' {
  if (kind === 'histogram') return kind;
  return kind === 'gauge' || kind === 'level' ? 'gauge' : 'counter';
}

/** Name of a label as Prometheus has it. */
export function prometheusLabel(label: string): string {
  return label.replaceAll(/[^a-zA-Z0-9]+/g, '_');
}
