import { continueTrend, drawTrend, layTrend, ownShares, weighTrend } from './stl-trend.ts';
import { findMedian, roomFor, sortMiddle } from './window-values.ts';

/*
 * STL after Cleveland et al. (1990): an inner loop takes the season from the series without trend (2.2, steps 1 to 4) and
 * the trend from the series without season by loess (steps 5 and 6); an outer loop weighs values down by what remains of
 * them (2.4). The season is periodic, the limit of smoothing the values of each place of the period over an endless span:
 * their mean. Its low-pass (step 3), two moving averages over a period, is then the mean over the period.
 *
 * Missing values have no part in means and local fits (1.1); positions are places in the history, missing ones counted.
 */

/** Rounds of the inner loop, and of the outer one after the first. */
const INNER = 2;
const OUTER = 2;
/** Values whose remainder is beyond so many median remainders have no weight (2.4). */
const FAR = 6;
/** Of that: nearer than this share weighs 1, farther than 1 less this share weighs nothing, as in the authors' program. */
const EDGE = 0.001;

/** What a decomposition ends with. One object is used again and again. */
export interface Decomposition {
  /** Trend and season by place of the history, unit of the series. */
  trend: Float64Array<ArrayBuffer>;
  season: Float64Array<ArrayBuffer>;
  /** Trend and season continued to the place after the history, no farther than its values reach. */
  expected: number;
  /**
   * Median of the absolute remainders of the values that are there, each over the root of 1 less the share that the value
   * itself has in the trend and season taken from it: in a short window they follow it closely.
   */
  medianRemainder: number;
  /** Variance of the expectation as a multiple of that of the noise: sum of the squared weights that it is made with. */
  variances: number;
}

/** An empty decomposition to be written into. */
export function newDecomposition(): Decomposition {
  return {
    trend: new Float64Array(1024),
    season: new Float64Array(1024),
    expected: Number.NaN,
    medianRemainder: Number.NaN,
    variances: Number.NaN,
  };
}

/** Span of the trend: the next odd number from 1.5 periods and 1 on; without a season that of the shortest one, 6. */
function trendSpan(period: number): number {
  const least = Math.ceil(1.5 * Math.max(period, 6)) + 1;
  return least + ((least + 1) % 2);
}

/** Of the valid values: place in the history and in the period, size less the first one's, weight, what is smoothed. */
let places = new Int32Array(1024);
let phases = new Int32Array(1024);
let levels = new Float64Array(1024);
let weights = new Float64Array(1024);
let smoothed = new Float64Array(1024);
let remainders = new Float64Array(1024);
/** Share that a value of full weight has in the trend at its own place, and all weight at each place of the period. */
let shares = new Float64Array(1024);
let phaseWeights = new Float64Array(1024);
/** The trend continued by one place, and its variance as a multiple of that of the noise. */
const continued = new Float64Array(2);
/** Least part of a remainder that a value is taken not to have shaped itself. */
const LEAST_FREEDOM = 0.05;

/** Plain mean of what is left without the trend at one place of the period. */
function plainMean(phase: number, trend: Float64Array, valid: number): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < valid; i++) {
    if (phases[i] !== phase) continue;
    sum += levels[i] - trend[places[i]];
    count++;
  }
  return sum / count;
}

/** Writes the weighted mean of what is left without the trend at each place of the period, less the mean of those. */
function takeSeason({ trend, season }: Decomposition, valid: number, period: number): void {
  season.fill(0, 0, period);
  if (period < 2) return;
  for (let i = 0; i < valid; i++) season[phases[i]] += weights[i] * (levels[i] - trend[places[i]]);
  let mean = 0;
  for (let phase = 0; phase < period; phase++) {
    // A place all of whose values are far out has nothing but them.
    if (phaseWeights[phase] > 0) season[phase] /= phaseWeights[phase];
    else season[phase] = plainMean(phase, trend, valid);
    mean += season[phase] / period;
  }
  for (let phase = 0; phase < period; phase++) season[phase] -= mean;
}

/** Sums the weights at each place of the period. */
function weighSeason(valid: number, period: number): void {
  phaseWeights.fill(0, 0, period);
  for (let i = 0; i < valid; i++) phaseWeights[phases[i]] += weights[i];
}

