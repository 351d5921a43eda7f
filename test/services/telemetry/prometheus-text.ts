import assert from 'node:assert/strict';

/** One sample of a page in Prometheus' text form. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric with all its samples. */
export interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (NaN|[+-]Inf|-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`);
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/**
 * Reads a page in Prometheus' text form, version 0.0.4, and holds it to the letter: each metric in one piece with help and
 * type first, no series twice, histograms whole.
 */
export function readPrometheus(text: string): Map<string, Family> {
  assert.ok(text.endsWith('\n'), 'the last line ends');
  const families = new Map<string, Family & { samples: Sample[] }>();
  let family: (Family & { samples: Sample[] }) | undefined;
  let help: readonly [string, string] | undefined;
  const series = new Set<string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const comment = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`).exec(line);
    if (comment?.[1] === 'HELP') {
      help = [comment[2], comment[3]];
    } else if (comment !== null) {
      const [, , name, type] = comment;
      assert.equal(help?.[0], name, `${name} has its help before its type`);
      assert.match(type, /^(counter|gauge|histogram)$/);
      assert.ok(!families.has(name), `${name} stands in one piece`);
      family = { name, type, help: help?.[1] ?? '', samples: [] };
      families.set(name, family);
    } else {
      const sample = readSample(line);
      assert.ok(family !== undefined, `${line} is of a metric`);
      const suffix = sample.name.slice(family.name.length);
      const suffixes = family.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      assert.ok(sample.name.startsWith(family.name) && suffixes.includes(suffix), `${line} is of ${family.name}`);
      const identity = line.slice(0, line.lastIndexOf(' '));
      assert.ok(!series.has(identity), `${identity} is there once`);
      series.add(identity);
      family.samples.push(sample);
    }
  }
  for (const one of families.values()) if (one.type === 'histogram') holdHistogram(one);
  return families;
}

/** The value of a series with at least these labels (undefined: without it); fails where it is not there, or not alone. */
export function sampleOf(
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Readonly<Record<string, string | undefined>> = {},
): number {
  const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ''));
  const found = (family?.samples ?? []).filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  assert.equal(found.length, 1, `${name} ${JSON.stringify(labels)}: ${JSON.stringify(family?.samples)}`);
  return found[0].value;
}

function readSample(line: string): Sample {
  const match = SAMPLE.exec(line);
  assert.ok(match !== null, `no sample: ${line}`);
  const labels: Record<string, string> = {};
  const text = match[2] ?? '';
  LABEL.lastIndex = 0;
  for (let at = 0; at < text.length; at = LABEL.lastIndex) {
    const label = LABEL.exec(text);
    assert.ok(label !== null, `no label: ${text.slice(at)}`);
    assert.ok(!(label[1] in labels), `${label[1]} is there once: ${line}`);
    labels[label[1]] = label[2];
  }
  return { name: match[1], labels, value: Number(match[3].replace('Inf', 'Infinity')) };
}

function holdHistogram({ name, samples }: Family): void {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const { le: _, ...labels } = sample.labels;
    const key = JSON.stringify(labels);
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  for (const [key, group] of groups) {
    const buckets = group.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => Number(labels['le'].replace('Inf', 'Infinity')));
    const counts = buckets.map(({ value }) => value);
    assert.deepEqual(
      bounds,
      bounds.toSorted((a, b) => a - b),
      `${name}${key}: bounds grow`,
    );
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
      `${name}${key}: counts grow`,
    );
    assert.equal(bounds.at(-1), Number.POSITIVE_INFINITY);
    assert.equal(counts.at(-1), group.find((sample) => sample.name === `${name}_count`)?.value, `${name}${key}`);
    assert.ok(group.some((sample) => sample.name === `${name}_sum`));
  }
}
