import { type Answer, type MethodSpecification, type Question, settle } from '../methods/temporal-method.ts';
import type { CheckSpecification } from './check-specification.ts';

/** Score beyond which the check flags: the floor is taken as this many sigma, so that it is the largest change that passes. */
export const STEP_THRESHOLD = 3;

/** Reports in the window below which no spread of theirs tells a small departure: those of two hours, or of half a day hourly. */
const FEW_REPORTS = 12;

export const stepSpecification: CheckSpecification = {
  name: 'step',
  version: 2,
  summary:
    'Flags a value that differs from the report just before it by more than the floor of the variable at that station. Beside methods that expect the middle of the window, which are slow to notice a change, and beside forecasts from a window of fewer than 12 reports, which tells too little of what is usual.',
  parameters: [
    {
      name: 'threshold',
      unit: 'scales; the scale is a third of the floor',
      meaning: 'Change from the last value beyond which a value is flagged: at 3, a change larger than the floor.',
      low: 1,
      high: 20,
      default: STEP_THRESHOLD,
    },
  ],
  source: 'IOOS QARTOD, Manual for Real-Time Quality Control of Meteorological Data, rate of change test.',
};

/** What the check asks, used again so that asking allocates nothing. */
const asked = { value: 0, floor: 1, threshold: STEP_THRESHOLD };

/**
 * Whether the check stands beside a method.
 *
 * @param reports that the window has room for at the cadence of the station
 */
export function stepGoesBeside(expectation: MethodSpecification['expectation'], reports: number): boolean {
  return expectation === 'middle' || reports < FEW_REPORTS;
}

/**
 * Judges the change from the last value. The scale is the floor alone: the floor is raised by the station's baseline where its
 * steps are usually larger, and a spread taken from the window would grow with the very fault it is to find.
 *
 * @param answer `expected` is the report just before the value; where that one is missing, `insufficient_history`: over
 *   a longer time a change of this size says nothing. What is back where the report before that one stood is no anomaly:
 *   the last one was the spike
 */
export function judgeStep(question: Question, answer: Answer): void {
  const { history } = question;
  const last = history.length === 0 ? Number.NaN : history[history.length - 1];
  if (Number.isNaN(last)) {
    answer.reason = 'insufficient_history';
    answer.anomalous = false;
    return;
  }
  answer.expected = last;
  answer.scale = 0;
  asked.value = question.value;
  asked.floor = question.floor;
  settle(answer, asked);
  const before = history.length < 2 ? Number.NaN : history[history.length - 2];
  if (Math.abs(question.value - before) <= question.floor) answer.anomalous = false;
}
