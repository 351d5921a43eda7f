/*
 * What several methods do with the values of a window. They write into arrays that are used again, so that judging
 * allocates nothing.
 */

/** Values that are sorted by insertion before stretches of them are merged: half of a window of six hours. */
const STRETCH = 18;

/** Turns the median absolute deviation of normal values into one sigma. */
export const MAD_TO_SIGMA = 1.4826;

/** The array where it is long enough, or a longer one. */
export function roomFor(array: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  return length <= array.length ? array : new Float64Array(2 * length);
}

/**
 * Writes the values that are not missing into an array, in their order.
 *
 * @returns how many; -1 where one is infinite
 */
export function takeValid(history: Float64Array, into: Float64Array): number {
  let count = 0;
  let finite = true;
  for (let t = 0; t < history.length; t++) {
    const value = history[t];
    if (Number.isNaN(value)) continue;
    if (value - value !== 0) finite = false;
    into[count++] = value;
  }
  return finite ? count : -1;
}

let there = new Float64Array(64);

/** Median of the values that are not missing; NaN of fewer than `least`. */
export function medianThere(values: Float64Array, least: number): number {
  there = roomFor(there, values.length);
  const count = takeValid(values, there);
  return count < least ? Number.NaN : medianOfFirst(there, count);
}

let lower = new Float64Array(1024);

/** Sorts the first n values, none of them NaN, ascending and in place. */
export function sortAscending(values: Float64Array, n: number): void {
  for (let from = 0; from < n; from += STRETCH) {
    const to = Math.min(from + STRETCH, n);
    for (let t = from + 1; t < to; t++) {
      const value = values[t];
      let k = t - 1;
      for (; k >= from && values[k] > value; k--) values[k + 1] = values[k];
      values[k + 1] = value;
    }
  }
  lower = roomFor(lower, n);
  for (let length = STRETCH; length < n; length *= 2) {
    for (let from = 0; from + length < n; from += 2 * length) {
      merge(values, from, from + length, Math.min(from + 2 * length, n));
    }
  }
}

/** Merges two sorted stretches that stand side by side, `from` to `middle` and `middle` to `to`. */
function merge(values: Float64Array, from: number, middle: number, to: number): void {
  const left = lower;
  const count = middle - from;
  for (let k = 0; k < count; k++) left[k] = values[from + k];
  let place = from;
  let right = middle;
  for (let k = 0; k < count; k++) {
    const value = left[k];
    while (right < to && values[right] < value) values[place++] = values[right++];
    values[place++] = value;
  }
}

/**
 * Moves the first n values, none of them NaN, so that the middle one of an odd number, the middle two of an even one, stand
 * where sorting would put them, for `medianOf` (Hoare 1961, Find).
 */
export function sortMiddle(values: Float64Array, n: number): void {
  const half = n >> 1;
  let low = 0;
  let high = n - 1;
  while (low < high) {
    const pivot = values[half];
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const value = values[i];
      values[i++] = values[j];
      values[j--] = value;
    }
    if (j < half) low = i;
    if (i > half) high = j;
  }
  if (n % 2 === 1 || n === 0) return;
  let largest = 0;
  for (let k = 1; k < half; k++) if (values[k] > values[largest]) largest = k;
  const value = values[largest];
  values[largest] = values[half - 1];
  values[half - 1] = value;
}

/** Median of the first n sorted values: of an even number the mean of the middle two. */
export function medianOf(sorted: Float64Array, n: number): number {
  findMedian(sorted, n, median);
  return median[0];
}

/** Median of the first values, none of them NaN, which change places. */
export function medianOfFirst(values: Float64Array, count: number): number {
  sortMiddle(values, count);
  return medianOf(values, count);
}

/** The first values by weight: the least that half of the weight does not exceed. Orders both arrays; NaN of none. */
export function weightedMedian(values: Float64Array, weighing: Float64Array, count: number): number {
  let total = 0;
  for (let i = 0; i < count; i++) {
    const [value, weight] = [values[i], weighing[i]];
    total += weight;
    let place = i;
    for (; place > 0 && values[place - 1] > value; place--) {
      values[place] = values[place - 1];
      weighing[place] = weighing[place - 1];
    }
    values[place] = value;
    weighing[place] = weight;
  }
  let below = 0;
  for (let i = 0; i < count; i++) {
    below += weighing[i];
    if (below * 2 >= total) return values[i];
  }
  return Number.NaN;
}

const median = new Float64Array(1);

/**
 * Writes the median of the first n sorted values as the first of another array. For methods: a number that a function hands back
 * is put on the heap wherever the compiler does not inline it, and whether it does depends on what was judged before.
 */
export function findMedian(sorted: Float64Array, n: number, into: Float64Array): void {
  const half = n >> 1;
  const even = n % 2 === 0 && sorted[half - 1] !== sorted[half];
  into[0] = even ? 0.5 * sorted[half - 1] + 0.5 * sorted[half] : sorted[half];
}

/**
 * Writes the value below which a quarter of the first n sorted values lies, and the one above which a quarter does, straight
 * between two of them (type 7 of Hyndman and Fan), as the first two of another array.
 */
export function findQuartiles(sorted: Float64Array, n: number, into: Float64Array): void {
  for (let quartile = 0; quartile < 2; quartile++) {
    const place = (0.25 + 0.5 * quartile) * (n - 1);
    const below = Math.floor(place);
    const above = Math.min(below + 1, n - 1);
    into[quartile] = sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
