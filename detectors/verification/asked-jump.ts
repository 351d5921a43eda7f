import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { changeTo, reportBefore } from '../neighbours/own-course.ts';
import type { SpatialQuestion } from '../neighbours/spatial-question.ts';

/**
 * What the neighbours are to be asked where a value departs from the middle of its window. Most of such a departure may be
 * the slope of the day, which they share, with a fault on top. So a value that jumped, by more than the floor since the
 * report before it, is asked about the jump, as after the check `step`. Expected is the report of the last three slots that
 * is farthest from the value: a front may take as long.
 *
 * @returns the question as it was where it is about the next value, or there was no jump
 */
export function askedAboutJump(question: SpatialQuestion): SpatialQuestion {
  const { windows, station, slot, actual, floors, middleOf } = question;
  if (middleOf === undefined) return question;
  const variable = VARIABLE_INDEX[question.variable];
  const previous = reportBefore(windows, station, variable, slot);
  if (previous === null) return question;
  if (Math.abs(actual - windows.value(station, variable, previous)) <= floors[variable]) return question;
  return { ...question, expected: actual - changeTo(windows, station, variable, slot, actual), middleOf: undefined };
}
