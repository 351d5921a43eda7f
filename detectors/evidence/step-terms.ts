import { BEHAVES_AS, VARIABLE_INDEX, WEATHER_VARIABLES } from '../../schemas/variables.ts';
import { DOCUMENTED_FLOORS } from '../baselines/documented-floors.ts';
import { reportBefore } from '../neighbours/own-course.ts';
import type { SpatialQuestion } from '../neighbours/spatial-question.ts';
import { LONGEST_INTERVAL } from '../windows/cadence.ts';
import { medianOf, sortAscending } from '../windows/window-values.ts';
import type { WindowView } from '../windows/window-view.ts';
import type { Compared } from './evidence-terms.ts';
import { lastValue, NEAREST } from './usual-departure.ts';

/**
 * What the last steps of a station and its nearest neighbours tell of a candidate, in the order in which a forest counts them.
 * Lengths are in typical steps of the station (`…_floor`: in floors), counted in the direction of its own last step.
 *   step, step_floor       change since the report before
 *   before                 the change before that; two_back: both together
 *   away, away_floor       from where it usually stands to the neighbours, their median; away_1 … 3: to each of the nearest three
 *   alone, alone_floor     its step less the neighbours', their median; alone_1 … 3: less that of each of the nearest three
 *   move_1 … 3             steps of those three
 *   least_away, least_alone   the smallest of all neighbours', without a direction
 *   share, share_median    largest and median step of the neighbours, as a share of its own
 *   most, least, middle    largest, smallest and median step of the neighbours; scatter: the first less the second
 *   neighbours             how many tell
 *   others_step            largest step of its other variables, in typical ones
 *   others_alone, others_alone_second   largest and second largest step of its other variables less the neighbours' median one
 *   others_stir            largest median step of the neighbours in the other variables; stir: largest of any in any
 *   rain, rain_around      of the station [mm], and the most of a neighbour
 *   level                  the value itself, for humidity and wind; -1 for the others
 *   usual_floor            typical step of the station
 *   km, km_third           distance of the nearest, and of the third [km]
 *   variable               place in VARIABLES, of an element beyond the five that of the one it behaves like
 *   next, next_two         what follows: the next step, and the change over this and the next
 *   next_away, next_alone, next_move   `away`, `alone` and `middle` at the next report
 * Other variables are the others of the five. NaN is what is not known, as what variables would tell that are not reported.
 */
export const STEP_TERMS = [
  ...(['step', 'step_floor', 'before', 'two_back'] as const),
  ...(['away', 'away_floor', 'alone', 'alone_floor'] as const),
  ...(['away_1', 'away_2', 'away_3', 'alone_1', 'alone_2', 'alone_3', 'move_1', 'move_2', 'move_3'] as const),
  ...(['least_away', 'least_alone', 'share', 'share_median', 'most', 'least', 'middle', 'scatter'] as const),
  ...(['neighbours', 'others_step', 'others_alone', 'others_alone_second', 'others_stir', 'stir'] as const),
  ...(['rain', 'rain_around', 'level', 'usual_floor', 'km', 'km_third', 'variable'] as const),
  ...(['next', 'next_two', 'next_away', 'next_alone', 'next_move'] as const),
] as const;
export type StepTerm = (typeof STEP_TERMS)[number];

/** Those that need to know where a station usually stands to its neighbours: that is kept of hourly stations alone. */
const LEVEL_TERMS: readonly StepTerm[] = [
  ...(['away', 'away_floor', 'away_1', 'away_2', 'away_3', 'least_away', 'next_away'] as const),
];
/** The others, which are known of every station. */
export const STEP_TERMS_WITHOUT_LEVELS = STEP_TERMS.filter((term) => !LEVEL_TERMS.includes(term));

/** The step of each neighbour in a variable, and room for medians; written anew by every question. */
const moves = new Float64Array(NEAREST);
const told = new Float64Array(NEAREST);
const othersAlone = new Float64Array(WEATHER_VARIABLES);

const { out_hum: HUMIDITY, wind_speed: WIND, rain: RAIN } = VARIABLE_INDEX;
const LARGEST = 100;

