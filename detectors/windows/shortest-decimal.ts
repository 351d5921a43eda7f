/** Significant digits that tell every 32-bit float from its neighbours. */
const MOST_DIGITS = 9;

/**
 * The number with the fewest decimal digits that a value of the 32-bit windows can have come from: what a station that
 * reports up to seven digits has sent.
 */
export function shortestDecimal(value: number): number {
  for (let digits = 1; digits < MOST_DIGITS; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === Math.fround(value)) return shorter;
  }
  return value;
}
