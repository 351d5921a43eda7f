import {
  BEHAVES_AS,
  FLOOR_SHARES,
  VARIABLE_INDEX,
  VARIABLE_SPECIFICATIONS,
  VARIABLES,
} from '../../schemas/variables.ts';
import { withoutRuler } from '../neighbours/expectation.ts';
import type { Neighbour } from '../neighbours/spatial-question.ts';
import { MAD_TO_SIGMA, weightedMedian } from '../windows/window-values.ts';
import { PARTS_PER_DAY } from './day-parts.ts';
import {
  type ExpectedSigma,
  meansOver,
  middle,
  RELATED,
  type RelatedSensor,
  relationWeight,
  sigmaOf,
} from './usual-relation.ts';

/** Parts in which both reported that tell in which proportion two stations stand: two days. */
const FEWEST_PARTS = 16;
/** Less of a neighbour says nothing: wind in the mean of a part [km/h], rain in all [mm]; of what behaves like them in proportion. */
const LEAST_WIND = 1;
const LEAST_RAIN = 6;
/** A gauge that usually catches less than a third of a neighbour's rain, or three times it, has no usual share of it. */
const LARGEST_LOG_OF_RAIN = Math.log(3);
/** Distance at which a neighbour's weight has fallen to 1/e [km]: showers are local. */
const REACH_OF_RAIN_KM = 15;
/** Least scatter of the proportion of two winds, as a logarithm, and that of one of which too few days tell. */
const LEAST_SCATTER = 0.15;
const UNKNOWN_SCATTER = 1;
const FEWEST_DAYS = 2;
/** So much of what is implied is added to both sides of a proportion: a gauge may catch nothing. */
const NOTHING = 0.02;

/** One gauge is believed up to so many times what any other had, and so much more [mm]. */
const MOST_TIMES = 2;
const MOST_ALONE = 2;

/** In which proportion a station usually stands to one neighbour. */
export interface SharedNeighbour {
  readonly neighbour: Neighbour;
  /** What the station reads for each unit that the neighbour does. */
  readonly share: number;
  readonly weight: number;
}

/** What a sensor read over some parts, and what its neighbours imply. */
export interface Proportion {
  readonly own: number;
  readonly implied: number;
  /** Parts in which both are known. */
  readonly parts: number;
  /** Logarithm of what the sensor reads of what is implied. */
  readonly log: number;
}

/** True for what a blocked or worn sensor reads a share of. */
export function isShared(variable: number): boolean {
  return VARIABLE_SPECIFICATIONS[VARIABLES[variable]].relation === 'ratio';
}

const implied = new Float64Array(RELATED);
const weights = new Float64Array(RELATED);

/**
 * In which proportion a station usually stands to its neighbours in a stretch of parts, the last one not included: for each,
 * its sum over that of the neighbour, of the parts in which both reported. A neighbour of wind weighs the more the more closely
 * the station followed it from day to day; of rain, which is patchy, the nearer it is.
 */
export function usualShares(
  { means, station, variable, neighboursOf }: RelatedSensor,
  from: number,
  until: number,
): readonly SharedNeighbour[] {
  const isRain = BEHAVES_AS[variable] === VARIABLE_INDEX.rain;
  const neighbours = neighboursOf(station);
  const ownIn = meansOver({ means, variable }, station, from, until);
  const theirsIn = new Float64Array(ownIn.length);
  if (isRain) {
    const most = new Float64Array(ownIn.length);
    for (const { index } of neighbours.slice(0, RELATED)) {
      means.readMeans(index, variable, from, theirsIn);
      for (let k = 0; k < most.length; k++) if (theirsIn[k] > most[k]) most[k] = theirsIn[k];
    }
    const alone = MOST_ALONE * FLOOR_SHARES[variable];
    for (let k = 0; k < most.length; k++) if (ownIn[k] > believable(most[k], alone)) ownIn[k] = Number.NaN;
  }
  const shared: SharedNeighbour[] = [];
  for (const neighbour of neighbours) {
    if (shared.length === RELATED) break;
    means.readMeans(neighbour.index, variable, from, theirsIn);
    const { own, theirs, parts } = sumsOfBoth(ownIn, theirsIn, 0, ownIn.length);
    const least = FLOOR_SHARES[variable] * (isRain ? LEAST_RAIN : LEAST_WIND * parts);
    if (parts < FEWEST_PARTS || own <= 0 || theirs <= least) continue;
    const share = own / theirs;
    // No two gauges that are sound stand farther apart over days.
    if (isRain && Math.abs(Math.log(share)) > LARGEST_LOG_OF_RAIN) continue;
    const weight = isRain
      ? Math.exp(-neighbour.km / REACH_OF_RAIN_KM)
      : relationWeight(neighbour.km, scatterOf(ownIn, theirsIn, share, least / parts), LEAST_SCATTER);
    shared.push({ neighbour, share, weight });
  }
  return withoutRuler(shared);
}

/** What two stations read in those parts of a stretch in which both reported. */
function sumsOfBoth(ownIn: Float64Array, theirsIn: Float64Array, from: number, until: number) {
  let [own, theirs, parts] = [0, 0, 0];
  for (let k = from; k < until; k++) {
    if (Number.isNaN(ownIn[k]) || Number.isNaN(theirsIn[k])) continue;
    own += ownIn[k];
    theirs += theirsIn[k];
    parts++;
  }
  return { own, theirs, parts };
}

