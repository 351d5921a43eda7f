/** Eighths of a line, from the lowest to the highest value. */
const LEVELS = '▁▂▃▄▅▆▇█';

/**
 * How values run, as a line of blocks: each is the mean of its share of the time, from the lowest value at the bottom to
 * the highest at the top. A share without a value is a blank.
 *
 * @param points by time [ms since the epoch]
 * @param width characters
 * @returns '' for fewer than two values
 */
export function sparkline(points: readonly (readonly [time: number, value: number])[], width: number): string {
  if (points.length < 2) return '';
  const [first, last] = [points[0][0], points[points.length - 1][0]];
  const sums = new Float64Array(width);
  const counts = new Float64Array(width);
  for (const [time, value] of points) {
    const at = Math.min(width - 1, Math.floor(((time - first) / (last - first || 1)) * width));
    sums[at] += value;
    counts[at] += 1;
  }
  const means = Array.from(sums, (sum, at) => sum / counts[at]);
  const known = means.filter(Number.isFinite);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const level = (mean: number) => Math.round(((mean - low) / (high - low || 1)) * (LEVELS.length - 1));
  return means.map((mean) => (Number.isFinite(mean) ? LEVELS[level(mean)] : ' ')).join('');
}
