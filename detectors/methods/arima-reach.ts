import type { Question } from './temporal-method.ts';

/*
 * Bounds how far off any ARIMA(1,1,1) could expect a value to be, without a fit.
 *
 * With x the steps and z the noise as it is estimated from all levels, x[t] = phi x[t-1] + z[t] + theta z[t-1] holds exactly
 * where levels follow each other, and the sum of z^2 is at most the weighted sum of squares S. With c observed steps, c log S
 * is at most -2 log L of the fit: all mean squared errors are at least the noise's. No fit is worse than the plain random
 * walk, whose -2 log L is c log S0 + sum log k, S0 the sum of step^2 / k over steps that k reports apart. So S is at most S0
 * times the geometric mean of the k.
 *
 * The forecast is the last level + s, s = phi x + theta z of the last step. In a run of levels without a gap let
 * u = phi x + theta z of the step before it, a[t] = x[t] - theta a[t-1] from 0, and g[t] = (-theta)^(t-1). Then
 * z[t] = a[t] - phi a[t-1] - u g[t], and s = (phi + theta) a - theta u g of the last. For one theta the sum of z^2 is
 * quadratic and s linear in phi and the u of the runs: one pass tells the least sum, and the farthest s of those up to S.
 *
 * What holds for a theta holds for those around it with a margin. At the same phi and u, another theta, d away, has the
 * noise z for which z + d N z is the one's, N having (-theta)^(j-1) in its j-th lower diagonal: no longer than
 * 1 / (1 - |theta|), nor, as a part of the sum of all, than 2 n / pi. And its s is d times the sum of (-theta)^j z[t-j]
 * away, which is at most d |z| / sqrt(1 - theta^2).
 */

/** Thetas between two of these are judged from the middle of the two. */
const EDGES = Float64Array.of(-1, -0.94, -0.8, -0.3, 0.3, 0.8, 0.94, 1);
/** Where its margins are too wide, from the middles of so many parts. */
const PARTS = 8;

/** By how much of -2 log L a fit may miss the best one. */
const MISSED = 6;
/** Share of a limit that a bound has to stay within: rounding takes far less. */
const RESERVE = 0.99;

// Numbers go between the functions here through typed arrays: handed over in any other way they may be put on the heap.
const LOW = 0;
const HIGH = 1;
const MOST = 2;
const ROOM = 3;
const DEPARTURE = 4;
const DEVIATIONS = 5;
const SQUARES = 6;
const COUNT = 7;
const LOGS = 8;
const reg = new Float64Array(9);
let steps = new Float64Array(1024);

/**
 * True where an ARIMA(1,1,1) of this history, whatever its fit, passes the value: nearly all values of calm weather, told at
 * a fraction of the cost. False says nothing.
 *
 * @param minimum valid values below which the answer is false
 */
export function isWithinReach({ history, value, floor, threshold }: Question, minimum: number): boolean {
  const { length } = history;
  if (length < minimum) return false;
  const last = history[length - 1];
  const departure = Math.abs(value - last);
  const step = Math.abs(last - history[length - 2]);
  // Also where one of them is missing.
  if (!(departure <= floor && step < Number.POSITIVE_INFINITY)) return false;
  if (length > steps.length) steps = new Float64Array(2 * length);
  let squares = 0;
  for (let t = 1; t < length; t++) {
    const x = history[t] - history[t - 1];
    steps[t] = x;
    squares += x * x;
  }
  reg[SQUARES] = squares;
  reg[COUNT] = length - 1;
  reg[LOGS] = 0;
  if (Number.isNaN(squares)) sumOverGaps(history);
  const count = reg[COUNT];
  if (count + 1 < minimum) return false;
  const most = reg[SQUARES] * Math.exp((reg[LOGS] + MISSED) / count);
  const room = RESERVE * floor - departure;
  if (step + Math.sqrt(most) <= room) return true;
  reg[MOST] = most;
  reg[ROOM] = room;
  reg[DEPARTURE] = departure;
  reg[DEVIATIONS] = (RESERVE * threshold) / Math.sqrt(count);
  for (let k = 1; k < EDGES.length; k++) {
    reg[LOW] = EDGES[k - 1];
    reg[HIGH] = EDGES[k];
    if (isWithinReachOf(length)) continue;
    const part = (EDGES[k] - EDGES[k - 1]) / PARTS;
    for (let from = 0; from < PARTS; from++) {
      reg[LOW] = EDGES[k - 1] + from * part;
      reg[HIGH] = reg[LOW] + part;
      if (!isWithinReachOf(length)) return false;
    }
  }
  return true;
}

