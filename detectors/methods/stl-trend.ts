import { roomFor } from '../windows/window-values.ts';

/*
 * The trend of a series by loess of degree 1 (Cleveland et al. 1990, 2.1): at every tenth of the span and at the last
 * place a line is fitted to the values near it, straight in between. One more line continues the trend by one place.
 *
 * The value of a line is a sum of the values times factors that know nothing of them. So the factors are made once for
 * each set of robust weights, not for each series smoothed with them; and what the distances give to them once for a
 * history, or, where nothing is missing, once for a length.
 */

/** Of a distance: nearer than this share weighs 1, farther than 1 less this share weighs nothing, as in the authors' program. */
const EDGE = 0.001;

/** Lines of the history laid out last, without the one after it; values that each is fitted to. */
let lines = 0;
let count = 0;
/** Length and span of that layout where nothing is missing; 0 where something is. */
let laidLength = 0;
let laidSpan = 0;
/** Spread of weights up to which a line has no slope [places]; in an array, as an argument might be put on the heap. */
const leastSpread = new Float64Array(1);
/** By line: the place it is fitted at, the first of its values, and the factor of a value of full weight at that place. */
let fittedAt = new Int32Array(1024);
let firstValue = new Int32Array(1024);
let plainShares = new Float64Array(1024);
let shares = new Float64Array(1024);
/** By line and value: places from where the line is fitted, weight by distance, factor where all values have full weight, factor by the weights that came last. */
let offsets = new Float64Array(16384);
let near = new Float64Array(16384);
let plain = new Float64Array(16384);
let weighed = new Float64Array(16384);
/** One of the last two: what lines are drawn with. */
let factors = plain;

function makeRoom(length: number, span: number): void {
  const jump = Math.ceil(span / 10);
  const most = Math.ceil(length / jump) + 2;
  if (most > fittedAt.length) {
    fittedAt = new Int32Array(2 * most);
    firstValue = new Int32Array(2 * most);
  }
  plainShares = roomFor(plainShares, most);
  shares = roomFor(shares, most);
  offsets = roomFor(offsets, most * span);
  near = roomFor(near, most * span);
  plain = roomFor(plain, most * span);
  weighed = roomFor(weighed, most * span);
}

/** Lays out one line: weighs its values by their distances from the place it is fitted at (tricube). */
function layLine(line: number, at: number, first: number, extra: number, places: Int32Array): void {
  fittedAt[line] = at;
  firstValue[line] = first;
  const reach = Math.max(at - places[first], places[first + count - 1] - at) + extra;
  for (let k = 0; k < count; k++) {
    const offset = places[first + k] - at;
    offsets[line * count + k] = offset;
    const distance = Math.abs(offset);
    const share = distance / reach;
    const rest = 1 - share * share * share;
    near[line * count + k] = distance <= EDGE * reach ? 1 : distance > (1 - EDGE) * reach ? 0 : rest * rest * rest;
  }
}

/** Makes the factors of one line from weights of the values; false where they leave the line none. */
function makeFactors(line: number, weights: Float64Array, into: Float64Array, intoShares: Float64Array): boolean {
  const by = near;
  const from = offsets;
  const n = count;
  const first = firstValue[line];
  const row = line * n;
  let sum = 0;
  let sumX = 0;
  let sumXX = 0;
  for (let k = 0; k < n; k++) {
    const x = from[row + k];
    const weight = by[row + k] * weights[first + k];
    const moment = weight * x;
    into[row + k] = weight;
    sum += weight;
    sumX += moment;
    sumXX += moment * x;
  }
  if (sum <= 0) return false;
  const mean = sumX / sum;
  const squares = sumXX / sum - mean * mean;
  // Where all weight is in one place there is no slope.
  const slope = squares > leastSpread[0] * leastSpread[0] ? -mean / squares : 0;
  const share = (1 - slope * mean) / sum;
  const slant = slope / sum;
  for (let k = 0; k < n; k++) into[row + k] *= share + slant * from[row + k];
  intoShares[line] = share;
  return true;
}

/**
 * Lays out the lines of a history whose values all have full weight.
 *
 * @param weights of the valid values, all 1
 * @param places of the valid values in the history, ascending, of which the first `valid` >= 2 are used
 * @param length of the history, missing values counted
 * @param span of the loess, an odd number of values
 */
export function layTrend(places: Int32Array, weights: Float64Array, valid: number, length: number, span: number): void {
  if (valid < length || length !== laidLength || span !== laidSpan) {
    laidLength = valid === length ? length : 0;
    laidSpan = span;
    makeRoom(length, span);
    count = Math.min(span, valid);
    // How far the span goes beyond all values there are, in values.
    const extra = Math.floor((span - count) / 2);
    const jump = Math.ceil(span / 10);
    let first = 0;
    lines = 0;
    for (let at = 0; at < length; at = at < length - 1 ? Math.min(at + jump, length - 1) : length) {
      while (first + count < valid && places[first + count] - at < at - places[first]) first++;
      layLine(lines++, at, first, extra, places);
    }
    layLine(lines, length, valid - count, extra, places);
    leastSpread[0] = EDGE * (places[valid - 1] - places[0]);
    for (let line = 0; line <= lines; line++) makeFactors(line, weights, plain, plainShares);
  }
  factors = plain;
}

/** Weighs the values of the history laid out last. */
export function weighTrend(weights: Float64Array): void {
  for (let line = 0; line <= lines; line++) {
    if (makeFactors(line, weights, weighed, shares)) continue;
    // All that is near is far out: it has nothing but them.
    for (let k = line * count; k < (line + 1) * count; k++) weighed[k] = plain[k];
    shares[line] = plainShares[line];
  }
  factors = weighed;
}

/** Smooths the valid values of a history into its trend at every place. */
export function drawTrend(values: Float64Array, trend: Float64Array): void {
  const by = factors;
  const n = count;
  let before = 0;
  let level = 0;
  for (let line = 0; line < lines; line++) {
    const at = fittedAt[line];
    const first = firstValue[line];
    const row = line * n;
    // Two sums: one addition need not wait for the other.
    let even = by[row] * values[first];
    let odd = 0;
    for (let k = 1; k < n; k += 2) {
      odd += by[row + k] * values[first + k];
      if (k + 1 < n) even += by[row + k + 1] * values[first + k + 1];
    }
    const next = even + odd;
    trend[at] = next;
    const slope = (next - level) / (at - before);
    for (let t = before + 1; t < at; t++) trend[t] = level + slope * (t - before);
    before = at;
    level = next;
  }
}

/**
 * Continues the trend of valid values by one place: a line through the last of them.
 *
 * @param into its value there and the sum of the squared factors that it is made with are written to the beginning
 */
export function continueTrend(values: Float64Array, into: Float64Array): void {
  const row = lines * count;
  const first = firstValue[lines];
  let sum = 0;
  let squares = 0;
  for (let k = 0; k < count; k++) {
    sum += factors[row + k] * values[first + k];
    squares += factors[row + k] * factors[row + k];
  }
  into[0] = sum;
  into[1] = squares;
}

/** Writes for every place of the history the share that a value of full weight has in the trend at its own place, as weighed last. */
export function ownShares(into: Float64Array): void {
  for (let line = 0, t = 0; line < lines; line++) for (; t <= fittedAt[line]; t++) into[t] = shares[line];
}
