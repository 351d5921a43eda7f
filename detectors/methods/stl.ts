import { SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../schemas/time.ts';
import { MAD_TO_SIGMA, roomFor, takeValid } from '../windows/window-values.ts';
import { decompose, newDecomposition } from './stl-decomposition.ts';
import {
  type Answer,
  type MethodSpecification,
  type Question,
  refuseFew,
  settle,
  type TemporalMethod,
} from './temporal-method.ts';

const MINIMUM_HISTORY = 6;
/** Seasons looked for, longest first: a day and an hour [slots]. */
const SEASONS = [SLOTS_PER_DAY, SLOTS_PER_HOUR];

/** Share of the floor that rounding may take. */
const ROUNDING = 1e-9;

const specification: MethodSpecification = {
  name: 'stl',
  version: 2,
  summary:
    "Splits the window into season, trend and remainder (STL: robust loess, periodic season). It extends season and trend to the value, within the range of the window's values. It flags a value whose remainder is beyond the threshold, in units of the window's remainders. The season is a day (144 reports every ten minutes, 24 hourly ones) if the window holds two days, otherwise an hour. A season needs two valid values at each of its positions, and a whole number of reports above one. Otherwise the method uses none.",
  parameters: [
    {
      name: 'threshold',
      unit: '1.4826 median absolute remainders of the window, widened by the error of the extension',
      meaning: 'Largest remainder that is not flagged.',
      low: 1,
      high: 20,
      default: 3,
    },
  ],
  minimumHistory: MINIMUM_HISTORY,
  expectation: 'forecast',
  guarantees: [
    'A few spikes in the window change neither trend nor season: robust weights leave them out.',
    'The judged value is no part of the decomposition. So a larger deviation always has a higher score.',
    'Judges a window with any share of missing values, if it has the minimum history. The older the last values, the wider the scale.',
    'Expects the constant of a history without change. Only the smallest deviation that is judged applies then.',
    'The score stays the same when history, value and smallest deviation are shifted or scaled together.',
  ],
  notFor:
    'Windows below two hours: six values say little about their spread. About one good value in ten is then beyond the threshold, unless it is below the smallest deviation that is judged. Slow drifts and stuck sensors: the trend follows them.',
  source:
    'Cleveland, Cleveland, McRae and Terpenning (1990), STL: A Seasonal-Trend Decomposition Procedure Based on Loess, Journal of Official Statistics 6, 3-73. Periodic season; trend window of the next odd number from 1.5 periods + 1; 2 inner and 2 robust iterations. Remainders and extended trend are those of a linear smoother. Each remainder is divided by the root of 1 less its own weight. The scale grows by the squared weights.',
};

const decomposition = newDecomposition();
let values = new Float64Array(1024);

/**
 * The longest season of which every place has two valid values, in reports; 1 where there is none. What the station does
 * not report a whole number of times in, more than once, is no season of its history.
 */
function periodOf(history: Float64Array, cadence: number): number {
  for (const season of SEASONS) {
    const period = season / cadence;
    let complete = Number.isInteger(period) && period > 1 && history.length >= 2 * period;
    for (let phase = 0; phase < period && complete; phase++) {
      let valid = 0;
      for (let t = phase; t < history.length && valid < 2; t += period) if (!Number.isNaN(history[t])) valid++;
      complete = valid === 2;
    }
    if (complete) return period;
  }
  return 1;
}

/**
 * True where all values of the history are nearer to the value than the floor: the expectation goes no farther than they
 * reach. False where one is infinite.
 */
function isAmongAll({ history, value, floor }: Question): boolean {
  let valid = 0;
  for (let t = 0; t < history.length; t++) {
    if (Number.isNaN(history[t])) continue;
    if (!(Math.abs(history[t] - value) < (1 - ROUNDING) * floor)) return false;
    valid++;
  }
  return valid >= MINIMUM_HISTORY;
}

/** What remains of the value when trend and season of the window are continued. */
export const stl: TemporalMethod = {
  specification,
  judge(question: Question, answer: Answer): void {
    const { history, cadence = 1 } = question;
    values = roomFor(values, history.length);
    const valid = takeValid(history, values);
    if (refuseFew(answer, valid, MINIMUM_HISTORY)) return;
    decompose(history, periodOf(history, cadence), decomposition);
    answer.expected = decomposition.expected;
    answer.scale = MAD_TO_SIGMA * decomposition.medianRemainder * Math.sqrt(1 + decomposition.variances);
    settle(answer, question);
  },
  surelyPasses: isAmongAll,
  expensive: true,
};
