import { type Answer, type Question, settle } from '../methods/temporal-method.ts';
import type { CheckSpecification } from './check-specification.ts';

/** Score beyond which the check flags: the floor is taken as this many sigma, so that it is the largest change that passes. */
export const STEP_THRESHOLD = 3;

export const stepSpecification: CheckSpecification = {
  name: 'step',
  version: 1,
  summary:
    'Flags a value that differs from the report just before it by more than the floor of the variable at that station. Beside methods that expect the middle of the window, which are slow to notice a change.',
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

/**
 * Judges the change from the last value. The scale is the floor alone: the floor is raised by the station's baseline where its
 * steps are usually larger, and a spread taken from the window would grow with the very fault it is to find.
 *
 * @param answer `expected` is the report just before the value; where that one is missing, `insufficient_history`: over
 *   a longer time a change of this size says nothing
 */
export function judgeStep(question: Question, answer: Answer): void {
  const { history } = question;
  const last = history.length === 0 ? Number.NaN : history[history.length - 1];
  if (Number.isNaN(last)) {
    answer.reason = 'insufficient_history';
    answer.anomalous = false;
    return;
  }
  settle(answer, question, last, 0, STEP_THRESHOLD);
}
