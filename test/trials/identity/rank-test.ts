/**
 * Wilcoxon's rank-sum test of two samples in its normal approximation (Mann and Whitney 1947), without ties.
 *
 * @returns `p` of two sides, and in what share of all pairs the value of the second sample is the larger one
 */
export function ranked(first: readonly number[], second: readonly number[]): { p: number; share: number } {
  const all = [
    ...first.map((value) => ({ value, second: false })),
    ...second.map((value) => ({ value, second: true })),
  ];
  all.sort((a, b) => a.value - b.value);
  let ranks = 0;
  for (const [index, one] of all.entries()) if (one.second) ranks += index + 1;
  const [m, n] = [first.length, second.length];
  const larger = ranks - (n * (n + 1)) / 2;
  const z = (larger - (m * n) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12);
  return { p: 2 * (1 - normal(Math.abs(z))), share: larger / (m * n) };
}

/** Distribution function of the standard normal: Abramowitz and Stegun 7.1.26, to 1.5e-7. */
function normal(x: number): number {
  const t = 1 / (1 + (0.3275911 * x) / Math.SQRT2);
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return 1 - (series * Math.exp((-x * x) / 2)) / 2;
}