/**
 * How far the proportion of two winds is from the usual share on a day: 1.4826 times the median absolute logarithm. By days, as
 * each place has its own calm hours.
 *
 * @param least what the neighbour must read in the mean of a part [unit of the variable]
 */
function scatterOf(ownIn: Float64Array, theirsIn: Float64Array, share: number, least: number): number {
  const logs: number[] = [];
  for (let from = 0; from < ownIn.length; from += PARTS_PER_DAY) {
    const until = Math.min(from + PARTS_PER_DAY, ownIn.length);
    const { own, theirs, parts } = sumsOfBoth(ownIn, theirsIn, from, until);
    if (2 * parts >= PARTS_PER_DAY && theirs >= least * parts) logs.push(Math.abs(logOf(own, share * theirs)));
  }
  return logs.length < FEWEST_DAYS ? UNKNOWN_SCATTER : MAD_TO_SIGMA * middle(logs);
}

/** What the neighbours imply of a sensor in a part: of wind the weighted median, of rain, which is patchy, the weighted mean. */
export function impliedIn(
  { means, variable }: RelatedSensor,
  shared: readonly SharedNeighbour[],
  part: number,
): number {
  return impliedBy(variable, shared, ({ neighbour }) => means.mean(neighbour.index, variable, part));
}

/** The same by what each neighbour reads. */
function impliedBy(
  variable: number,
  shared: readonly SharedNeighbour[],
  readBy: (one: SharedNeighbour, nth: number) => number,
): number {
  let count = 0;
  for (let nth = 0; nth < shared.length; nth++) {
    const value = readBy(shared[nth], nth) * shared[nth].share;
    if (Number.isNaN(value)) continue;
    implied[count] = value;
    weights[count++] = shared[nth].weight;
  }
  if (BEHAVES_AS[variable] !== VARIABLE_INDEX.rain) return weightedMedian(implied, weights, count);
  return rainOf(count, MOST_ALONE * FLOOR_SHARES[variable]);
}

/** Weighted mean of the first of `implied`, where no one has much more than all the others; NaN of none. @param alone most that one may have more */
function rainOf(count: number, alone: number): number {
  let [first, second] = [0, 0];
  for (let k = 0; k < count; k++) {
    if (implied[k] > first) [first, second] = [implied[k], first];
    else second = Math.max(second, implied[k]);
  }
  let [sum, total] = [0, 0];
  for (let k = 0; k < count; k++) {
    sum += Math.min(implied[k], count === 1 ? implied[k] : believable(second, alone)) * weights[k];
    total += weights[k];
  }
  return count === 0 ? Number.NaN : sum / total;
}

/** Most rain of one gauge that counts where all others had less [mm]: more may be water that somebody poured. */
function believable(most: number, alone: number): number {
  return MOST_TIMES * most + alone;
}

/** What tells how much a share varies anyway. */
interface SigmaRule extends ExpectedSigma {
  /** Stretches begin so many parts apart. */
  readonly apart: number;
  /** Whether a stretch tells, and how many must. */
  readonly tells: (stretch: Proportion) => boolean;
  readonly fewest: number;
}

/**
 * Sigma of the logarithm of a share over as many parts as come, by stretches of that length in the parts that tell what is usual.
 *
 * @param from first of these parts, `until` the first one after them, and the length of a stretch
 * @returns null where too few stretches tell
 */
export function sigmaOfShares(
  sensor: RelatedSensor,
  shared: readonly SharedNeighbour[],
  [from, until, length]: readonly [from: number, until: number, length: number],
  { apart, tells, fewest, ...expected }: SigmaRule,
): number | null {
  const logs: number[] = [];
  for (let begin = from; begin + length <= until; begin += apart) {
    const stretch = proportionOver(sensor, shared, begin, begin + length);
    if (tells(stretch)) logs.push(stretch.log);
  }
  if (logs.length < fewest) return null;
  return sigmaOf(logs, proportionOver(sensor, shared, from, until).parts, expected);
}

/** What a sensor read over a stretch of parts of what its neighbours imply. */
export function proportionOver(
  sensor: RelatedSensor,
  shared: readonly SharedNeighbour[],
  from: number,
  until: number,
): Proportion {
  const ownIn = meansOver(sensor, sensor.station, from, until);
  const theirsIn = shared.map(({ neighbour }) => meansOver(sensor, neighbour.index, from, until));
  let [own, all, parts] = [0, 0, 0];
  for (let k = 0; k < ownIn.length; k++) {
    if (Number.isNaN(ownIn[k])) continue;
    const there = impliedBy(sensor.variable, shared, (_, nth) => theirsIn[nth][k]);
    if (Number.isNaN(there)) continue;
    own += ownIn[k];
    all += there;
    parts++;
  }
  return { own, implied: all, parts, log: logOf(own, all) };
}

/** Logarithm of the share that a sensor read over a stretch of parts; NaN where nothing is implied. */
export function toldShare(
  sensor: RelatedSensor,
  shared: readonly SharedNeighbour[],
  from: number,
  until: number,
): number {
  const { implied: all, log } = proportionOver(sensor, shared, from, until);
  return all > 0 ? log : Number.NaN;
}

/** Logarithm of a share, finite where nothing was caught. */
export function logOf(own: number, all: number): number {
  return Math.log((own + NOTHING * all) / ((1 + NOTHING) * all));
}
