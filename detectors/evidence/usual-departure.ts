import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { usualDifference } from '../baselines/level-difference.ts';
import { LEVEL_DAYS } from '../baselines/usual-levels.ts';
import type { SpatialQuestion } from '../neighbours/spatial-question.ts';
import { MAD_TO_SIGMA, medianOfFirst } from '../windows/window-values.ts';
import type { WindowView } from '../windows/window-view.ts';
import { roundedAll } from './evidence-numbers.ts';
import type { Compared } from './evidence-terms.ts';

/** How far a value departs from what is usual between the station and its neighbours [unit of the variable]. */
export interface UsualDeparture {
  /** From where the neighbours' values and what is usual between them put it, with its sign. */
  readonly departure: number;
  /** Usual size of such departures (one sigma). */
  readonly spread: number;
  /** How many neighbours tell. */
  readonly neighbours: number;
}

/** Neighbours that are looked at: the nearest of those that are compared. */
export const NEAREST = 5;
/** A neighbour's value of the two slots before will do: hourly stations need not report at the same minute. */
export const NEAR_SLOTS = 3;
/** Smallest spread, as a share of the floor. */
const LEAST_SPREAD = 1 / 4;

/** Written anew by every question. */
const own = new Float64Array(LEVEL_DAYS);
const theirs = new Float64Array(LEVEL_DAYS);
const sorted = new Float64Array(LEVEL_DAYS);
/** By how much each day's difference from a neighbour departs from what is usual, [neighbour][day]. */
const daily = Array.from({ length: NEAREST }, () => new Float64Array(LEVEL_DAYS));
const departures = new Float64Array(NEAREST);

/**
 * How far a value departs from where its neighbours put it. What is usual between two stations is the median of the differences of their means in these three
 * hours on the 30 days before; the value departs by the median, over the nearest five neighbours, of its difference from theirs
 * less that. The spread is 1.4826 times the median absolute size of the same on the days before, at least a quarter of the floor.
 *
 * @param each the departure from each of those five is written into it, NaN where it is not known
 * @returns null where it is not known what is usual between the station and any of its neighbours
 */
export function usualDeparture(
  question: SpatialQuestion,
  compared: Pick<Compared, 'index' | 'count'>,
  each: Float64Array,
): UsualDeparture | null {
  each.fill(Number.NaN);
  const { levels, station, slot, windows, actual, floors } = question;
  const variable = VARIABLE_INDEX[question.variable];
  if (levels === undefined || !levels.means(station, variable, slot, own)) return null;
  let known = 0;
  for (let k = 0; k < compared.count && k < NEAREST; k++) {
    const neighbour = compared.index[k];
    const value = lastValue(windows, neighbour, variable, slot);
    if (Number.isNaN(value) || !levels.means(neighbour, variable, slot, theirs)) continue;
    const difference = usualDifference(own, theirs, daily[known]);
    if (Number.isNaN(difference)) continue;
    each[k] = actual - value - difference;
    departures[known++] = each[k];
  }
  if (known === 0) return null;
  const spread = Math.max(LEAST_SPREAD * floors[variable], MAD_TO_SIGMA * usualSize(known));
  return { departure: medianOfFirst(departures, known), spread, neighbours: known };
}

/** The departure as evidence; nothing where it is not known. */
export function usualEvidence(usual: UsualDeparture | null): { readonly usual?: UsualDeparture } {
  return usual === null ? {} : { usual: roundedAll({ ...usual }) };
}

/** Median size of the departures of the days before, each the median over the neighbours that both have. */
function usualSize(known: number): number {
  let days = 0;
  for (let day = 0; day < LEVEL_DAYS; day++) {
    let told = 0;
    for (let k = 0; k < known; k++) {
      const departure = daily[k][day];
      if (!Number.isNaN(departure)) theirs[told++] = departure;
    }
    if (told > 0) sorted[days++] = Math.abs(medianOfFirst(theirs, told));
  }
  return medianOfFirst(sorted, days);
}

/**
 * Value at a slot, or the last one shortly before; NaN where there is none.
 *
 * @param after no slot up to this one counts: what was there before is no news
 */
export function lastValue(
  windows: WindowView,
  station: number,
  variable: number,
  slot: number,
  after: number = Number.NEGATIVE_INFINITY,
): number {
  for (let t = slot; t > Math.max(slot - NEAR_SLOTS, after); t--) {
    const value = windows.value(station, variable, t);
    if (!Number.isNaN(value)) return value;
  }
  return Number.NaN;
}
