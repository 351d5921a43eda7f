import { VARIABLES } from '../../schemas/variables.ts';
import { canBeStuck } from '../windows/still-runs.ts';
import { MAD_TO_SIGMA, medianThere } from '../windows/window-values.ts';
import {
  COMPARED,
  type Expectation,
  type ExpectationQuestion,
  expectedAt,
  lastReported,
  SPREAD_SLOTS,
  type UsualDifference,
  weightOf,
  withoutRuler,
} from './expectation.ts';
import { expectationByDays } from './expected-by-days.ts';

/** Differences that tell. */
const FEWEST = 4;
/** Sigmas of a departure where it is not known how a station stands to its neighbours, in least ones. */
const UNLEARNT = 3;

/** Of neighbours that report more often no days are kept: if most of the nearest do, farther ones would speak for them. */
const MOST = 1 / 2;
/** Six hours: an hourly station has as many reports in them as tell, where the days before do not. */
const LONGER_SLOTS = 2 * SPREAD_SLOTS;

const own = new Float64Array(LONGER_SLOTS);
const theirs = new Float64Array(LONGER_SLOTS);

/**
 * Freezes how a station usually stands to its neighbours, as far as it is known: from its reports of the three hours before, as
 * its latest are worth most; where they are too few, as of an hourly station, from the days before; where no days of most
 * neighbours are kept, from six hours, if these tell.
 *
 * @returns null where no neighbour tells
 */
export function usualExpectation(question: ExpectationQuestion): Expectation | null {
  return (
    expectationByHours(question, 'hours') ??
    expectationByDays(question, MOST) ??
    expectationByHours(question, 'more_hours') ??
    expectationByDays(question, 0) ??
    unlearntExpectation(question)
  );
}

/**
 * The median of the differences over some hours before the onset, weighed by exp(-km / 25) / (spread^2 + sigma^2), none of three
 * or more by more than half of the others; null where there are fewer than four differences from any neighbour. Those that
 * stood still while the station moved may have been stuck, and do not tell beside others, as many at least, that moved.
 */
function expectationByHours(question: ExpectationQuestion, over: 'hours' | 'more_hours'): Expectation | null {
  const { windows, station, variable, onset, neighbours, sigma: least } = question;
  const slots = over === 'hours' ? SPREAD_SLOTS : LONGER_SLOTS;
  const from = onset - slots;
  own.fill(Number.NaN);
  theirs.fill(Number.NaN);
  const differences: UsualDifference[] = [];
  windows.stretch(station, variable, from, slots, 1, own);
  const moves = Number.isNaN(constant(own, slots));
  const still = new Set<UsualDifference>();
  for (const neighbour of neighbours) {
    if (differences.length === COMPARED) break;
    windows.stretch(neighbour.index, variable, from, slots, 1, theirs);
    const isStill = moves && canBeStuck(VARIABLES[variable], constant(theirs, slots));
    for (let k = 0; k < slots; k++) theirs[k] = own[k] - theirs[k];
    const difference = medianThere(theirs, FEWEST);
    if (Number.isNaN(difference)) continue;
    for (let k = 0; k < slots; k++) theirs[k] = Math.abs(theirs[k] - difference);
    const spread = MAD_TO_SIGMA * medianThere(theirs, FEWEST);
    const told = { neighbour, usual: [difference], weight: weightOf(neighbour.km, spread, least) };
    differences.push(told);
    if (isStill) still.add(told);
  }
  if (differences.length === 0) return null;
  const telling = 2 * still.size > differences.length ? differences : differences.filter((one) => !still.has(one));
  const weighed = withoutRuler(telling);
  const expectation: Expectation = { over, differences: weighed, passing: null, sigma: least, step: least };
  for (let k = 0; k < slots; k++) {
    const at = from + k;
    theirs[k] = windows.value(station, variable, at) - expectedAt(windows, variable, at, expectation);
  }
  let before = Number.NaN;
  for (let k = 0; k < slots; k++) {
    own[k] = Math.abs(theirs[k] - before);
    if (!Number.isNaN(theirs[k])) before = theirs[k];
    theirs[k] = Math.abs(theirs[k]);
  }
  return { ...expectation, sigma: sigmaOf(theirs, least), step: sigmaOf(own, least) };
}

/** The one value of the first of them, NaN where missing; NaN where they differ. */
function constant(values: Float64Array, count: number): number {
  let value = Number.NaN;
  for (let k = 0; k < count; k++) {
    if (Number.isNaN(values[k]) || values[k] === value) continue;
    if (!Number.isNaN(value)) return Number.NaN;
    value = values[k];
  }
  return value;
}

/** What neighbours imply of a station of which nothing says how it stands to them: as much as they read. */
function unlearntExpectation({ windows, variable, onset, neighbours, sigma }: ExpectationQuestion): Expectation | null {
  const reporting = neighbours.filter(({ index }) => !Number.isNaN(lastReported(windows, index, variable, onset)));
  const differences = reporting.slice(0, COMPARED).map((neighbour) => ({
    neighbour,
    usual: [0],
    weight: weightOf(neighbour.km, 0, 1),
  }));
  if (differences.length === 0) return null;
  return { over: 'nothing', differences, passing: null, sigma: UNLEARNT * sigma, step: sigma };
}

/** Robust sigma by the sizes of some departures; at least `least`. */
function sigmaOf(sizes: Float64Array, least: number): number {
  const sigma = MAD_TO_SIGMA * medianThere(sizes, FEWEST);
  return Number.isNaN(sigma) ? least : Math.max(least, sigma);
}
