import { spreadOfDays, usualDifference } from '../baselines/level-difference.ts';
import { LEVEL_DAYS } from '../baselines/usual-levels.ts';
import type { Reduction } from './neighbour-levels.ts';
import type { SpatialQuestion } from './spatial-question.ts';

const own = new Float64Array(LEVEL_DAYS);
const theirs = new Float64Array(LEVEL_DAYS);
const departures = new Float64Array(LEVEL_DAYS);

/**
 * Brings values of a neighbour to the station's place by their usual difference at that time of day on the days before, in place
 * of what their heights tell. It is known of stations that report every 20 minutes or less often, of which the hours before may
 * tell too little.
 *
 * @param variable index into VARIABLES
 * @param into is left as it is where fewer than four days tell
 */
export function reduceByDays(
  { levels, station, slot }: SpatialQuestion,
  neighbour: number,
  variable: number,
  into: Reduction,
): void {
  if (levels?.means(station, variable, slot, own) !== true) return;
  if (!levels.means(neighbour, variable, slot, theirs)) return;
  const usual = usualDifference(own, theirs, departures);
  if (Number.isNaN(usual)) return;
  into.factor = 1;
  into.shift = usual;
  into.unlearnt = spreadOfDays(departures);
}
