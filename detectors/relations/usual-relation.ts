import { VARIABLE_SPECIFICATIONS, VARIABLES, WEATHER_VARIABLES } from '../../schemas/variables.ts';
import { withoutRuler } from '../neighbours/expectation.ts';
import type { Neighbour } from '../neighbours/spatial-question.ts';
import { MAD_TO_SIGMA, medianOf, medianOfFirst, sortAscending, weightedMedian } from '../windows/window-values.ts';
import { PARTS_PER_DAY, type PartMeans, partOfDay } from './day-parts.ts';

/** What is usual is learnt from so much before whatever is looked at [days, parts]. */
export const LEARNT_DAYS = 12;
export const LEARNT_PARTS = LEARNT_DAYS * PARTS_PER_DAY;
/** Neighbours that are compared: the nearest that tell how the station usually stands to them. */
export const RELATED = 12;
/** Parts in which both reported that tell how two stations stand to each other: a day and a half. */
const FEWEST_PARTS = 12;
/** Days that tell what is usual in a part of the day; where fewer do, all parts together tell. */
const FEWEST_DAYS = 2;
/** Distance at which a neighbour's weight has fallen to 1/e [km]. */
const REACH_KM = 50;
/** Weather stays as it is for so many days, which tell no more than one of them. */
const ALIKE_DAYS = 2;
/** One day tells nothing of how far days lie apart: what there is beyond one counts as this at least [days]. */
const LEAST_DAYS = 0.1;
/** Least spread of a difference, in documented floors: no two stations are nearer to each other. */
export const LEAST_SPREAD_IN_FLOORS = 0.175;

/** How a station usually stands to one neighbour. */
export interface RelatedNeighbour {
  readonly neighbour: Neighbour;
  /** Usual difference by part of the day, unit of the variable: what the station reads less what the neighbour does. */
  readonly differences: readonly number[];
  readonly weight: number;
}

/** What is asked about one sensor. */
export interface RelatedSensor {
  readonly means: PartMeans;
  readonly station: number;
  /** Index into VARIABLES. */
  readonly variable: number;
  /** Neighbours of a station, nearest first. */
  readonly neighboursOf: (station: number) => readonly Neighbour[];
}

/** True for what stands to that of a neighbour in any usual way. @param variable index into VARIABLES */
export function isRelated(variable: number): boolean {
  return VARIABLE_SPECIFICATIONS[VARIABLES[variable]].relation !== 'none';
}

/**
 * True for what tells one station, or one hour, from another by its difference from the neighbours: temperature, humidity and
 * pressure, whatever else a station measures.
 *
 * @param variable index into VARIABLES
 */
export function tellsPlaces(variable: number): boolean {
  return variable < WEATHER_VARIABLES && VARIABLE_SPECIFICATIONS[VARIABLES[variable]].relation === 'difference';
}

/** How much a neighbour counts for being near: 1 beside the station, 1/e at 50 km. */
export function nearness(km: number): number {
  return Math.exp(-km / REACH_KM);
}

/**
 * How much a neighbour counts that usually stands to the station as it does.
 *
 * @param spread of their usual difference, and `least` the smallest that is taken for true [unit of the variable]
 */
export function relationWeight(km: number, spread: number, least: number): number {
  return nearness(km) / (spread ** 2 + least ** 2);
}

const values = new Float64Array(RELATED);
const weights = new Float64Array(RELATED);

/** Weighted median of what at most RELATED neighbours tell; NaN where none does. @param toldBy NaN where that one does not */
export function middleByWeight<N extends { readonly weight: number }>(
  related: readonly N[],
  toldBy: (one: N, nth: number) => number,
): number {
  let count = 0;
  for (let nth = 0; nth < related.length; nth++) {
    const value = toldBy(related[nth], nth);
    if (Number.isNaN(value)) continue;
    values[count] = value;
    weights[count++] = related[nth].weight;
  }
  return weightedMedian(values, weights, count);
}

/**
 * How a station usually stands to its neighbours in a stretch of parts, the last one not included: for each, the median of
 * their differences by part of the day, and a weight exp(-km / 50) / (spread^2 + least^2), where the spread is 1.4826 times the
 * median absolute deviation from those medians.
 *
 * @returns those that tell, nearest first; empty where none does
 */
export function usualRelation(
  { means, station, variable, neighboursOf }: RelatedSensor,
  from: number,
  until: number,
): readonly RelatedNeighbour[] {
  const least = LEAST_SPREAD_IN_FLOORS * VARIABLE_SPECIFICATIONS[VARIABLES[variable]].floor;
  const own = meansOver({ means, variable }, station, from, until);
  const { length } = own;
  const between = new Float64Array(length);
  const sorted = new Float64Array(length);
  const related: RelatedNeighbour[] = [];
  for (const neighbour of neighboursOf(station)) {
    if (related.length === RELATED) break;
    let told = 0;
    means.readMeans(neighbour.index, variable, from, between);
    for (let k = 0; k < length; k++) {
      between[k] = own[k] - between[k];
      if (!Number.isNaN(between[k])) told++;
    }
    if (told < FEWEST_PARTS) continue;
    const differences: number[] = [];
    let whole: number | null = null;
    for (let p = 0; p < PARTS_PER_DAY; p++) {
      const days = takeEvery(between, partOfDay(p - from), PARTS_PER_DAY, sorted);
      if (days >= FEWEST_DAYS) differences.push(medianOfFirst(sorted, days));
      else {
        whole ??= medianOfFirst(sorted, takeEvery(between, 0, 1, sorted));
        differences.push(whole);
      }
    }
    told = 0;
    for (let k = 0; k < length; k++) {
      if (!Number.isNaN(between[k])) sorted[told++] = Math.abs(between[k] - differences[partOfDay(from + k)]);
    }
    const spread = MAD_TO_SIGMA * medianOfFirst(sorted, told);
    const weight = relationWeight(neighbour.km, spread, least);
    related.push({ neighbour, differences, weight });
  }
  return withoutRuler(related);
}

