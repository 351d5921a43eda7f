import { type ArimaFit, forecast, PHI_LIMIT } from './arima-fit.ts';

/*
 * Exact likelihood of ARIMA(1,1,1) with missing values: a Kalman filter on the levels, the first of them taken as known
 * (which is what an exact diffuse start comes to). The state is the level and `slope` = phi x + theta z, the expectation of
 * the next difference; one noise drives both:
 *
 *   level' = level + slope + z,   slope' = phi slope + (phi + theta) z,   Var(slope at the first level) = (phi + theta)^2 / (1 - phi^2).
 *
 * A level is observed without error, so that an update leaves only the variance of the slope. Without a missing value this
 * is the likelihood of arima-without-gaps.ts, which a test compares.
 */

/** Starts of the search over (phi, theta), beside the one that is handed in. */
const STARTS = Float64Array.of(
  0,
  0,
  0.7,
  -0.3,
  0.9,
  -0.6,
  0.6,
  0.6,
  0.3,
  -0.9,
  -0.6,
  0.3,
  -0.5,
  -0.5,
  0,
  0.8,
  0.95,
  -0.98,
);

/** Length of the first simplex, in coordinates where the square is the plane. */
const SIMPLEX = 0.35;
const TURNS = 90;
/** The search ends when the corners of the simplex agree to this much of -2 log L. */
const AGREEMENT = 1e-7;
/** Least sum of squares, as a share of the squares of the plain differences, that is told from rounding. */
const ROUNDING = 1e-13;
/** Product of variances beyond which its logarithm is taken before it grows on. */
const LARGE = 1e200;

// Numbers go between the functions here through typed arrays: handed over in any other way they may be put on the heap.
const PHI = 0;
const THETA = 1;
const OBJECTIVE = 2;
const SQUARES = 3;
const STATE = 4;
const SPREAD = 5;
const U = 6;
const V = 7;
const PLAIN = 8;
const reg = new Float64Array(9);
/** Three corners of the simplex: u, v and the objective of each. */
const corners = new Float64Array(9);

/**
 * Runs the filter for the phi and theta in the registers; leaves -2 log L up to constants, S and the state after the last
 * level there.
 *
 * @param y levels, NaN where missing, of which the first n are used; the first and the last of them are not missing
 * @param count observed levels after the first
 */
function filter(y: Float64Array, n: number, count: number): void {
  const phi = reg[PHI];
  const gain = phi + reg[THETA];
  let level = y[0];
  let slope = 0;
  let levelVariance = 0;
  let covariance = 0;
  let slopeVariance = (gain * gain) / (1 - phi * phi);
  let squares = 0;
  let product = 1;
  let logs = 0;
  for (let t = 1; t < n; t++) {
    level += slope;
    slope *= phi;
    levelVariance += 2 * covariance + slopeVariance + 1;
    covariance = phi * (covariance + slopeVariance) + gain;
    slopeVariance = phi * phi * slopeVariance + gain * gain;
    const value = y[t];
    if (Number.isNaN(value)) continue;
    const surprise = value - level;
    const share = covariance / levelVariance;
    squares += (surprise * surprise) / levelVariance;
    product *= levelVariance;
    if (product > LARGE) {
      logs += Math.log(product);
      product = 1;
    }
    slope += share * surprise;
    slopeVariance = Math.max(slopeVariance - share * covariance, 0);
    level = value;
    levelVariance = 0;
    covariance = 0;
  }
  reg[SQUARES] = Math.max(squares, ROUNDING * reg[PLAIN]);
  reg[OBJECTIVE] = count * Math.log(reg[SQUARES]) + logs + Math.log(product);
  reg[STATE] = slope;
  reg[SPREAD] = slopeVariance;
}

/** Runs the filter at a point of the plane, which x / sqrt(1 + x^2) folds into the square of stationary, invertible models. */
function filterAt(y: Float64Array, n: number, count: number): void {
  const u = reg[U];
  const v = reg[V];
  reg[PHI] = (PHI_LIMIT * u) / Math.sqrt(1 + u * u);
  reg[THETA] = v / Math.sqrt(1 + v * v);
  filter(y, n, count);
}

/** Takes the point in the registers as a corner of the simplex. */
function setCorner(corner: number): void {
  corners[corner] = reg[U];
  corners[corner + 1] = reg[V];
  corners[corner + 2] = reg[OBJECTIVE];
}

