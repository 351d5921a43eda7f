/** A number as a table has room for. */
export function shortNumber(value: number): string {
  return Math.abs(value) < 1e6 ? value.toFixed(1) : value.toExponential(1);
}
