/** A mean with half the width of its 95 % interval; `margin` is NaN where one value tells no spread. */
export interface Interval {
  readonly mean: number;
  readonly margin: number;
}

const SHARE = 0.95;

/**
 * P(|T| <= t) of Student's t with whole degrees of freedom (Abramowitz and Stegun 1964, Handbook of Mathematical Functions,
 * 26.7.3 and 26.7.4).
 */
function withinT(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const cos2 = Math.cos(angle) ** 2;
  const odd = degrees % 2 === 1;
  let term = odd ? Math.cos(angle) : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let k = odd ? 3 : 2; k <= degrees - 2; k += 2) {
    term *= ((k - 1) / k) * cos2;
    sum += term;
  }
  const part = Math.sin(angle) * sum;
  return odd ? (2 / Math.PI) * (angle + part) : part;
}

/**
 * The t within which 95 % of Student's distribution lie.
 *
 * @param degrees degrees of freedom, a whole number from 1
 */
export function studentT(degrees: number): number {
  let [low, high] = [0, 1000];
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (withinT(middle, degrees) < SHARE) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The mean of values and its 95 % interval, by Student's t (Student 1908, Biometrika 6, 1-25).
 *
 * @throws Error where there is no value
 */
export function intervalOf(values: readonly number[]): Interval {
  const n = values.length;
  if (n === 0) throw new Error('an interval needs a value at least');
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n === 1) return { mean, margin: Number.NaN };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  return { mean, margin: studentT(n - 1) * Math.sqrt(variance / n) };
}

/** An interval in words: the mean alone where nothing is known of its spread. */
export function intervalText({ mean, margin }: Interval, digits: number): string {
  return Number.isNaN(margin) ? mean.toFixed(digits) : `${mean.toFixed(digits)} +- ${margin.toFixed(digits)}`;
}
