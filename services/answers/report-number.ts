/** The number, or another where it is not finite: JSON knows no others. */
export function finite(value: number, fallback: number): number {
  return Number.isFinite(value) ? value : fallback;
}

/** Six decimals: finer than any instrument, coarse enough to hide the noise of binary fractions. */
export function rounded(value: number): number {
  // Beyond 1e9 six decimals are more than a double holds.
  const result = Math.abs(value) < 1e9 ? Math.round(value * 1e6) / 1e6 : value;
  return result === 0 ? 0 : result;
}
