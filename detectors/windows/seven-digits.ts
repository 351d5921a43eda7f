/** Least size of a value that is rounded by each of the powers of ten, which leave seven digits before the point. */
const FROM = [1e-2, 1e-1, 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7] as const;
const SCALE = [1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1] as const;

/**
 * A value of the 32-bit windows to seven significant digits: what `Number(value.toPrecision(7))` gives, at a fraction of the
 * cost. Its 24 bits times a power of ten up to 10^8 are exact in 64, and so is what the rounding decides.
 *
 * @param value finite, exact in 32 bits
 */
export function sevenDigits(value: number): number {
  const size = Math.abs(value);
  if (size === 0) return 0;
  if (size < FROM[0] || size >= FROM[SCALE.length]) return Number(value.toPrecision(7));
  let k = 0;
  while (size >= FROM[k + 1]) k++;
  const rounded = Math.round(size * SCALE[k]) / SCALE[k];
  return value < 0 ? -rounded : rounded;
}