/** Leaves S0, the number of steps and the sum of log k in the registers, of a history with missing values. */
function sumOverGaps(history: Float64Array): void {
  let before = Number.NaN;
  let reports = 0;
  let count = 0;
  let squares = 0;
  let logs = 0;
  for (let t = 0; t < history.length; t++) {
    const level = history[t];
    reports++;
    if (Number.isNaN(level)) continue;
    if (!Number.isNaN(before)) {
      squares += ((level - before) * (level - before)) / reports;
      if (reports > 1) logs += Math.log(reports);
      count++;
    }
    before = level;
    reports = 0;
  }
  reg[SQUARES] = squares;
  reg[COUNT] = count;
  reg[LOGS] = logs;
}

/** Whether the models with a theta between the two in the registers pass it, by the steps of so many levels. */
function isWithinReachOf(length: number): boolean {
  const most = reg[MOST];
  const theta = 0.5 * (reg[LOW] + reg[HIGH]);
  const apart = 0.5 * (reg[HIGH] - reg[LOW]);
  const stretch = 1 + apart * Math.min(1 / (1 - Math.abs(theta)), (2 * length) / Math.PI);
  // Of all runs: sum of z^2 = aa - 2 phi ab + phi^2 bb with the best u of each; of the last: what s is made of.
  const turn = -theta;
  let aa = 0;
  let ab = 0;
  let bb = 0;
  let constant = 0;
  let byPhi = 0;
  let byPast = 0;
  for (let t = 1; t < length; t++) {
    if (Number.isNaN(steps[t])) continue;
    let a = 0;
    let g = 0;
    let power = 1;
    let runAa = 0;
    let runAb = 0;
    let runBb = 0;
    let ag = 0;
    let bg = 0;
    let gg = 0;
    for (; t < length; t++) {
      const x = steps[t];
      if (Number.isNaN(x)) break;
      const b = a;
      a = x + turn * b;
      g = power;
      runAa += a * a;
      runAb += a * b;
      runBb += b * b;
      ag += a * g;
      bg += b * g;
      gg += g * g;
      power *= turn;
    }
    aa += runAa - (ag * ag) / gg;
    ab += runAb - (ag * bg) / gg;
    bb += runBb - (bg * bg) / gg;
    constant = theta * (a - (g * ag) / gg);
    byPhi = a + (theta * g * bg) / gg;
    byPast = (theta * theta * g * g) / gg;
  }
  // The least sum over phi from -1 to 1; beside it the sum grows by bb times the square of the distance at least.
  const best = bb > 0 ? Math.min(1, Math.max(-1, ab / bb)) : 0;
  const least = Math.max(0, aa + best * (best * bb - 2 * ab));
  const spare = most * stretch * stretch - least;
  if (spare < 0) return true;
  const anyPhi = Math.abs(constant) + Math.abs(byPhi) + Math.sqrt(spare * byPast);
  const nearBest = Math.abs(constant + best * byPhi) + Math.sqrt(spare * ((byPhi * byPhi) / bb + byPast));
  const slope = (bb > 0 ? Math.min(anyPhi, nearBest) : anyPhi) + apart * Math.sqrt(most / (1 - theta * theta));
  const deviation = (reg[DEVIATIONS] * Math.sqrt(least)) / stretch;
  return slope <= Math.max(reg[ROOM], deviation - reg[DEPARTURE]);
}
