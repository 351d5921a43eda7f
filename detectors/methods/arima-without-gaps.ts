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
/** A last step of phi of this share of 1 - phi^2 leaves its square: what Newton's method misses then. */
const PHI_TOLERANCE = 1e-4;
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
const LOW = 5;
const AA = 6;
const AB = 7;
const BB = 8;
const AG = 9;
const BG = 10;
const GG = 11;
const LAST_A = 12;
const BEFORE_A = 13;
const LAST_G = 14;
const LOW_SLOPE = 15;
const HIGH = 16;
const HIGH_SLOPE = 17;
const SUM = 18;
const reg = new Float64Array(19);
/** Coefficients of the slope over phi, from the constant on. */
const slope = new Float64Array(8);
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

/** S D and D of the theta and phi in the registers, both times 1 - phi^2. */
function look(): void {
  const phi = reg[PHI];
  const gain = phi + reg[THETA];
  const w = gain * gain;
  const cross = reg[AG] - phi * reg[BG];
  const sum = reg[AA] + phi * (phi * reg[BB] - 2 * reg[AB]);
  const d = 1 - phi * phi + w * reg[GG];
  reg[SQUARES] = sum * d - w * cross * cross;
  reg[SUM] = sum;
  reg[WEIGHT] = d;
}

/** -2 log L up to constants, for what `look` found. */
function weigh(n: number): void {
  const phi = reg[PHI];
  reg[SQUARES] = Math.max(reg[SQUARES] / reg[WEIGHT], ROUNDING * reg[SUM]);
  reg[OBJECTIVE] = n * Math.log(reg[SQUARES]) + Math.log(reg[WEIGHT] / (1 - phi * phi));
}

/**
 * The slope of -2 log L over phi, times what is positive, for the theta in the registers. With d = D (1 - phi^2) and
 * s = S d, polynomials of phi of degree 2 and 4, it is (n s' d - (n - 1) s d') (1 - phi^2) + 2 phi s d, of degree 7.
 */
function slopeOverPhi(n: number): void {
  const theta = reg[THETA];
  const aa = reg[AA];
  const ab = -2 * reg[AB];
  const bb = reg[BB];
  const gg = reg[GG];
  const d0 = 1 + theta * theta * gg;
  const d1 = 2 * theta * gg;
  const d2 = gg - 1;
  const c0 = reg[AG] * reg[AG];
  const c1 = -2 * reg[AG] * reg[BG];
  const c2 = reg[BG] * reg[BG];
  const w0 = theta * theta;
  const w1 = 2 * theta;
  const s0 = aa * d0 - w0 * c0;
  const s1 = aa * d1 + ab * d0 - w0 * c1 - w1 * c0;
  const s2 = aa * d2 + ab * d1 + bb * d0 - w0 * c2 - w1 * c1 - c0;
  const s3 = ab * d2 + bb * d1 - w1 * c2 - c1;
  const s4 = bb * d2 - c2;
  const m = n - 1;
  const p0 = n * s1 * d0 - m * s0 * d1;
  const p1 = n * (s1 * d1 + 2 * s2 * d0) - m * (2 * s0 * d2 + s1 * d1);
  const p2 = n * (s1 * d2 + 2 * s2 * d1 + 3 * s3 * d0) - m * (2 * s1 * d2 + s2 * d1);
  const p3 = n * (2 * s2 * d2 + 3 * s3 * d1 + 4 * s4 * d0) - m * (2 * s2 * d2 + s3 * d1);
  const p4 = n * (3 * s3 * d2 + 4 * s4 * d1) - m * (2 * s3 * d2 + s4 * d1);
  const p5 = n * 4 * s4 * d2 - m * 2 * s4 * d2;
  slope[0] = p0;
  slope[1] = p1 + 2 * s0 * d0;
  slope[2] = p2 - p0 + 2 * (s0 * d1 + s1 * d0);
  slope[3] = p3 - p1 + 2 * (s0 * d2 + s1 * d1 + s2 * d0);
  slope[4] = p4 - p2 + 2 * (s1 * d2 + s2 * d1 + s3 * d0);
  slope[5] = p5 - p3 + 2 * (s2 * d2 + s3 * d1 + s4 * d0);
  slope[6] = -p4 + 2 * (s3 * d2 + s4 * d1);
  slope[7] = -p5 + 2 * s4 * d2;
}

/**
 * Goes down into the valley of -2 log L between two values of phi: Newton's method on the slope, halving where it would
 * leave the valley. It begins where the theta before had its best phi.
 */
function descend(): void {
  const c0 = slope[0];
  const c1 = slope[1];
  const c2 = slope[2];
  const c3 = slope[3];
  const c4 = slope[4];
  const c5 = slope[5];
  const c6 = slope[6];
  const c7 = slope[7];
  let low = reg[LOW];
  let high = reg[HIGH];
  let phi = reg[PHI];
  if (!(phi > low && phi < high)) {
    phi = (low * reg[HIGH_SLOPE] - high * reg[LOW_SLOPE]) / (reg[HIGH_SLOPE] - reg[LOW_SLOPE]);
  }
  for (let turn = 0; turn < DESCENT; turn++) {
    let at = c7;
    let bend = c7;
    at = at * phi + c6;
    bend = bend * phi + at;
    at = at * phi + c5;
    bend = bend * phi + at;
    at = at * phi + c4;
    bend = bend * phi + at;
    at = at * phi + c3;
    bend = bend * phi + at;
    at = at * phi + c2;
    bend = bend * phi + at;
    at = at * phi + c1;
    bend = bend * phi + at;
    at = at * phi + c0;
    if (at < 0) low = phi;
    else high = phi;
    let next = phi - at / bend;
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const near = Math.abs(next - phi) < PHI_TOLERANCE * (1 - next * next);
    phi = next;
    if (near) break;
  }
  reg[PHI] = phi;
}

/** Finds the best phi for the theta in the registers and leaves it there with its objective. */
function profile(x: Float64Array, n: number): void {
  pass(x, n);
  slopeOverPhi(n);
  const c0 = slope[0];
  const c1 = slope[1];
  const c2 = slope[2];
  const c3 = slope[3];
  const c4 = slope[4];
  const c5 = slope[5];
  const c6 = slope[6];
  const c7 = slope[7];
  let best = Number.POSITIVE_INFINITY;
  let bestPhi = 0;
  let before = -1;
  for (let k = 0; k < PHI_GRID.length; k++) {
    const phi = PHI_GRID[k];
    const at = ((((((c7 * phi + c6) * phi + c5) * phi + c4) * phi + c3) * phi + c2) * phi + c1) * phi + c0;
    let valley = false;
    if (k > 0 && before < 0 && at >= 0) {
      reg[LOW] = PHI_GRID[k - 1];
      reg[LOW_SLOPE] = before;
      reg[HIGH] = phi;
      reg[HIGH_SLOPE] = at;
      descend();
      valley = true;
    } else if ((k === 0 && at >= 0) || (k === PHI_GRID.length - 1 && at < 0)) {
      reg[PHI] = phi;
      valley = true;
    }
    before = at;
    if (!valley) continue;
    look();
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
  // Nothing of the fit before may be where this one begins.
  reg[PHI] = 0;
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
  look();
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
