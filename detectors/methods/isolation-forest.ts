import { findMedian, roomFor, sortAscending, takeValid } from '../windows/window-values.ts';
import {
  type Answer,
  type MethodSpecification,
  type Question,
  refuseFew,
  settleScore,
  type TemporalMethod,
} from './temporal-method.ts';

const MINIMUM_HISTORY = 6;
const TREES = 100;
/** Cuts a tree makes at most: enough for windows of 65,536 values. */
const DEPTH = 16;
const SEED = 20080715;
const EULER = 0.5772156649015329;
/** Spread, as a share of the whole, that is taken for none: there is only rounding. */
const ROUNDING = 1e-9;

const specification: MethodSpecification = {
  name: 'isolation_forest',
  version: 1,
  summary:
    'Flags a value that few random cuts separate from the window. There are 100 trees with fixed random numbers. Half of them cut by the deviation from the median towards the side of the value. The other half cut by the change in that direction since the previous value. Values beyond the judged one count as equal to it. Every tree uses the whole window and the value. The expected value is the median.',
  parameters: [
    {
      name: 'threshold',
      unit: 'anomaly score from 0 to 1',
      meaning: 'Score 2^(-mean path / average path) beyond which a value is flagged; 0.5 is an average path.',
      low: 0.5,
      high: 0.75,
      default: 0.6,
    },
  ],
  minimumHistory: MINIMUM_HISTORY,
  expectation: 'middle',
  guarantees: [
    'The same input gives the same result: the random numbers are constants.',
    'Never flags a value closer to the median than the smallest deviation that is judged.',
    'Outside the range of the window, a larger deviation never has a lower score.',
    'Judges a window with any share of missing values, if it has the minimum history.',
    'Expects the constant of a history without change. Only the smallest deviation that is judged applies then.',
    'The score stays the same when history, value and smallest deviation are shifted or scaled together.',
  ],
  notFor:
    'Measuring how far out a value is: the score hardly grows once every cut separates it. The largest value of a variable window is easily flagged if it exceeds the smallest deviation that is judged.',
  source:
    'Liu, Ting and Zhou (2008), Isolation Forest, ICDM, equations 1 and 2 and the height limit of algorithm 1; no subsampling.',
};

/** Where the cuts of each tree fall, as a share of the spread: mulberry32 from a fixed seed. */
const CUTS = Float64Array.from({ length: TREES * DEPTH }, (_, k) => {
  let bits = (SEED + Math.imul(k + 1, 0x6d2b79f5)) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
  return (((bits ^ (bits >>> 14)) >>> 0) + 0.5) / 4294967296;
});

let values = new Float64Array(1024);
/** How far values lie from the median, and how much they changed, both to the side where the judged value lies; ascending. */
let departures = new Float64Array(1024);
let steps = new Float64Array(1024);
/** Mean path of a search that fails among so many values (equation 1). */
let usualPaths = usualPathsOf(1024);

function usualPathsOf(length: number): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length }, (_, n) => {
    if (n < 3) return n < 2 ? 0 : 1;
    return 2 * (Math.log(n - 1) + EULER) - (2 * (n - 1)) / n;
  });
}

const median = new Float64Array(1);
/** Path lengths are summed here: handed over by their function they may be put on the heap. */
const path = new Float64Array(1);

/**
 * Adds the path lengths of the largest of n ascending values in every second tree to `path`.
 *
 * Only the part above the last cut is followed. With fixed cuts a larger value leaves no more beside it at any depth, so its
 * path is never longer. What equals it is never cut off: the path then goes to the height limit.
 */
function addPaths(ascending: Float64Array, n: number, firstTree: number): void {
  const limit = Math.min(Math.ceil(Math.log2(n)), DEPTH);
  const value = ascending[n - 1];
  const least = ROUNDING * (value - ascending[0]);
  let sum = 0;
  for (let tree = firstTree; tree < TREES; tree += 2) {
    let low = 0;
    let depth = 0;
    for (; depth < limit && low < n - 1; depth++) {
      const spread = value - ascending[low];
      if (spread <= least) {
        depth = limit;
        break;
      }
      const cut = ascending[low] + CUTS[tree * DEPTH + depth] * spread;
      while (low < n - 1 && ascending[low] <= cut) low++;
    }
    sum += depth + usualPaths[n - low];
  }
  path[0] += sum;
}

/** Isolation forest over the values of the window and their changes. */
export const isolationForest: TemporalMethod = {
  specification,
  judge(question: Question, answer: Answer): void {
    const { history, value } = question;
    if (history.length + 1 > values.length) {
      values = roomFor(values, history.length + 1);
      departures = roomFor(departures, history.length + 1);
      steps = roomFor(steps, history.length + 1);
      usualPaths = usualPathsOf(values.length + 1);
    }
    const valid = takeValid(history, values);
    if (refuseFew(answer, valid, MINIMUM_HISTORY)) return;
    departures.set(values);
    sortAscending(departures, valid);
    findMedian(departures, valid, median);
    const middle = median[0];

    // The first value only tells the second one's change, so that as many rows are left as there are changes.
    const side = value < middle ? -1 : 1;
    const departure = side * (value - middle);
    const step = side * (value - values[valid - 1]);
    for (let t = 1; t < valid; t++) {
      departures[t - 1] = Math.min(side * (values[t] - middle), departure);
      steps[t - 1] = Math.min(side * (values[t] - values[t - 1]), step);
    }
    departures[valid - 1] = departure;
    steps[valid - 1] = step;
    sortAscending(departures, valid);
    sortAscending(steps, valid);
    path[0] = 0;
    addPaths(departures, valid, 0);
    addPaths(steps, valid, 1);
    answer.expected = middle;
    answer.score = 2 ** (-path[0] / TREES / usualPaths[valid]);
    settleScore(answer, question);
  },
  expensive: true,
};
