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
    "Flags a value outside Tukey's fences, which stand 1.5 interquartile ranges beyond the quartiles of the window. The score is the departure from the median in such units that the fence on the value's side is at the threshold.",
  parameters: [
    {
      name: 'threshold',
      unit: 'interquartile ranges of the window',
      meaning: 'Distance of the fences from the quartiles, beyond which a value is flagged.',
      low: 0.5,
      high: 20,
      default: 1.5,
    },
  ],
  minimumHistory: MINIMUM_HISTORY,
  expectation: 'middle',
  guarantees: [
    'Spikes in the window, up to a quarter of its values on one side, do not hide the next one.',
    'Where values lie wider on one side of the median, its fence stands farther out.',
    'It judges whatever share of the window is missing, as long as the fewest valid values are there.',
    'A history without a change, or with the middle half of its values equal, is judged by the floor alone.',
    'Adding a constant to, or scaling, history, value and floor leaves the score as it was.',
  ],
  notFor:
    'Variables that are calm most of the time and rightly lively now and then, such as rain: the calm part alone sets the fences. On a slope, such as temperature in the morning, small faults go unseen.',
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
