import { type ArimaFit, PHI_LIMIT } from './arima-fit.ts';

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

/** The likelihood is looked at where phi and theta are each of these, and gone into from the lowest valleys. */
const GRID = Float64Array.of(-0.97, -0.85, -0.6, -0.25, 0.1, 0.45, 0.75, 0.9, 0.985);
const VALLEYS = 3;

/** Length of the first simplex, in coordinates where the square is the plane. */
const SIMPLEX = 0.4;
/** A search ends when the corners of the simplex agree to this much of -2 log L; the last, from the best, to the second. */
const AGREEMENT = 1e-3;
const CLOSE_AGREEMENT = 1e-10;
/** Most turns of one search. */
const TURNS = 90;
/** Farthest from 0 that a search begins. */
const EDGE = 0.999;
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
const TOLERANCE = 9;
const LENGTH = 10;
const BEST = 11;
const BEST_U = 12;
const BEST_V = 13;
const TAKEN = 14;
const reg = new Float64Array(15);
const objectives = new Float64Array(GRID.length * GRID.length);
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
  const turn = -reg[THETA];
  const gain = phi - turn;
  let slope = 0;
  let spread = (gain * gain) / (1 - phi * phi);
  let squares = 0;
  let product = 1;
  let logs = 0;
  let t = 1;
  for (;;) {
    // A run of observed levels: residuals as if the slope at its start had no error u, then u is integrated out.
    let before = y[t - 1];
    let ee = 0;
    let eg = 0;
    let gg = 0;
    let g = 1;
    for (; t < n; t++) {
      const value = y[t];
      if (Number.isNaN(value)) break;
      const step = value - before;
      const e = step - slope;
      slope = gain * step + turn * slope;
      ee += e * e;
      eg += e * g;
      gg += g * g;
      g *= turn;
      before = value;
    }
    const d = 1 + spread * gg;
    const share = spread / d;
    slope += g * share * eg;
    squares += ee - share * eg * eg;
    spread = g * g * share;
    product *= d;
    if (t === n) break;

    // A gap, up to the level that ends it.
    let level = before + slope;
    let levelVariance = spread + 1;
    let covariance = phi * spread + gain;
    slope *= phi;
    spread = phi * phi * spread + gain * gain;
    for (; Number.isNaN(y[t]); t++) {
      level += slope;
      slope *= phi;
      levelVariance += 2 * covariance + spread + 1;
      covariance = phi * (covariance + spread) + gain;
      spread = phi * phi * spread + gain * gain;
    }
    const surprise = y[t] - level;
    const weight = covariance / levelVariance;
    squares += (surprise * surprise) / levelVariance;
    slope += weight * surprise;
    spread = Math.max(spread - weight * covariance, 0);
    product *= levelVariance;
    if (product > LARGE) {
      logs += Math.log(product);
      product = 1;
    }
    t++;
  }
  reg[SQUARES] = Math.max(squares, ROUNDING * reg[PLAIN]);
  reg[OBJECTIVE] = count * Math.log(reg[SQUARES]) + logs + Math.log(product);
  reg[STATE] = slope;
  reg[SPREAD] = spread;
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
    reg[U] = u + (corner === 3 ? reg[LENGTH] : 0);
    reg[V] = v + (corner === 6 ? reg[LENGTH] : 0);
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
    if (corners[worst + 2] - corners[best + 2] < reg[TOLERANCE]) break;
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

/** Goes down from the phi and theta in the registers and keeps where it ends, if nothing better is kept. */
function descendFrom(y: Float64Array, n: number, count: number): void {
  const phi = Math.min(Math.max(reg[PHI], -EDGE), EDGE);
  const theta = Math.min(Math.max(reg[THETA], -EDGE), EDGE);
  reg[U] = phi / Math.sqrt(1 - phi * phi);
  reg[V] = theta / Math.sqrt(1 - theta * theta);
  descend(y, n, count);
  if (reg[OBJECTIVE] >= reg[BEST]) return;
  reg[BEST] = reg[OBJECTIVE];
  reg[BEST_U] = reg[U];
  reg[BEST_V] = reg[V];
}

/** Index of the lowest point of the grid that is above `taken` and has no lower one beside it; -1 where there is none. */
function nextValley(): number {
  const side = GRID.length;
  const taken = reg[TAKEN];
  let lowest = -1;
  for (let k = 0; k < objectives.length; k++) {
    const value = objectives[k];
    if (value <= taken || (lowest >= 0 && value >= objectives[lowest])) continue;
    const row = Math.floor(k / side);
    const column = k % side;
    let valley = true;
    for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, side - 1); r++) {
      for (let c = Math.max(column - 1, 0); c <= Math.min(column + 1, side - 1); c++) {
        if (objectives[r * side + c] < value) valley = false;
      }
    }
    if (valley) lowest = k;
  }
  return lowest;
}

/**
 * Fits ARIMA(1,1,1) to a series with missing values by exact maximum likelihood.
 *
 * @param y levels less any constant, NaN where missing, of which the first n are used; the first and the last of them are not
 *   missing, not all are equal, and the largest step is near 1
 * @param fit its phi and theta are where the search begins; the result is written into it, all but the forecast
 */
export function fitWithGaps(y: Float64Array, n: number, fit: ArimaFit): void {
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

  // Down from the fit of the series with its gaps bridged, then from the lowest valleys of the grid, then closely from the best.
  reg[TOLERANCE] = AGREEMENT;
  reg[LENGTH] = SIMPLEX;
  reg[BEST] = Number.POSITIVE_INFINITY;
  reg[PHI] = fit.phi;
  reg[THETA] = fit.theta;
  descendFrom(y, n, count);
  for (let k = 0; k < objectives.length; k++) {
    reg[PHI] = GRID[Math.floor(k / GRID.length)];
    reg[THETA] = GRID[k % GRID.length];
    filter(y, n, count);
    objectives[k] = reg[OBJECTIVE];
  }
  reg[TAKEN] = Number.NEGATIVE_INFINITY;
  for (let valley = 0; valley < VALLEYS; valley++) {
    const k = nextValley();
    if (k < 0) break;
    reg[TAKEN] = objectives[k];
    reg[PHI] = GRID[Math.floor(k / GRID.length)];
    reg[THETA] = GRID[k % GRID.length];
    descendFrom(y, n, count);
  }
  reg[TOLERANCE] = CLOSE_AGREEMENT;
  reg[LENGTH] = SIMPLEX / 8;
  reg[U] = reg[BEST_U];
  reg[V] = reg[BEST_V];
  descend(y, n, count);
  filterAt(y, n, count);
  fit.phi = reg[PHI];
  fit.theta = reg[THETA];
  fit.variance = reg[SQUARES] / count;
  fit.logLikelihood = -0.5 * (reg[OBJECTIVE] + count * (1 + Math.log((2 * Math.PI) / count)));
  fit.slope = reg[STATE];
  fit.slopeVariance = reg[SPREAD];
}
