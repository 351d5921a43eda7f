import { type ArimaFit, PHI_LIMIT } from './arima-fit.ts';

/*
 * Exact likelihood of ARMA(1,1) without a division a step. All that the past before x[1] does is u = phi x[0] + theta z[0],
 * normal with variance c = (phi + theta)^2 / (1 - phi^2) in units of the noise variance. With e[t] the residuals under
 * u = 0 and g[t] = (-theta)^(t-1), z[t] = e[t] - u g[t]; integrating u out (Newbold 1974) leaves, for n differences,
 *
 *   D = 1 + c sum g^2,   S = sum e^2 - c (sum e g)^2 / D,   -2 log L = n log(2 pi S / n) + log D + n.
 *
 * D is the product of the mean squared errors r[t] of the innovations algorithm (Brockwell and Davis 1991, 5.3.13), and S
 * their weighted sum of squares, so this is the likelihood of their equation 8.7.7; a test compares the two.
 *
 * e[t] = a[t] - phi a[t-1], where a[t] = x[t] - theta a[t-1] knows nothing of phi. So one pass over the data for a theta
 * gives the likelihood of every phi in constant time, and the search is over one dimension.
 */

/** Where theta is tried first: closer together towards the ends, where the likelihood turns faster. */
const THETA_GRID = Float64Array.of(-1, -0.97, -0.91, -0.8, -0.65, -0.45, -0.2, 0.05, 0.3, 0.55, 0.75, 0.89, 0.96, 1);

/** Where the slope of the likelihood over phi is looked at, to find every valley of it. */
const PHI_GRID = Float64Array.of(-PHI_LIMIT, -0.95, -0.7, -0.35, 0, 0.35, 0.7, 0.95, PHI_LIMIT);

/** How near to the best theta the search ends; the log-likelihood then misses less than a millionth. */
const THETA_TOLERANCE = 2e-5;
/** The same for phi, as a share of 1 - phi^2. */
const PHI_TOLERANCE = 1e-6;
/** Most steps into one valley over phi and over theta. Each search ends after a few; these only make it certain. */
const DESCENT = 40;
const REFINEMENTS = 24;

/** Valleys of -2 log L over theta this much above the best grid point are not gone into. */
const RIVAL = 4;

/** Least share of its plain sum of squares that S is taken to be: below it there is only rounding. */
const ROUNDING = 1e-13;

const GOLDEN = (3 - Math.sqrt(5)) / 2;

// Numbers go between the functions here through typed arrays: handed over in any other way they may be put on the heap.
const THETA = 0;
const PHI = 1;
const OBJECTIVE = 2;
const SQUARES = 3;
const WEIGHT = 4;
const SLOPE = 5;
const LOW = 6;
const AA = 7;
const AB = 8;
const BB = 9;
const AG = 10;
const BG = 11;
const GG = 12;
const LAST_A = 13;
const BEFORE_A = 14;
const LAST_G = 15;
const LOW_SLOPE = 16;
const HIGH = 17;
const HIGH_SLOPE = 18;
const SUM = 19;
const reg = new Float64Array(20);
const objectives = new Float64Array(THETA_GRID.length);

/** One pass over n differences for the theta in the registers: the sums that the likelihood of any phi is made of. */
function pass(x: Float64Array, n: number): void {
  const turn = -reg[THETA];
  let a = 0;
  let before = 0;
  let power = 1;
  let g = 1;
  let aa = 0;
  let ab = 0;
  let ag = 0;
  let gg = 0;
  for (let t = 0; t < n; t++) {
    before = a;
    a = x[t] + turn * before;
    g = power;
    aa += a * a;
    ab += a * before;
    ag += a * g;
    gg += g * g;
    power *= turn;
  }
  reg[AA] = aa;
  reg[AB] = ab;
  reg[BB] = aa - a * a;
  reg[AG] = ag;
  reg[BG] = turn * (ag - a * g);
  reg[GG] = gg;
  reg[LAST_A] = a;
  reg[BEFORE_A] = before;
  reg[LAST_G] = g;
}

