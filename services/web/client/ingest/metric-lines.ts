/** A measurement of `/metrics`: its name, its labels and its value. */
export interface Measurement {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The measurements in the text format of Prometheus (version 0.0.4); comments and what is no measurement are left out. */
export function readMetrics(text: string): Measurement[] {
  return text.split('\n').flatMap((line) => {
    const found = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: \d+)?$/.exec(line);
    const value = Number(found?.[3]);
    return found === null || Number.isNaN(value) ? [] : [{ name: found[1], labels: labelsOf(found[2] ?? ''), value }];
  });
}

/** What measurements of a name add up to, by the value of a label; in the order in which the values come. */
export function sumsBy(measurements: readonly Measurement[], name: string, label: string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const one of measurements) {
    if (one.name !== name) continue;
    const key = one.labels[label] ?? '';
    sums.set(key, (sums.get(key) ?? 0) + one.value);
  }
  return sums;
}

function labelsOf(text: string): Record<string, string> {
  const labels = text.matchAll(/([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"/g);
  const plain = (value: string) => value.replace(/\\(.)/g, (_all, letter: string) => (letter === 'n' ? '\n' : letter));
  return Object.fromEntries(Array.from(labels, ([, name, value]) => [name, plain(value)]));
}
