import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import type { SpatialQuestion } from './spatial-method.ts';

/** A jump comes over one, two or three slots, as neighbours' moves do. */
const LONGEST_JUMP = 3;
/** A report farther back than this is not the one before [slots]: an hourly station may be half an hour late. */
const LONGEST_STEP = 9;

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
  let jump = Number.NaN;
  for (let t = slot - 1; t >= slot - LONGEST_STEP; t--) {
    const change = actual - windows.value(station, variable, t);
    if (Number.isNaN(jump) || Math.abs(change) > Math.abs(jump)) {
      if (Number.isNaN(jump) && Math.abs(change) <= floors[variable]) return question;
      jump = change;
    }
    if (t <= slot - LONGEST_JUMP && !Number.isNaN(jump)) break;
  }
  return Number.isNaN(jump) ? question : { ...question, expected: actual - jump, middleOf: undefined };
}
