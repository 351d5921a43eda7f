import type { Station } from '../../schemas/station.ts';
import type { Variable } from '../../schemas/variables.ts';
import { LONGEST_INTERVAL } from '../windows/cadence.ts';
import { MAD_TO_SIGMA, medianOfFirst } from '../windows/window-values.ts';
import type { WindowView } from '../windows/window-view.ts';
import { takeSpikesOut } from './spikes-of-neighbours.ts';

/** What comparing values of two places needs to know of each. */
export type Site = Pick<Station, 'elevation' | 'pressureLevel'>;

/** Where nothing is known of a station. */
const UNKNOWN_SITE: Site = { elevation: null, pressureLevel: 'unknown' };

/** Hours before a candidate in which the usual difference is learnt, the last of them left out [slots]. */
export const LEVELS_BEFORE = 36;
/** How far before and after a candidate the neighbour's value may be the one that fits [slots]. */
export const LEVELS_AROUND = 6;
/** First index of the hour before the candidate in a series, and the candidate's own. */
const HOUR = LEVELS_BEFORE - LEVELS_AROUND;
const NOW = LEVELS_BEFORE;
const LENGTH = LEVELS_BEFORE + 1 + LEVELS_AROUND;
/** Between reports farther apart than this nothing is interpolated [slots]. */
const LONGEST_GAP = 9;
/** The neighbour's trend is that of the two hours before the hour, over at least one of them [slots]. */
const TREND_FROM = HOUR - 12;
const SHORTEST_TREND = 6;
/** Differences that tell what is usual. */
const LEAST_DIFFERENCES = 4;

/** Standard atmosphere (ISO 2533): decrease of temperature with height [K/m], sea-level temperature [K], exponent. */
const LAPSE = 0.0065;
const SEA_LEVEL_KELVIN = 288.15;
const EXPONENT = 5.2559;

/** How a neighbour's values are brought to the station's place: times `factor`, plus `shift`. */
export interface Reduction {
  factor: number;
  shift: number;
  /**
   * One sigma of the difference that is left, where none has been learnt [unit of the variable]; null where nothing can
   * be said of it without having learnt it.
   */
  unlearnt: number | null;
}

/** A reduction that changes nothing, to be written into. */
export function newReduction(): Reduction {
  return { factor: 1, shift: 0, unlearnt: null };
}

function byHeight(height: number): number {
  return (1 - (LAPSE * height) / SEA_LEVEL_KELVIN) ** EXPONENT;
}

/**
 * How values of a neighbour compare with the station's: temperature by 6.5 K/km where both elevations are known, pressure
 * by the barometric formula where both are given at station level and as it is where both are given at sea level.
 * Pressures of which no source says where they hold are compared only with what is learnt to be usual between them.
 *
 * @param into the reduction is written into it
 * @returns false where the values cannot be compared: pressures of different levels
 */
export function reductionOf(
  variable: Variable,
  own: Site | undefined,
  their: Site | undefined,
  into: Reduction,
): boolean {
  const here = own ?? UNKNOWN_SITE;
  const there = their ?? UNKNOWN_SITE;
  into.factor = 1;
  into.shift = 0;
  into.unlearnt = null;
  switch (variable) {
    case 'temp_out':
      if (here.elevation === null || there.elevation === null) return true;
      into.shift = LAPSE * (there.elevation - here.elevation);
      into.unlearnt = 2;
      return true;
    case 'bar':
      if (here.pressureLevel !== there.pressureLevel) return false;
      if (here.pressureLevel === 'sea_level') into.unlearnt = 1;
      if (here.pressureLevel !== 'station' || here.elevation === null || there.elevation === null) return true;
      into.factor = byHeight(here.elevation) / byHeight(there.elevation);
      into.unlearnt = 1;
      return true;
    case 'rain':
      into.unlearnt = 0.5;
      return true;
    default:
      return true;
  }
}

const own = new Float64Array(LENGTH);
/** A neighbour's reports, and the same with short gaps filled, both brought to the station's place. */
const theirs = new Float64Array(LENGTH);
const filled = new Float64Array(LENGTH);
const differences = new Float64Array(LENGTH);

/** Reads the station's own values before a candidate; the candidate's is `actual`. Nothing later is looked at. */
export function readOwn(windows: WindowView, station: number, variable: number, slot: number, actual: number): void {
  own.fill(Number.NaN);
  windows.stretch(station, variable, slot - LEVELS_BEFORE, LEVELS_BEFORE, 1, own);
  own[NOW] = actual;
}

/** How a station stands to one neighbour around a candidate; lengths in the unit of the variable. */
export interface Standing {
  /** Usual difference, station minus neighbour after its reduction, and one sigma of it. */
  usual: number;
  sigma: number;
  /** How many differences tell it; 0 where the reduction alone does. */
  learnt: number;
  /** The neighbour's own trend [unit a slot], which is taken off; 0 where the expectation holds none. */
  slope: number;
  /** Distance left in the direction asked about between the value and the nearest that the neighbour implies. */
  gap: number;
  /** How far the neighbour came, its trend taken off: in the direction, and in the other. */
  along: number;
  against: number;
  /** What the neighbour implies for the candidate's slot: its last value by then. */
  implied: number;
  /** Plain Pearson correlation with the station over the window up to the candidate; 0 where it has no meaning. */
  correlation: number;
  /** Sum of its values above 0 around the candidate. */
  sum: number;
}

