import { findMedian, MAD_TO_SIGMA, roomFor, sortAscending, takeValid } from '../windows/window-values.ts';
import {
  type Answer,
  type MethodSpecification,
  type Question,
  refuseFew,
  settle,
  type TemporalMethod,
} from './temporal-method.ts';

const MINIMUM_HISTORY = 6;

const specification: MethodSpecification = {
  name: 'mad',
  version: 1,
  summary:
    'Flags a value whose modified z-score is beyond the threshold. The modified z-score is the deviation from the median of the window, divided by 1.4826 times the median absolute deviation.',
  parameters: [
    {
      name: 'threshold',
      unit: '1.4826 median absolute deviations of the window',
      meaning: 'Largest deviation from the median that is not flagged.',
      low: 1,
      high: 20,
      default: 3.5,
    },
  ],
  minimumHistory: MINIMUM_HISTORY,
  expectation: 'middle',
  guarantees: [
    'Spikes in up to half of the window do not hide the next one.',
    'Judges a window with any share of missing values, if it has the minimum history.',
    'With more than half of the history equal, only the smallest deviation that is judged applies.',
    'The score stays the same when history, value and smallest deviation are shifted or scaled together.',
  ],
  notFor:
    'Variables that are mostly calm, such as wind and rain: the calm half alone sets the scale. On a slope, such as temperature in the morning, small faults are not detected.',
  source:
    'Iglewicz and Hoaglin (1993), How to Detect and Handle Outliers, ASQC, for the modified z-score and 3.5; Hampel (1974), Journal of the American Statistical Association 69, 383-393.',
};

let values = new Float64Array(1024);
const median = new Float64Array(1);

/** Median and median absolute deviation of the window. */
export const mad: TemporalMethod = {
  specification,
  judge(question: Question, answer: Answer): void {
    const { history } = question;
    values = roomFor(values, history.length);
    const n = takeValid(history, values);
    if (refuseFew(answer, n, MINIMUM_HISTORY)) return;
    sortAscending(values, n);
    findMedian(values, n, median);
    const middle = median[0];

    // Departures grow from the median towards both ends: the next larger one is at one of them.
    let right = n >> 1;
    let left = right - 1;
    let departure = 0;
    let before = 0;
    for (let taken = 0; taken <= n >> 1; taken++) {
      before = departure;
      const below = left >= 0 ? middle - values[left] : Number.POSITIVE_INFINITY;
      const above = right < n ? values[right] - middle : Number.POSITIVE_INFINITY;
      if (below < above) {
        departure = below;
        left--;
      } else {
        departure = above;
        right++;
      }
    }
    if (n % 2 === 0) departure = 0.5 * before + 0.5 * departure;
    answer.expected = middle;
    answer.scale = MAD_TO_SIGMA * departure;
    settle(answer, question);
  },
};