/** What a station reads in the parts of a stretch, the last one not included; NaN where it did not report. */
export function meansOver(
  { means, variable }: Pick<RelatedSensor, 'means' | 'variable'>,
  station: number,
  from: number,
  until: number,
): Float64Array {
  const read = new Float64Array(Math.max(0, until - from));
  means.readMeans(station, variable, from, read);
  return read;
}

/** Writes the values that are there, of every `step` from the `first` on, into an array. @returns how many */
function takeEvery(values: Float64Array, first: number, step: number, into: Float64Array): number {
  let count = 0;
  for (let k = first; k < values.length; k += step) if (!Number.isNaN(values[k])) into[count++] = values[k];
  return count;
}

/** What the neighbours of a sensor imply of it in a part, unit of the variable: their weighted median; NaN where none reported. */
export function impliedValue(
  { means, variable }: Pick<RelatedSensor, 'means' | 'variable'>,
  related: readonly RelatedNeighbour[],
  part: number,
): number {
  return middleByWeight(
    related,
    ({ neighbour, differences }) => means.mean(neighbour.index, variable, part) + differences[partOfDay(part)],
  );
}

/**
 * How far a sensor usually reads from what its neighbours do, unit of the variable: the weighted median of their differences. Where
 * the one that ruled counts for less, another may rule: that one may be alone at its level, so that it counts for less too.
 */
export function usualDifference(related: readonly Pick<RelatedNeighbour, 'differences' | 'weight'>[]): number {
  return middleByWeight(withoutRuler(related), ({ differences }) => meanOf(differences));
}

/**
 * How far a sensor is from where its neighbours put it in a part, unit of the variable. NaN where it or every neighbour did not
 * report.
 */
export function departureIn(sensor: RelatedSensor, related: readonly RelatedNeighbour[], part: number): number {
  const own = sensor.means.mean(sensor.station, sensor.variable, part);
  return Number.isNaN(own) ? Number.NaN : own - impliedValue(sensor, related, part);
}

/** The same of the parts of a stretch, the last one not included. */
export function departures(
  { means, station, variable }: RelatedSensor,
  related: readonly RelatedNeighbour[],
  from: number,
  until: number,
): number[] {
  const sensor = { means, variable };
  const theirs = related.map(({ neighbour }) => meansOver(sensor, neighbour.index, from, until));
  return Array.from(meansOver(sensor, station, from, until), (own, k) => {
    if (Number.isNaN(own)) return Number.NaN;
    const ofDay = partOfDay(from + k);
    return own - middleByWeight(related, ({ differences }, nth) => theirs[nth][k] + differences[ofDay]);
  });
}

/** How far a sensor is from one neighbour beyond what is usual, in the mean over a stretch of parts; NaN where too few tell. */
export function departureFromOne(
  { means, station, variable }: RelatedSensor,
  { neighbour, differences }: RelatedNeighbour,
  from: number,
  until: number,
): number {
  let sum = 0;
  let count = 0;
  for (let part = from; part < until; part++) {
    const departure =
      means.mean(station, variable, part) - means.mean(neighbour.index, variable, part) - differences[partOfDay(part)];
    if (Number.isNaN(departure)) continue;
    sum += departure;
    count++;
  }
  return 2 * count < until - from ? Number.NaN : sum / count;
}

/** Median of numbers, in whatever order; NaN of none. */
export function middle(values: readonly number[]): number {
  const sorted = Float64Array.from(values);
  sortAscending(sorted, sorted.length);
  return sorted.length === 0 ? Number.NaN : medianOf(sorted, sorted.length);
}

/** Mean of the numbers that are there; NaN of none. */
export function meanOf(values: readonly number[]): number {
  const told = values.filter((value) => !Number.isNaN(value));
  return told.length === 0 ? Number.NaN : told.reduce((sum, value) => sum + value, 0) / told.length;
}

/** What is expected of a sigma anywhere, and how many stretches that counts as. */
export interface ExpectedSigma {
  readonly expected: number;
  readonly asIfMore: number;
}

/**
 * Sigma of the mean over a stretch of parts to come, by those of the stretches before: 1.4826 times the median of their sizes,
 * beside what is expected anywhere as if it were so many more of them. What is usual is the mean of n days, from which those same
 * days lie less far than another one: sqrt(n / (n - 1)) and sqrt((n + 1) / n) make up for that.
 *
 * @param sizes of the stretches before, with their signs
 * @param told parts that tell what is usual
 */
export function sigmaOf(sizes: readonly number[], told: number, { expected, asIfMore }: ExpectedSigma): number {
  const days = told / PARTS_PER_DAY / ALIKE_DAYS;
  const ofAnother = Math.sqrt((days + 1) / days);
  if (sizes.length === 0) return ofAnother * expected;
  const beyond = Math.sqrt(days / Math.max(days - 1, LEAST_DAYS));
  const learnt = beyond * MAD_TO_SIGMA * middle(sizes.map(Math.abs));
  return ofAnother * Math.sqrt((asIfMore * expected ** 2 + sizes.length * learnt ** 2) / (asIfMore + sizes.length));
}
