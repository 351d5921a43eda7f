import { medianOf, roomFor, sortAscending } from './window-values.ts';

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
/** Of a distance: nearer than this share weighs 1, farther than 1 less this share weighs nothing, as in the authors' program. */
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
export function trendSpan(period: number): number {
  const least = Math.ceil(1.5 * Math.max(period, 6)) + 1;
  return least + ((least + 1) % 2);
}

/** Places of the valid values, the values less the first one, their weights, what they are smoothed with and into. */
let places = new Int32Array(1024);
let levels = new Float64Array(1024);
let weights = new Float64Array(1024);
let smoothed = new Float64Array(1024);
let remainders = new Float64Array(1024);
/** Share that a value of full weight has in the trend at its own place, and all weight at each place of the period. */
let shares = new Float64Array(1024);
let phaseWeights = new Float64Array(1024);
/** Number of values at each place of the period. */
let counts = new Float64Array(1024);
/** Weight by distance, for the span that `fitted` names. */
let tricube = new Float64Array(4096);

// Numbers go from a local fit to its callers through this: its value, then what its weights are made of.
const VALUE = 0;
const SUM = 1;
const MEAN = 2;
const SLOPE = 3;
const ROBUST = 4;
const SPAN = 5;
const OWN = 6;
const fitted = new Float64Array(7);
/** Least part of a remainder that a value is taken not to have shaped itself. */
const LEAST_FREEDOM = 0.05;

/** Makes the tricube weights of every distance up to a span. */
function weighDistances(span: number): void {
  fitted[SPAN] = span;
  for (let distance = 0; distance <= span; distance++) {
    const share = distance / span;
    const rest = 1 - share * share * share;
    tricube[distance] = distance <= EDGE * span ? 1 : distance > (1 - EDGE) * span ? 0 : rest * rest * rest;
  }
}

/**
 * Fits a line to the valid values from `left` to `right` near a place (loess of degree 1) and leaves its value there.
 *
 * @param at place that is fitted, within the history or beyond its end
 * @param extra how far the span goes beyond all values there are, in values
 */
function fitLine(at: number, left: number, right: number, extra: number, valid: number): void {
  const span = Math.max(at - places[left], places[right] - at) + extra;
  if (span !== fitted[SPAN]) weighDistances(span);
  let sum = 0;
  let sumX = 0;
  let sumXX = 0;
  let sumY = 0;
  let sumXY = 0;
  fitted[ROBUST] = 1;
  for (let i = left; i <= right; i++) {
    const x = places[i] - at;
    const weight = tricube[Math.abs(x)] * weights[i];
    sum += weight;
    sumX += weight * x;
    sumXX += weight * x * x;
    sumY += weight * smoothed[i];
    sumXY += weight * x * smoothed[i];
  }
  if (sum <= 0) {
    // All that is near is far out: it has nothing but them.
    fitted[ROBUST] = 0;
    for (let i = left; i <= right; i++) {
      const x = places[i] - at;
      const weight = tricube[Math.abs(x)];
      sum += weight;
      sumX += weight * x;
      sumXX += weight * x * x;
      sumY += weight * smoothed[i];
      sumXY += weight * x * smoothed[i];
    }
  }
  const mean = sumX / sum;
  const squares = sumXX / sum - mean * mean;
  // Where all weight is in one place there is no slope.
  const least = EDGE * (places[valid - 1] - places[0]);
  const slope = squares > least * least ? -mean / squares : 0;
  fitted[VALUE] = (sumY + slope * (sumXY - mean * sumY)) / sum;
  fitted[SUM] = sum;
  fitted[MEAN] = mean;
  fitted[SLOPE] = slope;
  fitted[OWN] = (1 - slope * mean) / sum;
}

/** Sum of the squared weights that the values from `left` to `right` have in the line fitted last. */
function squaredWeights(at: number, left: number, right: number): number {
  let squares = 0;
  for (let i = left; i <= right; i++) {
    const x = places[i] - at;
    const robust = fitted[ROBUST] === 1 ? weights[i] : 1;
    const weight = ((tricube[Math.abs(x)] * robust) / fitted[SUM]) * (1 + fitted[SLOPE] * (x - fitted[MEAN]));
    squares += weight * weight;
  }
  return squares;
}

/** Smooths the valid values into the trend at every place: at every `jump`-th and the last one, straight in between. */
function smoothTrend(trend: Float64Array, length: number, valid: number, span: number): void {
  const count = Math.min(span, valid);
  const extra = Math.floor((span - count) / 2);
  const jump = Math.ceil(span / 10);
  let left = 0;
  let before = 0;
  for (let at = 0; ; at = Math.min(at + jump, length - 1)) {
    while (left + count < valid && places[left + count] - at < at - places[left]) left++;
    fitLine(at, left, left + count - 1, extra, valid);
    trend[at] = fitted[VALUE];
    shares[at] = fitted[OWN];
    const slope = (trend[at] - trend[before]) / (at - before);
    for (let t = before + 1; t < at; t++) {
      trend[t] = trend[before] + slope * (t - before);
      shares[t] = shares[at];
    }
    before = at;
    if (at === length - 1) return;
  }
}