/** Weighs every value by its remainder (bisquare); leaves the median of their sizes in `remainders[0]`. */
function weigh({ trend, season }: Decomposition, valid: number): void {
  for (let i = 0; i < valid; i++) {
    const t = places[i];
    smoothed[i] = Math.abs(levels[i] - trend[t] - season[phases[i]]);
    remainders[i] = smoothed[i];
  }
  sortMiddle(remainders, valid);
  findMedian(remainders, valid, remainders);
  const far = FAR * remainders[0];
  for (let i = 0; i < valid; i++) {
    const size = smoothed[i];
    if (size <= EDGE * far) weights[i] = 1;
    else if (size > (1 - EDGE) * far) weights[i] = 0;
    else {
      const share = size / far;
      weights[i] = (1 - share * share) * (1 - share * share);
    }
  }
}

/** Makes of each remainder its size over the root of what the value itself has no share in, the middle of them in its place. */
function freeRemainders({ trend, season }: Decomposition, valid: number, period: number): void {
  for (let i = 0; i < valid; i++) {
    const t = places[i];
    const inSeason = period > 1 && weights[i] > 0 ? weights[i] / phaseWeights[phases[i]] : 0;
    const freedom = Math.max((1 - weights[i] * shares[t]) * (1 - inSeason), LEAST_FREEDOM);
    remainders[i] = Math.abs(levels[i] - trend[t] - season[phases[i]]) / Math.sqrt(freedom);
  }
  sortMiddle(remainders, valid);
}

/** Makes every array long enough. */
function makeRoom(length: number, decomposition: Decomposition): void {
  if (length < decomposition.trend.length && length < places.length) return;
  if (length >= places.length) {
    places = new Int32Array(2 * length);
    phases = new Int32Array(2 * length);
  }
  levels = roomFor(levels, length + 1);
  weights = roomFor(weights, length + 1);
  smoothed = roomFor(smoothed, length + 1);
  remainders = roomFor(remainders, length + 1);
  shares = roomFor(shares, length + 1);
  phaseWeights = roomFor(phaseWeights, length + 1);
  decomposition.trend = roomFor(decomposition.trend, length + 1);
  decomposition.season = roomFor(decomposition.season, length + 1);
}

/**
 * Decomposes a history and continues it by one place.
 *
 * @param history oldest first, NaN where missing; at least two values are there, and at every place of the period one
 * @param period in places; 1: no season
 * @param decomposition the result is written into it
 */
export function decompose(history: Float64Array, period: number, decomposition: Decomposition): void {
  const { length } = history;
  makeRoom(length, decomposition);
  const { trend, season } = decomposition;
  let valid = 0;
  let origin = 0;
  let lowest = 0;
  let highest = 0;
  for (let t = 0, phase = 0; t < length; t++, phase = phase + 1 === period ? 0 : phase + 1) {
    trend[t] = 0;
    if (Number.isNaN(history[t])) continue;
    if (valid === 0) origin = history[t];
    places[valid] = t;
    phases[valid] = phase;
    levels[valid] = history[t] - origin;
    weights[valid] = 1;
    lowest = Math.min(lowest, levels[valid]);
    highest = Math.max(highest, levels[valid]);
    valid++;
  }
  layTrend(places, weights, valid, length, trendSpan(period));
  for (let round = 0; round <= OUTER; round++) {
    weighSeason(valid, period);
    for (let inner = 0; inner < INNER; inner++) {
      takeSeason(decomposition, valid, period);
      for (let i = 0; i < valid; i++) smoothed[i] = levels[i] - season[phases[i]];
      drawTrend(smoothed, trend);
    }
    if (round === OUTER) break;
    weigh(decomposition, valid);
    weighTrend(weights);
  }

  for (let t = period; t <= length; t++) season[t] = season[t - period];

  // The trend after the history goes by the weights of the last trend. From a few lively values it may point anywhere.
  continueTrend(smoothed, continued);
  decomposition.expected = origin + Math.min(Math.max(continued[0] + season[length], lowest), highest);
  const inSeason = period > 1 ? 1 / Math.max(phaseWeights[length % period], 1) : 0;
  decomposition.variances = continued[1] + inSeason;
  ownShares(shares);
  freeRemainders(decomposition, valid, period);
  findMedian(remainders, valid, remainders);
  decomposition.medianRemainder = remainders[0];
}
