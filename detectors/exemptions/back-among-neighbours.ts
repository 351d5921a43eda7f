import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { lastValue, NEAREST } from '../evidence/usual-departure.ts';
import { reportBefore } from '../neighbours/own-course.ts';
import type { SpatialQuestion } from '../neighbours/spatial-question.ts';
import { isHourly } from '../windows/hourly.ts';
import { medianOf, sortAscending } from '../windows/window-values.ts';

/** What is left of the last step, the neighbours' taken off, where a value is back. */
const LEFT = 0.25;
/** The same of its own values alone: where they did not turn, it is the neighbours that moved before it. */
const OWN_LEFT = 0.6;
/** The report before the last is at most so far back [slots]: nothing is read that a verdict does not rest on. */
const FARTHEST = 16;

const moves = new Float64Array(NEAREST);

/**
 * Whether an hourly value is back where it stood to its neighbours before the last report: then that one was the spike. With
 * d(a) the station's change since report a less the median change of the nearest five neighbours, it is back where the size of
 * d(last but one) is at most a quarter of that of d(last), and that of its own change at most three fifths.
 */
export function backAmongNeighbours({
  windows,
  station,
  slot,
  actual,
  variable,
  neighbours,
}: SpatialQuestion): boolean {
  const v = VARIABLE_INDEX[variable];
  const last = reportBefore(windows, station, v, slot);
  const before = last === null ? null : reportBefore(windows, station, v, last);
  if (last === null || before === null || slot - before > FARTHEST) return false;
  if (!isHourly(slot, (t) => !Number.isNaN(windows.value(station, v, t)))) return false;
  const alone = (from: number): number => {
    let told = 0;
    for (let k = 0; k < neighbours.length && told < NEAREST; k++) {
      const { index } = neighbours[k];
      const move = lastValue(windows, index, v, slot, from) - lastValue(windows, index, v, from);
      if (!Number.isNaN(move)) moves[told++] = move;
    }
    sortAscending(moves, told);
    return told === 0 ? Number.NaN : Math.abs(actual - windows.value(station, v, from) - medianOf(moves, told));
  };
  const since = (from: number) => Math.abs(actual - windows.value(station, v, from));
  return since(before) <= OWN_LEFT * since(last) && alone(before) <= LEFT * alone(last);
}