/**
 * Finds what the last steps tell.
 *
 * @param last newest slot that is read
 * @param away of each of the nearest neighbours compared, how far the station is from where it usually stands to it, NaN where
 *   that is not known (`usualDeparture`)
 * @param into the terms are written into it
 */
export function stepTerms(
  question: SpatialQuestion,
  compared: Compared,
  last: number,
  away: Float64Array,
  into: Record<StepTerm, number>,
): void {
  const { windows, station, slot, actual, spreads } = question;
  const v = VARIABLE_INDEX[question.variable];
  const [usual, floor] = [spreads[v], DOCUMENTED_FLOORS[v]];
  const count = Math.min(NEAREST, compared.count);
  const previous = reportBefore(windows, station, v, slot) ?? Number.NaN;
  const second = reportBefore(windows, station, v, previous) ?? Number.NaN;
  const step = actual - valueAt(windows, station, v, previous);
  const twoBack = actual - valueAt(windows, station, v, second);
  const side = step < 0 ? -1 : 1;
  // A typical step, counted in the direction of its own.
  const unit = side * usual;
  const ofFloor = side * floor;

  into.step = limited(step / unit);
  into.step_floor = limited(step / ofFloor);
  into.before = limited((twoBack - step) / unit);
  into.two_back = limited(twoBack / unit);

  const middleAway = medianOfTold(away, count);
  into.away = limited(middleAway / unit);
  into.away_floor = limited(middleAway / ofFloor);
  into.away_1 = limited(at(away, 0, count) / unit);
  into.away_2 = limited(at(away, 1, count) / unit);
  into.away_3 = limited(at(away, 2, count) / unit);
  into.least_away = leastSize(away, count, 0) / usual;

  movesOf(windows, compared, count, v, previous, slot);
  const middle = medianOfTold(moves, count);
  into.alone = limited((step - middle) / unit);
  into.alone_floor = limited((step - middle) / ofFloor);
  into.alone_1 = limited((step - at(moves, 0, count)) / unit);
  into.alone_2 = limited((step - at(moves, 1, count)) / unit);
  into.alone_3 = limited((step - at(moves, 2, count)) / unit);
  into.move_1 = limited(at(moves, 0, count) / unit);
  into.move_2 = limited(at(moves, 1, count) / unit);
  into.move_3 = limited(at(moves, 2, count) / unit);
  into.least_alone = leastSize(moves, count, step) / usual;
  const most = extreme(moves, count, side);
  const least = extreme(moves, count, -side);
  into.share = limited(most / step);
  into.share_median = limited(middle / step);
  into.most = limited(most / unit);
  into.least = limited(least / unit);
  into.middle = limited(middle / unit);
  into.scatter = limited(Math.abs(most - least) / usual);
  into.neighbours = tell(moves, count);

  others(question, compared, count, v, into);
  into.rain = windows.value(station, RAIN, slot);
  into.rain_around = rainAround(windows, compared, count, slot);
  into.level = v === HUMIDITY || v === WIND ? actual : -1;
  into.usual_floor = usual / floor;
  into.km = at(compared.kilometres, 0, compared.count);
  into.km_third = at(compared.kilometres, 2, compared.count);
  into.variable = BEHAVES_AS[v];

  const next = reportAfter(windows, station, v, slot, last);
  const later = valueAt(windows, station, v, next);
  movesOf(windows, compared, count, v, slot, next);
  const middleNext = medianOfTold(moves, count);
  into.next = limited((later - actual) / unit);
  into.next_two = limited((later - actual + step) / unit);
  into.next_away = limited((middleAway + later - actual - middleNext) / unit);
  into.next_alone = limited((later - actual - middleNext) / unit);
  into.next_move = limited(middleNext / unit);
}

