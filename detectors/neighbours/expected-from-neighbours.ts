import { MAD_TO_SIGMA, medianOfFirst, weightedMedian } from '../windows/window-values.ts';
import type { WindowView } from '../windows/window-view.ts';
import type { Neighbour } from './spatial-question.ts';

/** Neighbours that are compared: the nearest that tell how the station usually stands to them. */
const COMPARED = 12;
/** Slots before the onset that tell the usual difference and its spread: three hours. */
const SPREAD_SLOTS = 18;
/** Differences that tell. */
const FEWEST = 4;
/** Distance at which a neighbour's weight has fallen to 1/e [km]. */
const REACH_KM = 25;

/** Sigmas of a departure where it is not known how a station stands to its neighbours, in least ones. */
const UNLEARNT = 3;
/** A neighbour's last report is at most so far back, as far as the station's own may be [slots]. */
const LATEST = 9;

/** A neighbour, and how the station usually stands to it, frozen at the onset of a fault. */
interface UsualDifference {
  readonly neighbour: Neighbour;
  readonly difference: number;
  readonly weight: number;
}

/** What the neighbours of a station imply of its value, from how it stood to them before a slot. */
export interface Expectation {
  /** Nearest first. */
  readonly differences: readonly UsualDifference[];
  /** Robust spread of the station's departure from what they imply, before the slot; unit of the variable. */
  readonly sigma: number;
  /** The same of its change from one report to the next. */
  readonly step: number;
}

/** Least sigma of a departure, and the least departure that matters, in floors of the variable. */
const SIGMA_IN_FLOORS = 0.175;
const MATTERS_IN_FLOORS = 0.45;

/** Sigma of a station's departure from its neighbours that is ordinary anywhere, unit of the variable. */
export function leastSigma(floor: number): number {
  return SIGMA_IN_FLOORS * floor;
}

/** A departure from the neighbours below this is none, unit of the variable. */
export function leastDeparture(floor: number): number {
  return MATTERS_IN_FLOORS * floor;
}

const own = new Float64Array(SPREAD_SLOTS);
const theirs = new Float64Array(SPREAD_SLOTS);
const gathered = new Float64Array(SPREAD_SLOTS);
const implied = new Float64Array(COMPARED);
const weights = new Float64Array(COMPARED);

/**
 * Freezes how a station usually stands to its neighbours: the median of their differences over three hours before a slot,
 * weighed by exp(-km / 25) / (spread^2 + floor^2), none of three or more by more than half of the others.
 *
 * @param variable index into VARIABLES
 * @param floor least sigma, unit of the variable
 * @returns null where no neighbour tells
 */
export function usualExpectation(
  windows: WindowView,
  station: number,
  variable: number,
  slot: number,
  neighbours: readonly Neighbour[],
  floor: number,
): Expectation | null {
  const differences: UsualDifference[] = [];
  windows.stretch(station, variable, slot - SPREAD_SLOTS, SPREAD_SLOTS, 1, own);
  for (const neighbour of neighbours) {
    if (differences.length === COMPARED) break;
    windows.stretch(neighbour.index, variable, slot - SPREAD_SLOTS, SPREAD_SLOTS, 1, theirs);
    for (let k = 0; k < SPREAD_SLOTS; k++) theirs[k] = own[k] - theirs[k];
    const difference = medianThere(theirs);
    if (Number.isNaN(difference)) continue;
    for (let k = 0; k < SPREAD_SLOTS; k++) theirs[k] = Math.abs(theirs[k] - difference);
    const spread = MAD_TO_SIGMA * medianThere(theirs);
    const weight = Math.exp(-neighbour.km / REACH_KM) / (spread ** 2 + floor ** 2);
    differences.push({ neighbour, difference, weight });
  }
  if (differences.length === 0) return unlearntExpectation(windows, variable, slot, neighbours, floor);
  const weighed = withoutRuler(differences);
  const expectation = { differences: weighed, sigma: floor, step: floor };
  for (let k = 0; k < SPREAD_SLOTS; k++) {
    const at = slot - SPREAD_SLOTS + k;
    theirs[k] = windows.value(station, variable, at) - expectedAt(windows, variable, at, expectation);
  }
  let before = Number.NaN;
  for (let k = 0; k < SPREAD_SLOTS; k++) {
    own[k] = Math.abs(theirs[k] - before);
    if (!Number.isNaN(theirs[k])) before = theirs[k];
    theirs[k] = Math.abs(theirs[k]);
  }
  return { differences: weighed, sigma: sigmaOf(theirs, floor), step: sigmaOf(own, floor) };
}

/**
 * None of three or more neighbours weighs more than half of what the others do together: what one alone says is not what the
 * neighbours say, however near or alike it is otherwise.
 */
export function withoutRuler<N extends { readonly weight: number }>(related: readonly N[]): readonly N[] {
  if (related.length <= 2) return related;
  const total = related.reduce((sum, { weight }) => sum + weight, 0);
  return related.map((one) => ({ ...one, weight: Math.min(one.weight, (total - one.weight) / 2) }));
}

/** What neighbours imply of a station of which too little came before to say how it stands to them: as much as they read. */
function unlearntExpectation(
  windows: WindowView,
  variable: number,
  slot: number,
  neighbours: readonly Neighbour[],
  floor: number,
): Expectation | null {
  const reporting = neighbours.filter(({ index }) => !Number.isNaN(lastValue(windows, index, variable, slot)));
  const differences = reporting.slice(0, COMPARED).map((neighbour) => ({
    neighbour,
    difference: 0,
    weight: Math.exp(-neighbour.km / REACH_KM),
  }));
  return differences.length === 0 ? null : { differences, sigma: UNLEARNT * floor, step: floor };
}

/** Robust sigma by the sizes of some departures; at least `floor`. */
function sigmaOf(sizes: Float64Array, floor: number): number {
  const sigma = MAD_TO_SIGMA * medianThere(sizes);
  return Number.isNaN(sigma) ? floor : Math.max(floor, sigma);
}

/** What the neighbours imply of the station's value at a slot: the weighted median of what each does; NaN where none reports. */
export function expectedAt(windows: WindowView, variable: number, slot: number, { differences }: Expectation): number {
  let count = 0;
  for (const { neighbour, difference, weight } of differences) {
    const value = lastValue(windows, neighbour.index, variable, slot);
    if (Number.isNaN(value)) continue;
    implied[count] = value + difference;
    weights[count++] = weight;
  }
  return weightedMedian(implied, weights, count);
}

/** A neighbour's value at a slot, or its last before where it reports less often. */
function lastValue(windows: WindowView, station: number, variable: number, slot: number): number {
  for (let at = slot; at > slot - LATEST; at--) {
    const value = windows.value(station, variable, at);
    if (!Number.isNaN(value)) return value;
    if (windows.reported(station, at)) return Number.NaN;
  }
  return Number.NaN;
}

/** Median of the values that are there; NaN of fewer than four. */
function medianThere(values: Float64Array): number {
  let n = 0;
  for (let k = 0; k < values.length; k++) if (!Number.isNaN(values[k])) gathered[n++] = values[k];
  if (n < FEWEST) return Number.NaN;
  return medianOfFirst(gathered, n);
}