/** Goes down from the u and v in the registers (Nelder and Mead 1965) and leaves the best point there. */
function descend(y: Float64Array, n: number, count: number): void {
  const u = reg[U];
  const v = reg[V];
  for (let corner = 0; corner < 9; corner += 3) {
    reg[U] = u + (corner === 3 ? SIMPLEX : 0);
    reg[V] = v + (corner === 6 ? SIMPLEX : 0);
    filterAt(y, n, count);
    setCorner(corner);
  }
  for (let turn = 0; turn < TURNS; turn++) {
    let best = 0;
    let worst = 0;
    for (let corner = 3; corner < 9; corner += 3) {
      if (corners[corner + 2] < corners[best + 2]) best = corner;
      if (corners[corner + 2] >= corners[worst + 2]) worst = corner;
    }
    if (corners[worst + 2] - corners[best + 2] < AGREEMENT) break;
    const other = 9 - best - worst;
    const middleU = 0.5 * (corners[best] + corners[other]);
    const middleV = 0.5 * (corners[best + 1] + corners[other + 1]);
    const du = corners[worst] - middleU;
    const dv = corners[worst + 1] - middleV;
    reg[U] = middleU - du;
    reg[V] = middleV - dv;
    filterAt(y, n, count);
    const reflected = reg[OBJECTIVE];
    if (reflected < corners[best + 2]) {
      reg[U] = middleU - 2 * du;
      reg[V] = middleV - 2 * dv;
      filterAt(y, n, count);
      if (reg[OBJECTIVE] >= reflected) {
        reg[U] = middleU - du;
        reg[V] = middleV - dv;
        reg[OBJECTIVE] = reflected;
      }
      setCorner(worst);
      continue;
    }
    if (reflected < corners[other + 2]) {
      setCorner(worst);
      continue;
    }
    const inside = reflected < corners[worst + 2] ? -0.5 : 0.5;
    reg[U] = middleU + inside * du;
    reg[V] = middleV + inside * dv;
    filterAt(y, n, count);
    if (reg[OBJECTIVE] < Math.min(reflected, corners[worst + 2])) {
      setCorner(worst);
      continue;
    }
    for (let corner = 0; corner < 9; corner += 3) {
      if (corner === best) continue;
      reg[U] = 0.5 * (corners[corner] + corners[best]);
      reg[V] = 0.5 * (corners[corner + 1] + corners[best + 1]);
      filterAt(y, n, count);
      setCorner(corner);
    }
  }
  let best = 0;
  for (let corner = 3; corner < 9; corner += 3) if (corners[corner + 2] < corners[best + 2]) best = corner;
  reg[U] = corners[best];
  reg[V] = corners[best + 1];
  reg[OBJECTIVE] = corners[best + 2];
}

/**
 * Fits ARIMA(1,1,1) to a series with missing values by exact maximum likelihood.
 *
 * @param y levels less any constant, divided by `unit`, NaN where missing, of which the first n are used; the first and the
 *   last of them are not missing, and not all are equal
 * @param last last observed level, unit of the series
 * @param unit what one of y stands for, unit of the series
 * @param steps reports from the last observed level to the one that is forecast, at least 1
 * @param fit its phi and theta are where the search begins; the result is written into it
 */
export function fitWithGaps(
  y: Float64Array,
  n: number,
  last: number,
  unit: number,
  steps: number,
  fit: ArimaFit,
): void {
  let count = 0;
  let plain = 0;
  let before = y[0];
  for (let t = 1; t < n; t++) {
    if (Number.isNaN(y[t])) continue;
    plain += (y[t] - before) * (y[t] - before);
    before = y[t];
    count++;
  }
  reg[PLAIN] = plain;

  // Down from the fit of the series with its gaps bridged, then from the best of a few spread starts.
  const phi = Math.min(Math.max(fit.phi, -0.999), 0.999);
  const theta = Math.min(Math.max(fit.theta, -0.999), 0.999);
  reg[U] = phi / Math.sqrt(1 - phi * phi);
  reg[V] = theta / Math.sqrt(1 - theta * theta);
  descend(y, n, count);
  let bestU = reg[U];
  let bestV = reg[V];
  let best = reg[OBJECTIVE];
  let start = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < STARTS.length; k += 2) {
    reg[PHI] = STARTS[k];
    reg[THETA] = STARTS[k + 1];
    filter(y, n, count);
    if (reg[OBJECTIVE] < lowest) {
      lowest = reg[OBJECTIVE];
      start = k;
    }
  }
  reg[U] = STARTS[start] / Math.sqrt(1 - STARTS[start] * STARTS[start]);
  reg[V] = STARTS[start + 1] / Math.sqrt(1 - STARTS[start + 1] * STARTS[start + 1]);
  descend(y, n, count);
  if (reg[OBJECTIVE] < best) {
    best = reg[OBJECTIVE];
    bestU = reg[U];
    bestV = reg[V];
  }
  reg[U] = bestU;
  reg[V] = bestV;
  filterAt(y, n, count);
  fit.phi = reg[PHI];
  fit.theta = reg[THETA];
  fit.variance = (reg[SQUARES] / count) * unit * unit;
  fit.logLikelihood = -0.5 * (reg[OBJECTIVE] + count * (1 + Math.log((2 * Math.PI * unit * unit) / count)));
  forecast(fit, last, reg[STATE] * unit, reg[SPREAD], steps);
}