/** The terms of the other variables, and of what goes on around. */
function others(
  { windows, station, slot, spreads }: SpatialQuestion,
  compared: Compared,
  count: number,
  variable: number,
  into: Record<StepTerm, number>,
): void {
  into.others_step = Number.NaN;
  into.others_stir = Number.NaN;
  into.stir = Number.NaN;
  let known = 0;
  const like = BEHAVES_AS[variable];
  for (let v = 0; v < WEATHER_VARIABLES; v++) {
    const previous = reportBefore(windows, station, v, slot) ?? Number.NaN;
    movesOf(windows, compared, count, v, previous, slot);
    into.stir = larger(into.stir, Math.max(extreme(moves, count, 1), -extreme(moves, count, -1)) / spreads[v]);
    if (v === like) continue;
    const step = windows.value(station, v, slot) - valueAt(windows, station, v, previous);
    into.others_step = larger(into.others_step, Math.abs(step) / spreads[v]);
    const alone = Math.abs(step - medianOfTold(moves, count)) / spreads[v];
    if (!Number.isNaN(alone)) othersAlone[known++] = alone;
    for (let k = 0; k < count; k++) moves[k] = Math.abs(moves[k]);
    into.others_stir = larger(into.others_stir, medianOfTold(moves, count) / spreads[v]);
  }
  sortAscending(othersAlone, known);
  into.others_alone = limited(at(othersAlone, known - 1, known));
  into.others_alone_second = limited(at(othersAlone, known - 2, known));
}

/** Writes each neighbour's change of a variable from one slot to another; NaN where it did not report again, or there is no slot. */
function movesOf(windows: WindowView, { index }: Compared, count: number, v: number, from: number, to: number): void {
  for (let k = 0; k < count; k++) {
    moves[k] = lastValue(windows, index[k], v, to, from) - lastValue(windows, index[k], v, from);
  }
}

function rainAround(windows: WindowView, { index }: Compared, count: number, slot: number): number {
  let most = Number.NaN;
  for (let k = 0; k < count; k++) most = larger(most, lastValue(windows, index[k], RAIN, slot));
  return most;
}

/** Slot of the first report after one, NaN where there is none by `last`. */
function reportAfter(windows: WindowView, station: number, variable: number, slot: number, last: number): number {
  for (let t = slot + 1; t <= Math.min(last, slot + LONGEST_INTERVAL); t++) {
    if (!Number.isNaN(windows.value(station, variable, t))) return t;
  }
  return Number.NaN;
}

/** A value, NaN where there is no slot. */
function valueAt(windows: WindowView, station: number, variable: number, slot: number): number {
  return Number.isNaN(slot) ? Number.NaN : windows.value(station, variable, slot);
}

function limited(x: number): number {
  return Math.min(LARGEST, Math.max(-LARGEST, x));
}

/** The larger of two, the other one where one is NaN. */
function larger(a: number, b: number): number {
  return b > a || Number.isNaN(a) ? limited(b) : a;
}

function at(values: Float64Array, k: number, count: number): number {
  return k >= 0 && k < count ? values[k] : Number.NaN;
}

function tell(values: Float64Array, count: number): number {
  let told = 0;
  for (let k = 0; k < count; k++) if (!Number.isNaN(values[k])) told++;
  return told;
}

/** Median of those that are numbers; NaN where none is. */
function medianOfTold(values: Float64Array, count: number): number {
  let n = 0;
  for (let k = 0; k < count; k++) if (!Number.isNaN(values[k])) told[n++] = values[k];
  sortAscending(told, n);
  return n === 0 ? Number.NaN : medianOf(told, n);
}

/** Smallest size of the distances from a point; NaN where there is none. */
function leastSize(values: Float64Array, count: number, from: number): number {
  let least = Number.NaN;
  for (let k = 0; k < count; k++) {
    const size = Math.abs(values[k] - from);
    if (!(least <= size) && !Number.isNaN(size)) least = size;
  }
  return least;
}

/** The one farthest to a side, 1 or -1; NaN where there is none. */
function extreme(values: Float64Array, count: number, side: number): number {
  let farthest = Number.NaN;
  for (let k = 0; k < count; k++) {
    if (!(farthest * side >= values[k] * side) && !Number.isNaN(values[k])) farthest = values[k];
  }
  return farthest;
}
