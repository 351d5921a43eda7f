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
/** Neighbours among the values of the window; all but one where the window has no more. */
const NEIGHBOURS = 20;

const specification: MethodSpecification = {
  name: 'lof',
  version: 1,
  summary:
    'Flags a value whose local outlier factor in the window is beyond the threshold. The factor compares the density of values around it with the density around its 20 nearest ones. The method uses values alone, not their order. The check `step` beside it judges the change. The judged value is not part of the window. The expected value is the median.',
  parameters: [
    {
      name: 'threshold',
      unit: 'times the density about its neighbours',
      meaning: 'Local outlier factor beyond which a value is flagged; 1 means the same density as its neighbours.',
      low: 1,
      high: 20,
      default: 1.5,
    },
  ],
  minimumHistory: MINIMUM_HISTORY,
  expectation: 'middle',
  guarantees: [
    'Never flags a value closer to the median than the smallest deviation that is judged.',
    'Outside the range of the window, a larger deviation never has a lower score.',
    'Several levels in one window, such as calm and wind, each count as normal if 20 values are there.',
    'Judges a window with any share of missing values, if it has the minimum history.',
    'Expects the constant of a history without change. Only the smallest deviation that is judged applies then.',
    'The score stays the same when history, value and smallest deviation are shifted or scaled together.',
  ],
  notFor:
    'Slopes, such as temperature in the morning, in windows of a few hours. 20 values are then most of the window, and its newest value is the outermost. Sensors that mostly read the same value: its density is infinite, and only the smallest deviation that is judged applies. A fault that occurs 20 times in the window counts as normal.',
  source:
    'Breunig, Kriegel, Ng and Sander (2000), LOF: Identifying Density-Based Local Outliers, SIGMOD, definitions 3 to 7.',
};

let values = new Float64Array(1024);
/** Distance of each value to its k-th neighbour. */
let reach = new Float64Array(1024);
/** These go from the functions that find them to their callers so: handed over they may be put on the heap. */
const factor = new Float64Array(1);
const median = new Float64Array(1);
const mean = new Float64Array(1);

/** Writes the distance of every sorted value to its k-th neighbour: the k + 1 nearest, itself among them, stand side by side. */
function measureReach(n: number, k: number): void {
  let left = 0;
  for (let i = 0; i < n; i++) {
    const value = values[i];
    while (left + k + 1 < n && values[left + k + 1] - value < value - values[left]) left++;
    reach[i] = Math.max(value - values[left], values[left + k] - value);
  }
}

/** Leaves the mean distance of the value in place i to its neighbours, each at least that neighbour's own reach, in `mean`. */
function measureDistance(n: number, i: number): void {
  const value = values[i];
  const most = reach[i];
  let sum = 0;
  let count = 0;
  for (let o = i - 1; o >= 0 && value - values[o] <= most; o--, count++) sum += Math.max(reach[o], value - values[o]);
  for (let o = i + 1; o < n && values[o] - value <= most; o++, count++) sum += Math.max(reach[o], values[o] - value);
  mean[0] = sum / count;
}

/** Leaves the local outlier factor of the value in place n, which is none of the n sorted ones, in `factor`. */
function findFactor(n: number, k: number): void {
  const value = values[n];
  // The k values nearest to it stand side by side, and with them whatever is as near as the last.
  let from = 0;
  while (from + k < n && values[from + k] - value < value - values[from]) from++;
  const most = Math.max(value - values[from], values[from + k - 1] - value);
  while (from > 0 && value - values[from - 1] <= most) from--;
  let sum = 0;
  let densities = 0;
  let density = 0;
  let o = from;
  for (; o < n && values[o] - value <= most; o++) {
    sum += Math.max(reach[o], Math.abs(values[o] - value));
    if (o === from || values[o] !== values[o - 1]) {
      measureDistance(n, o);
      density = 1 / mean[0];
    }
    densities += density;
  }
  const count = o - from;
  // On a value that the window has more than k times: as dense as its neighbours, which are its equals.
  factor[0] = sum === 0 ? 1 : (sum / count) * (densities / count);
}

/** Local outlier factor of the value among the values of the window. */
export const lof: TemporalMethod = {
  specification,
  judge(question: Question, answer: Answer): void {
    const { history, value } = question;
    values = roomFor(values, history.length + 1);
    reach = roomFor(reach, history.length);
    const n = takeValid(history, values);
    if (refuseFew(answer, n, MINIMUM_HISTORY)) return;
    sortAscending(values, n);
    const k = Math.min(NEIGHBOURS, n - 1);
    measureReach(n, k);
    values[n] = value;
    findFactor(n, k);
    findMedian(values, n, median);
    answer.expected = median[0];
    answer.score = factor[0];
    settleScore(answer, question);
  },
};