/** S and D of the theta and phi in the registers, and the sign of the slope of -2 log L over phi. */
function look(n: number): void {
  const phi = reg[PHI];
  const gain = phi + reg[THETA];
  const w = gain * gain;
  const rest = 1 - phi * phi;
  const cross = reg[AG] - phi * reg[BG];
  const squared = cross * cross;
  const sum = reg[AA] + phi * (phi * reg[BB] - 2 * reg[AB]);
  // d = D (1 - phi^2) and s = S d are polynomials of phi: the slope times what is positive needs no division.
  const d = rest + w * reg[GG];
  const dSlope = 2 * (gain * reg[GG] - phi);
  const s = sum * d - w * squared;
  const sSlope = 2 * ((phi * reg[BB] - reg[AB]) * d - gain * squared + w * cross * reg[BG]) + sum * dSlope;
  reg[SLOPE] = (n * sSlope * d - (n - 1) * s * dSlope) * rest + 2 * phi * s * d;
  reg[SQUARES] = s;
  reg[SUM] = sum;
  reg[WEIGHT] = d;
}

/** -2 log L up to constants, for what `look` found. */
function weigh(n: number): void {
  const phi = reg[PHI];
  reg[SQUARES] = Math.max(reg[SQUARES] / reg[WEIGHT], ROUNDING * reg[SUM]);
  reg[OBJECTIVE] = n * Math.log(reg[SQUARES]) + Math.log(reg[WEIGHT] / (1 - phi * phi));
}

/** Goes down into the valley of -2 log L between two values of phi: regula falsi on the slope (Anderson and Bjorck 1973). */
function descend(n: number): void {
  let low = reg[LOW];
  let high = reg[HIGH];
  let lowSlope = reg[LOW_SLOPE];
  let highSlope = reg[HIGH_SLOPE];
  let side = 0;
  let phi = 2;
  for (let turn = 0; turn < DESCENT; turn++) {
    const next = (low * highSlope - high * lowSlope) / (highSlope - lowSlope);
    const near = Math.abs(next - phi) < PHI_TOLERANCE * (1 - next * next);
    phi = next;
    reg[PHI] = phi;
    look(n);
    if (near) break;
    const slope = reg[SLOPE];
    if (slope < 0) {
      if (side === -1) {
        const kept = 1 - slope / lowSlope;
        highSlope *= kept > 0 ? kept : 0.5;
      }
      low = phi;
      lowSlope = slope;
      side = -1;
    } else {
      if (side === 1) {
        const kept = 1 - slope / highSlope;
        lowSlope *= kept > 0 ? kept : 0.5;
      }
      high = phi;
      highSlope = slope;
      side = 1;
    }
  }
}

/** Finds the best phi for the theta in the registers and leaves it there with its objective. */
function profile(x: Float64Array, n: number): void {
  pass(x, n);
  let best = Number.POSITIVE_INFINITY;
  let bestPhi = 0;
  let before = -1;
  for (let k = 0; k < PHI_GRID.length; k++) {
    reg[PHI] = PHI_GRID[k];
    look(n);
    const slope = reg[SLOPE];
    let valley = false;
    if (k > 0 && before < 0 && slope >= 0) {
      reg[LOW] = PHI_GRID[k - 1];
      reg[LOW_SLOPE] = before;
      reg[HIGH] = PHI_GRID[k];
      reg[HIGH_SLOPE] = slope;
      descend(n);
      valley = true;
    } else if ((k === 0 && slope >= 0) || (k === PHI_GRID.length - 1 && slope < 0)) {
      valley = true;
    }
    before = slope;
    if (!valley) continue;
    weigh(n);
    if (reg[OBJECTIVE] < best) {
      best = reg[OBJECTIVE];
      bestPhi = reg[PHI];
    }
  }
  reg[PHI] = bestPhi;
  reg[OBJECTIVE] = best;
}

