import type { Question } from './temporal-method.ts';

/** Share of the floor that the bound below has to stay within: fits may miss the best by six of -2 log L. */
const RESERVE = 0.9;

/**
 * True where an ARIMA(1,1,1) of this history, whatever its fit, expects the value no farther away than the floor: most
 * values of calm weather, told in one pass. False says nothing.
 *
 * The forecast is the last level + phi x + theta z, |phi| and |theta| at most 1, x the last step, z its noise. z^2 is at most
 * the weighted sum of squares S, and with c observed steps c log S is at most -2 log L of the fit: all mean squared errors
 * are at least the noise's. No fit is worse than the plain random walk, whose -2 log L is c log S0 + sum log k, S0 the sum
 * of step^2 / k over steps that k reports apart. So |z| is at most the root of S0 times the geometric mean of the k.
 *
 * @param minimum valid values below which the answer is false
 */
export function isWithinReach({ history, value, floor }: Question, minimum: number): boolean {
  const { length } = history;
  if (length < minimum) return false;
  const last = history[length - 1];
  const step = last - history[length - 2];
  // Also where one of the two is missing.
  if (!(Math.abs(value - last) + Math.abs(step) <= floor)) return false;
  let before = Number.NaN;
  let reports = 0;
  let steps = 0;
  let squares = 0;
  let logs = 0;
  for (let t = 0; t < length; t++) {
    const level = history[t];
    reports++;
    if (Number.isNaN(level)) continue;
    if (!Number.isNaN(before)) {
      squares += ((level - before) * (level - before)) / reports;
      if (reports > 1) logs += Math.log(reports);
      steps++;
    }
    before = level;
    reports = 0;
  }
  if (steps + 1 < minimum) return false;
  const noise = Math.sqrt(squares * Math.exp(logs / steps));
  return Math.abs(value - last) + Math.abs(step) + noise <= RESERVE * floor;
}
