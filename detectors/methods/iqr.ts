import { findMedian, findQuartiles, roomFor, sortAscending, takeValid } from '../windows/window-values.ts';
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
  name: 'iqr',
  version: 1,
  summary:
    "Flags a value outside Tukey's fences, 1.5 interquartile ranges beyond the quartiles of the window. The score is the deviation from the median, scaled so that the fence on the value's side has the score of the threshold.",
  parameters: [
    {
      name: 'threshold',
      unit: 'interquartile ranges of the window',
      meaning: 'Distance of the fences from the quartiles.',
      low: 0.5,
      high: 20,
      default: 1.5,
    },
  ],
  minimumHistory: MINIMUM_HISTORY,
  expectation: 'middle',
  guarantees: [
    'Spikes in up to a quarter of the window, on one side, do not hide the next one.',
    'The fence is farther out on the side where the values spread more.',
    'Judges a window with any share of missing values, if it has the minimum history.',
    'With the middle half of the history equal, only the smallest deviation that is judged applies.',
    'The score stays the same when history, value and smallest deviation are shifted or scaled together.',
  ],
  notFor:
    'Variables that are mostly calm, such as rain: the calm part alone sets the fences. On a slope, such as temperature in the morning, small faults are not detected.',
  source:
    'Tukey (1977), Exploratory Data Analysis, 2D; quartiles by linear interpolation, type 7 of Hyndman and Fan (1996), The American Statistician 50, 361-365.',
};

let values = new Float64Array(1024);
const median = new Float64Array(1);
const quartiles = new Float64Array(2);

/** Tukey's fences about the middle half of the window. */
export const iqr: TemporalMethod = {
  specification,
  judge(question: Question, answer: Answer): void {
    const { history, value, threshold } = question;
    values = roomFor(values, history.length);
    const n = takeValid(history, values);
    if (refuseFew(answer, n, MINIMUM_HISTORY)) return;
    sortAscending(values, n);
    findMedian(values, n, median);
    findQuartiles(values, n, quartiles);
    const middle = median[0];
    const low = quartiles[0];
    const high = quartiles[1];
    // From the median to the fence it is this far; a threshold of scales.
    const fence = (value < middle ? middle - low : high - middle) + threshold * (high - low);
    answer.expected = middle;
    answer.scale = fence / threshold;
    settle(answer, question);
  },
};