/** Looks for the best theta between two of the grid (Brent 1973, chapter 5: parabolas, golden section where they fail). */
function refine(x: Float64Array, n: number, k: number): void {
  let low = THETA_GRID[Math.max(k - 1, 0)];
  let high = THETA_GRID[Math.min(k + 1, THETA_GRID.length - 1)];
  let best = THETA_GRID[k];
  let second = best;
  let third = best;
  let bestValue = objectives[k];
  let secondValue = bestValue;
  let thirdValue = bestValue;
  let step = 0;
  let stepBefore = 0;
  for (let turn = 0; turn < REFINEMENTS; turn++) {
    const middle = 0.5 * (low + high);
    if (Math.abs(best - middle) <= 2 * THETA_TOLERANCE - 0.5 * (high - low)) break;
    let golden = true;
    if (Math.abs(stepBefore) > THETA_TOLERANCE) {
      const r = (best - second) * (bestValue - thirdValue);
      let q = (best - third) * (bestValue - secondValue);
      let p = (best - third) * q - (best - second) * r;
      q = 2 * (q - r);
      if (q > 0) p = -p;
      else q = -q;
      if (Math.abs(p) < Math.abs(0.5 * q * stepBefore) && p > q * (low - best) && p < q * (high - best)) {
        golden = false;
        stepBefore = step;
        step = p / q;
        const at = best + step;
        if (at - low < 2 * THETA_TOLERANCE || high - at < 2 * THETA_TOLERANCE) {
          step = best < middle ? THETA_TOLERANCE : -THETA_TOLERANCE;
        }
      }
    }
    if (golden) {
      stepBefore = (best < middle ? high : low) - best;
      step = GOLDEN * stepBefore;
    }
    const at = Math.abs(step) >= THETA_TOLERANCE ? best + step : best + (step > 0 ? THETA_TOLERANCE : -THETA_TOLERANCE);
    reg[THETA] = at;
    profile(x, n);
    const value = reg[OBJECTIVE];
    if (value <= bestValue) {
      if (at < best) high = best;
      else low = best;
      third = second;
      thirdValue = secondValue;
      second = best;
      secondValue = bestValue;
      best = at;
      bestValue = value;
    } else {
      if (at < best) low = at;
      else high = at;
      if (value <= secondValue || second === best) {
        third = second;
        thirdValue = secondValue;
        second = at;
        secondValue = value;
      } else if (value <= thirdValue || third === best || third === second) {
        third = at;
        thirdValue = value;
      }
    }
  }
  reg[THETA] = best;
  reg[OBJECTIVE] = bestValue;
}

/**
 * Fits ARIMA(1,1,1) to a series without gaps by exact maximum likelihood.
 *
 * @param x its differences, of which the first n >= 2 are used; at least one is not 0, and the largest is near 1
 * @param fit the result is written into it, all but the forecast
 */
export function fitWithoutGaps(x: Float64Array, n: number, fit: ArimaFit): void {
  for (let k = 0; k < THETA_GRID.length; k++) {
    reg[THETA] = THETA_GRID[k];
    profile(x, n);
    objectives[k] = reg[OBJECTIVE];
  }
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < objectives.length; k++) if (objectives[k] < best) best = objectives[k];
  const limit = best + RIVAL;
  let theta = 0;
  best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < objectives.length; k++) {
    const value = objectives[k];
    if (value > limit) continue;
    if (k > 0 && objectives[k - 1] < value) continue;
    if (k + 1 < objectives.length && objectives[k + 1] <= value) continue;
    refine(x, n, k);
    if (reg[OBJECTIVE] < best) {
      best = reg[OBJECTIVE];
      theta = reg[THETA];
    }
  }
  reg[THETA] = theta;
  profile(x, n);
  look(n);
  weigh(n);
  const phi = reg[PHI];
  const gain = phi + theta;
  const ratio = (gain * gain) / reg[WEIGHT];
  const past = ratio * (reg[AG] - phi * reg[BG]);
  const noise = reg[LAST_A] - phi * reg[BEFORE_A] - past * reg[LAST_G];
  fit.phi = phi;
  fit.theta = theta;
  fit.variance = reg[SQUARES] / n;
  fit.logLikelihood = -0.5 * (reg[OBJECTIVE] + n * (1 + Math.log((2 * Math.PI) / n)));
  fit.slope = phi * x[n - 1] + theta * noise;
  fit.slopeVariance = theta * theta * reg[LAST_G] * reg[LAST_G] * ratio;
}
