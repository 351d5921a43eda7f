import {
  type Answer,
  type MethodSpecification,
  type Question,
  refuse,
  settle,
  type TemporalMethod,
} from './temporal-method.ts';

const MINIMUM_HISTORY = 6;
/** What sums may be off by, as a share of the floor. */
const ROUNDING = 1e-6;

const specification: MethodSpecification = {
  name: '3sigma',
  version: 1,
  summary: 'Flags a value more than three standard deviations (population form) from the mean of the window.',
  parameters: [
    {
      name: 'threshold',
      unit: 'standard deviations of the window',
      meaning: 'Largest deviation from the mean that is not flagged.',
      low: 1,
      high: 20,
      default: 3,
    },
  ],
  minimumHistory: MINIMUM_HISTORY,
  expectation: 'middle',
  guarantees: [
    'Judges a window with any share of missing values, if it has the minimum history.',
    'Expects the constant of a history without change. Only the smallest deviation that is judged applies then.',
    'The score stays the same when history, value and smallest deviation are shifted or scaled together.',
  ],
  notFor:
    'Variables on a slope, such as temperature in the morning. The standard deviation is large then, and small faults are not detected. One large spike in the window has the same effect.',
  source: 'Shewhart (1931), Economic Control of Quality of Manufactured Product.',
};

/**
 * Mean and population standard deviation of the window.
 *
 * @param minimumHistory fewest valid values that it judges from, at least 1
 */
export function threeSigmaFrom(minimumHistory: number): TemporalMethod {
  return {
    specification: { ...specification, minimumHistory },
    judge: (question, answer) => judge(question, answer, minimumHistory),
    surelyPasses: (question) => isNearMean(question, minimumHistory),
  };
}

/** The same from six values on. */
export const threeSigma: TemporalMethod = threeSigmaFrom(MINIMUM_HISTORY);

function judge(question: Question, answer: Answer, minimumHistory: number): void {
  const { history } = question;
  // Sums are of departures from one value of the window: a constant stays exactly constant, a large level costs no digits.
  let origin = Number.NaN;
  let count = 0;
  let sum = 0;
  for (let t = 0; t < history.length; t++) {
    const value = history[t];
    if (Number.isNaN(value)) continue;
    if (count === 0) origin = value;
    sum += value - origin;
    count++;
  }
  if (count < minimumHistory) {
    refuse(answer, 'insufficient_history');
    return;
  }
  const mean = sum / count;
  let squares = 0;
  for (let t = 0; t < history.length; t++) {
    const value = history[t];
    if (Number.isNaN(value)) continue;
    const departure = value - origin - mean;
    squares += departure * departure;
  }
  answer.expected = origin + mean;
  answer.scale = Math.sqrt(squares / count);
  settle(answer, question);
}

/** True where the value is nearer to the mean than the floor, whatever the standard deviation. False where one is infinite. */
function isNearMean({ history, value, floor }: Question, minimumHistory: number): boolean {
  let count = 0;
  let sum = 0;
  for (let t = 0; t < history.length; t++) {
    if (Number.isNaN(history[t])) continue;
    sum += history[t] - value;
    count++;
  }
  return count >= minimumHistory && Math.abs(sum / count) < (1 - ROUNDING) * floor;
}
