/** A value at a time (ms since the epoch); null: the report had none. */
export interface Point {
  readonly time: number;
  readonly value: number | null;
}

/** Middle distance of two reports in their order [ms]; ten minutes where there are too few to tell. */
export function cadenceOf(times: readonly number[]): number {
  const steps = times.slice(1).map((time, k) => time - times[k]);
  return medianOf(steps) ?? 600_000;
}

/** Times with one more, where nothing came for more than three reports: there a line is to break. Ascending. */
export function withBreaks(times: readonly number[]): number[] {
  const cadence = cadenceOf(times);
  const all: number[] = [];
  for (const [k, time] of times.entries()) {
    const before = times[k - 1];
    if (before !== undefined && time - before > 3 * cadence) all.push(before + cadence);
    all.push(time);
  }
  return all;
}

/**
 * A series as changes from what was usual before a time: less the median of what came before it, so that stations of other
 * heights and sites can be laid side by side. Without anything before it, less the median of all.
 */
export function changesFrom(points: readonly Point[], time: number): Point[] {
  const values = (some: readonly Point[]) => some.flatMap(({ value }) => (value === null ? [] : [value]));
  const usual = medianOf(values(points.filter((point) => point.time < time))) ?? medianOf(values(points)) ?? 0;
  return points.map((point) => ({ time: point.time, value: point.value === null ? null : point.value - usual }));
}

/** The middle of some numbers; null for none. */
export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A frame that series are drawn in: from and to in time and value, and its size in pixels. */
export interface Frame {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
  readonly width: number;
  readonly height: number;
}

/** The path of a series in a frame, as SVG has it: values upwards, with a new beginning behind each null. */
export function pathOf(points: readonly Point[], frame: Frame): string {
  let path = '';
  let isOpen = false;
  for (const { time, value } of points) {
    if (value === null) {
      isOpen = false;
      continue;
    }
    const x = ((time - frame.from) / (frame.to - frame.from)) * frame.width;
    const y = frame.height - ((value - frame.low) / (frame.high - frame.low)) * frame.height;
    path += `${isOpen ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    isOpen = true;
  }
  return path;
}
