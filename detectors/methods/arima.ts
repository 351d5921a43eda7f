import { withoutSpikes } from '../windows/isolated-spikes.ts';
import { type ArimaFit, forecast, newArimaFit } from './arima-fit.ts';
import { isWithinReach } from './arima-reach.ts';
import { fitWithGaps } from './arima-with-gaps.ts';
import { fitWithoutGaps } from './arima-without-gaps.ts';
import {
  type Answer,
  type MethodSpecification,
  newQuestion,
  type Question,
  refuse,
  settle,
  type TemporalMethod,
} from './temporal-method.ts';

/** As many as the six hours of a station hold that reports every 90 minutes: of fewer the change since the last one tells as much. */
const MINIMUM_HISTORY = 4;

const specification: MethodSpecification = {
  name: 'arima',
  version: 3,
  summary:
    'Forecasts the value from an ARIMA(1,1,1) without drift, fitted to the window by exact maximum likelihood. Flags a value that misses the forecast by more than the threshold.',
  parameters: [
    {
      name: 'threshold',
      unit: 'standard deviations of the one-step forecast',
      meaning: 'Largest deviation from the forecast that is not flagged.',
      low: 1,
      high: 20,
      default: 5,
    },
  ],
  minimumHistory: MINIMUM_HISTORY,
  expectation: 'forecast',
  guarantees: [
    'Follows a trend and a slow cycle. Flags only what the last values do not predict.',
    'Isolated spikes in up to a quarter of the window do not hide the next one. They count as missing: values that jump away by more than twice the smallest deviation that is judged, for one or two reports, and come back. The value that is judged tells that of the last one.',
    'The exact likelihood leaves missing values out and never fills them in. The forecast is wider when the last values are missing.',
    'Judges a window with any share of missing values, if it has the minimum history.',
    'Expects the constant of a history without change. Only the smallest deviation that is judged applies then.',
    'The score stays the same when history, value and smallest deviation are shifted or scaled together.',
  ],
  notFor:
    'Slow drifts and stuck sensors: the forecast follows them. A jump that stayed for three reports or more, or the newest value, widens sigma, so the next value is judged leniently.',
  source:
    'Brockwell and Davis (1991), Time Series: Theory and Methods, 2nd ed., 5.3 and 8.7; Newbold (1974), Biometrika 61, 423-426; Harvey (1989), Forecasting, Structural Time Series Models and the Kalman Filter, 3.4, for missing values; Hampel (1974), Journal of the American Statistical Association 69, 383-393, for the spikes.',
};

const fit = newArimaFit();
let levels = new Float64Array(1024);
let differences = new Float64Array(1024);

/**
 * Fits ARIMA(1,1,1) to a history and forecasts the value after it.
 *
 * @param history oldest first, NaN where missing; the forecast is for one report after its end
 * @param fit the result is written into it. Without a change in the history all that is known is `expected`, the constant,
 *   and `sigma`, 0; `logLikelihood` is then Infinity and the parameters are 0. Both are NaN where a change is infinite
 * @returns number of values the fit rests on; below 2 nothing was fitted
 */
export function fitArima(history: Float64Array, fit: ArimaFit): number {
  const length = history.length;
  if (length > levels.length) {
    levels = new Float64Array(2 * length);
    differences = new Float64Array(2 * length);
  }
  let from = 0;
  while (from < length && Number.isNaN(history[from])) from++;
  let to = length - 1;
  while (to > from && Number.isNaN(history[to])) to--;
  const n = to - from + 1;
  if (n < 2) return n === 1 && from < length ? 1 : 0;

  let valid = 1;
  let unit = 0;
  let before = history[from];
  for (let t = from + 1; t <= to; t++) {
    const value = history[t];
    if (Number.isNaN(value)) continue;
    unit = Math.max(unit, Math.abs(value - before));
    before = value;
    valid++;
  }
  const last = history[to];
  if (unit === Number.POSITIVE_INFINITY) {
    // Differences that no number holds: the search among models would not end.
    fit.expected = Number.NaN;
    fit.sigma = Number.NaN;
    return valid;
  }
  if (unit === 0) {
    fit.phi = 0;
    fit.theta = 0;
    fit.variance = 0;
    fit.logLikelihood = Number.POSITIVE_INFINITY;
    fit.slope = 0;
    fit.slopeVariance = 0;
    fit.expected = last;
    fit.sigma = 0;
    return valid;
  }

  // Bridges straight across gaps: with none this is the series, otherwise it tells where the search may begin.
  const first = history[from];
  let gap = 0;
  before = first;
  levels[0] = 0;
  for (let t = 1; t < n; t++) {
    const value = history[from + t];
    levels[t] = (value - first) / unit;
    if (Number.isNaN(value)) {
      gap++;
      continue;
    }
    const step = (value - before) / unit / (gap + 1);
    for (let k = t - gap; k <= t; k++) differences[k - 1] = step;
    gap = 0;
    before = value;
  }
  fitWithoutGaps(differences, n - 1, fit);
  if (valid < n) fitWithGaps(levels, n, fit);
  forecast(fit, length - to);
  fit.variance *= unit * unit;
  fit.logLikelihood -= (valid - 1) * Math.log(unit);
  fit.slope *= unit;
  fit.expected = last + unit * fit.expected;
  fit.sigma *= unit;
  return valid;
}

const without = newQuestion();

/** A history and the value after it. */
let known = new Float64Array(0);

/**
 * A question whose history has no isolated spikes: itself, or one that holds until the next call. The value itself says whether
 * the last one before it came back.
 */
function asked(question: Question): Question {
  const { history, value, floor } = question;
  if (known.length !== history.length + 1) known = new Float64Array(history.length + 1);
  known.set(history);
  known[history.length] = value;
  const kept = withoutSpikes(known, floor);
  return kept === known ? question : Object.assign(without, question, { history: kept.subarray(0, history.length) });
}

/**
 * One-step forecast of an ARIMA(1,1,1) fitted to the window.
 *
 * @param minimumHistory fewest valid values that it judges from, at least 2
 * @param asks what it judges in place of a question: by default without the isolated spikes
 */
export function arimaFrom(minimumHistory: number, asks: (question: Question) => Question = asked): TemporalMethod {
  return {
    specification: { ...specification, minimumHistory },
    judge(question: Question, answer: Answer): void {
      const { history } = question;
      let valid = 0;
      for (let t = 0; t < history.length; t++) if (!Number.isNaN(history[t])) valid++;
      if (valid < minimumHistory) {
        refuse(answer, 'insufficient_history');
        return;
      }
      // A spike is a report as well: without it enough is left to fit.
      fitArima(asks(question).history, fit);
      answer.expected = fit.expected;
      answer.scale = fit.sigma;
      settle(answer, question);
    },
    surelyPasses: (question: Question) => isWithinReach(asks(question), minimumHistory),
    expensive: true,
  };
}

/** The same from four values on. */
export const arima: TemporalMethod = arimaFrom(MINIMUM_HISTORY);