function fill(end: number): void {
  filled.set(theirs);
  let before = -1;
  for (let i = 0; i <= end; i++) {
    if (Number.isNaN(theirs[i])) continue;
    const gap = i - before;
    if (before >= 0 && gap > 1 && gap <= LONGEST_GAP) {
      const step = (theirs[i] - theirs[before]) / gap;
      for (let k = 1; k < gap; k++) filled[before + k] = theirs[before] + k * step;
    }
    before = i;
  }
}

/** Slope between the neighbour's reports of the two hours before the hour [unit a slot]; 0 where they span too little. */
function trend(): number {
  let first = TREND_FROM;
  while (first < HOUR && Number.isNaN(theirs[first])) first++;
  let last = HOUR;
  while (last > first && Number.isNaN(theirs[last])) last--;
  return last - first >= SHORTEST_TREND ? (theirs[last] - theirs[first]) / (last - first) : 0;
}

/** Least distance in a direction of a value from what the neighbour implies within an hour of index `at`, trend off. */
function least(value: number, at: number, end: number, usual: number, slope: number, direction: number): number {
  let smallest = Number.POSITIVE_INFINITY;
  const until = Math.min(end, at + LEVELS_AROUND);
  for (let i = at - LEVELS_AROUND; i <= until; i++) {
    const left = (value - usual - filled[i] + slope * (i - at)) * direction;
    if (left < smallest) smallest = left;
  }
  return smallest;
}

function correlationOf(): number {
  let count = 0;
  let meanA = 0;
  let meanB = 0;
  let aa = 0;
  let bb = 0;
  let ab = 0;
  for (let i = 0; i <= NOW; i++) {
    const a = own[i];
    const b = theirs[i];
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    count++;
    const da = a - meanA;
    const db = b - meanB;
    meanA += da / count;
    meanB += db / count;
    aa += da * (a - meanA);
    bb += db * (b - meanB);
    ab += da * (b - meanB);
  }
  const scale = Math.sqrt(aa * bb);
  return count >= 3 && scale > 0 ? Math.max(-1, Math.min(1, ab / scale)) : 0;
}

/**
 * Reads one neighbour, its isolated spikes left out, and finds how the station, read by `readOwn`, stands to it.
 *
 * @param last newest slot that is read, at most slot + LEVELS_AROUND
 * @param direction 1 upward, -1 downward
 * @param leastSigma smallest spread of a usual difference
 * @param withTrend false where what the station was expected to be followed no trend: the neighbour's is left in too
 * @returns false where it cannot be compared: no report within the hours around, or nothing that tells what is usual
 */
export function standing(
  windows: WindowView,
  neighbour: number,
  variable: number,
  slot: number,
  last: number,
  direction: number,
  reduction: Reduction,
  leastSigma: number,
  withTrend: boolean,
  into: Standing,
): boolean {
  const end = NOW + last - slot;
  theirs.fill(Number.NaN);
  windows.stretch(neighbour, variable, slot - LEVELS_BEFORE, end + 1, 1, theirs);
  takeSpikesOut(theirs, variable);
  for (let i = 0; i <= end; i++) theirs[i] = theirs[i] * reduction.factor + reduction.shift;
  fill(end);

  let learnt = 0;
  for (let i = 0; i < HOUR; i++) {
    const difference = own[i] - filled[i];
    if (!Number.isNaN(difference)) differences[learnt++] = difference;
  }
  if (learnt >= LEAST_DIFFERENCES) {
    into.usual = medianOfFirst(differences, learnt);
    for (let i = 0; i < learnt; i++) differences[i] = Math.abs(differences[i] - into.usual);
    into.sigma = Math.max(leastSigma, MAD_TO_SIGMA * medianOfFirst(differences, learnt));
    into.learnt = learnt;
  } else {
    if (reduction.unlearnt === null) return false;
    into.usual = 0;
    into.sigma = Math.max(leastSigma, reduction.unlearnt);
    into.learnt = 0;
  }

  const slope = withTrend ? trend() : 0;
  into.slope = slope;
  into.gap = least(own[NOW], NOW, end, into.usual, slope, direction);
  if (into.gap === Number.POSITIVE_INFINITY) return false;

  // Where it has no report there, the one before: what lies between would hold a part of the move already.
  let origin = HOUR;
  while (origin > NOW - LONGEST_INTERVAL && Number.isNaN(theirs[origin])) origin--;
  into.along = 0;
  into.against = 0;
  into.sum = 0;
  into.implied = Number.NaN;
  for (let i = HOUR; i <= end; i++) {
    if (Number.isNaN(filled[i])) continue;
    if (i <= NOW || Number.isNaN(into.implied)) into.implied = filled[i] + into.usual;
    const move = (filled[i] - theirs[origin] - slope * (i - origin)) * direction;
    if (move > into.along) into.along = move;
    if (-move > into.against) into.against = -move;
    if (theirs[i] > 0) into.sum += theirs[i];
  }
  into.correlation = correlationOf();
  return true;
}

/**
 * Whether a value of the hour before the candidate stood away, in a direction, from what the neighbour read last by
 * `standing` implies: by more than `distance`.
 */
export function stoodAway(it: Standing, last: number, slot: number, direction: number, distance: number): boolean {
  for (let i = HOUR; i < NOW; i++) {
    if (Number.isNaN(own[i])) continue;
    const left = least(own[i], i, NOW + last - slot, it.usual, it.slope, direction);
    if (left > distance && left !== Number.POSITIVE_INFINITY) return true;
  }
  return false;
}

export function newStanding(): Standing {
  return {
    usual: 0,
    sigma: 0,
    learnt: 0,
    slope: 0,
    gap: 0,
    along: 0,
    against: 0,
    implied: 0,
    correlation: 0,
    sum: 0,
  };
}