/** Writes the weighted mean of what is left without the trend at each place of the period, less the mean of those, at every place. */
function takeSeason({ trend, season }: Decomposition, length: number, valid: number, period: number): void {
  if (period < 2) {
    season.fill(0, 0, length + 1);
    return;
  }
  // The first period of `season` takes the sums; `remainders` is free: it takes plain sums.
  for (let phase = 0; phase < period; phase++) {
    season[phase] = 0;
    phaseWeights[phase] = 0;
    remainders[phase] = 0;
    counts[phase] = 0;
  }
  for (let i = 0; i < valid; i++) {
    const phase = places[i] % period;
    const level = levels[i] - trend[places[i]];
    season[phase] += weights[i] * level;
    phaseWeights[phase] += weights[i];
    remainders[phase] += level;
    counts[phase]++;
  }
  let mean = 0;
  for (let phase = 0; phase < period; phase++) {
    // A place all of whose values are far out has nothing but them.
    season[phase] = phaseWeights[phase] > 0 ? season[phase] / phaseWeights[phase] : remainders[phase] / counts[phase];
    mean += season[phase] / period;
  }
  for (let phase = 0; phase < period; phase++) season[phase] -= mean;
  for (let t = period; t <= length; t++) season[t] = season[t - period];
}

/** Weighs every value by its remainder (bisquare); leaves the median of their sizes in `remainders[0]`. */
function weigh({ trend, season }: Decomposition, valid: number): void {
  for (let i = 0; i < valid; i++) {
    const t = places[i];
    smoothed[i] = Math.abs(levels[i] - trend[t] - season[t]);
    remainders[i] = smoothed[i];
  }
  sortAscending(remainders, valid);
  remainders[0] = medianOf(remainders, valid);
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

/** Median of the absolute remainders, each over the root of what the value itself has no share in. */
function medianFreeRemainder({ trend, season }: Decomposition, valid: number, period: number): number {
  for (let i = 0; i < valid; i++) {
    const t = places[i];
    const inSeason = period > 1 && weights[i] > 0 ? weights[i] / phaseWeights[t % period] : 0;
    const freedom = Math.max((1 - weights[i] * shares[t]) * (1 - inSeason), LEAST_FREEDOM);
    remainders[i] = Math.abs(levels[i] - trend[t] - season[t]) / Math.sqrt(freedom);
  }
  sortAscending(remainders, valid);
  return medianOf(remainders, valid);
}

/** Makes every array long enough. */
function makeRoom(length: number, decomposition: Decomposition): void {
  if (length < decomposition.trend.length && length < places.length) return;
  if (length >= places.length) places = new Int32Array(2 * length);
  levels = roomFor(levels, length + 1);
  weights = roomFor(weights, length + 1);
  smoothed = roomFor(smoothed, length + 1);
  remainders = roomFor(remainders, length + 1);
  counts = roomFor(counts, length + 1);
  shares = roomFor(shares, length + 1);
  phaseWeights = roomFor(phaseWeights, length + 1);
  if (2 * (length + 1) > tricube.length) {
    tricube = roomFor(tricube, 2 * (length + 1));
    fitted[SPAN] = -1;
  }
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
  for (let t = 0; t < length; t++) {
    trend[t] = 0;
    if (Number.isNaN(history[t])) continue;
    if (valid === 0) origin = history[t];
    places[valid] = t;
    levels[valid] = history[t] - origin;
    weights[valid] = 1;
    lowest = Math.min(lowest, levels[valid]);
    highest = Math.max(highest, levels[valid]);
    valid++;
  }
  const span = trendSpan(period);
  for (let round = 0; round <= OUTER; round++) {
    for (let inner = 0; inner < INNER; inner++) {
      takeSeason(decomposition, length, valid, period);
      for (let i = 0; i < valid; i++) smoothed[i] = levels[i] - season[places[i]];
      smoothTrend(trend, length, valid, span);
    }
    if (round < OUTER) weigh(decomposition, valid);
  }

  // The trend after the history: a line through the last values by the weights that the last trend was made with. From a
  // few lively values it may point anywhere.
  const count = Math.min(span, valid);
  fitLine(length, valid - count, valid - 1, Math.floor((span - count) / 2), valid);
  decomposition.expected = origin + Math.min(Math.max(fitted[VALUE] + season[length], lowest), highest);
  const inSeason = period > 1 ? 1 / Math.max(phaseWeights[length % period], 1) : 0;
  decomposition.variances = squaredWeights(length, valid - count, valid - 1) + inSeason;
  decomposition.medianRemainder = medianFreeRemainder(decomposition, valid, period);
}
