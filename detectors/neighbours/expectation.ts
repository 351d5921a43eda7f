import { SLOTS_PER_HOUR } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { dayPartOf, type Levels } from '../baselines/usual-levels.ts';
import { canBeStuck, runUpTo } from '../windows/still-runs.ts';
import { medianOfFirst, weightedMedian } from '../windows/window-values.ts';
import type { WindowView } from '../windows/window-view.ts';
import type { Neighbour } from './spatial-question.ts';

/** Neighbours that are compared: the nearest that tell how the station usually stands to them. */
export const COMPARED = 12;
/** Slots before the onset that tell how it stands lately: three hours. */
export const SPREAD_SLOTS = 18;
/** Distance at which a neighbour's weight has fallen to 1/e [km]. */
const REACH_KM = 25;
/** A neighbour's last report is at most so far back: after more the weather has passed [slots]. */
const LATEST = 9;
/** A neighbour that has read the same in so many reports may be stuck. */
const STILL_REPORTS = 12;
/** So much of a departure is left of it after an hour, where it is known from the days before what is usual. */
const LEFT_AFTER_HOUR = 0.85;

/** Least sigma of a departure, and the least departure that matters, in floors of the variable. */
const SIGMA_IN_FLOORS = 0.175;
const MATTERS_IN_FLOORS = 0.45;
/** A departure beyond so many sigmas is wrong; what was usual for three hours changes in a day: its square doubles in so many hours. */
const SIGMAS = 2;
const SIGMA_GROWS_HOURS = 0.7;
/** Where reports are an hour apart, weather is in what is left of a jump: so many times what is ordinary. */
const BACK_IN_BOUNDS = 3;

/** Whose sensor is to be held against its neighbours from when on. */
export interface ExpectationQuestion {
  readonly windows: WindowView;
  /** Where hourly stations stood on the days before. */
  readonly levels: Levels;
  readonly station: number;
  /** Index into VARIABLES. */
  readonly variable: number;
  /** Slot of the report that is asked about. */
  readonly slot: number;
  /** First slot at which the sensor may be wrong: what is usual is learnt before it. */
  readonly onset: number;
  /** Nearest first. */
  readonly neighbours: readonly Neighbour[];
  /** Least sigma, unit of the variable. */
  readonly sigma: number;
}

/** A neighbour, and how the station usually stands to it, frozen at the onset of a fault. */
export interface UsualDifference {
  readonly neighbour: Neighbour;
  /** Station less neighbour, unit of the variable: by part of the day (`dayPartOf`), or one for all of them. */
  readonly usual: readonly number[];
  readonly weight: number;
}

/** What the neighbours of a station imply of its value, from how it stood to them before a slot. */
export interface Expectation {
  /** Over what it was learnt how it stands to them: the three hours before, six of them, the days before, or not at all. */
  readonly over: 'hours' | 'more_hours' | 'days' | 'nothing';
  /** Nearest first. */
  readonly differences: readonly UsualDifference[];
  /** By how much it departed from what is usual at a slot, unit of the variable, which passes in hours; null where nothing passes. */
  readonly passing: { readonly departure: number; readonly slot: number } | null;
  /** Robust spread of the station's departure from what they imply, before the slot; unit of the variable. */
  readonly sigma: number;
  /** The same of its change from one report to the next. */
  readonly step: number;
}

/** Sigma of a station's departure from its neighbours that is ordinary anywhere, unit of the variable. */
export function leastSigma(floor: number): number {
  return SIGMA_IN_FLOORS * floor;
}

/** A departure from the neighbours below this is none, unit of the variable. */
export function leastDeparture(floor: number): number {
  return MATTERS_IN_FLOORS * floor;
}

/** Weight of a neighbour by its distance [km], and the spread and least sigma of the difference from it [unit of the variable]. */
export function weightOf(km: number, spread: number, least: number): number {
  return Math.exp(-km / REACH_KM) / (spread ** 2 + least ** 2);
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

const implied = new Float64Array(COMPARED);
const weights = new Float64Array(COMPARED);

/**
 * What the neighbours imply of the station's value at a slot: the weighted median of what each does; NaN where none reports.
 * Those that stand still may be stuck, and are no witnesses beside others, as many at least, that move.
 */
export function expectedAt(windows: WindowView, variable: number, slot: number, expectation: Expectation): number {
  let moving = 0;
  let count = 0;
  for (const { neighbour, usual, weight } of expectation.differences) {
    const value = lastReported(windows, neighbour.index, variable, slot);
    if (Number.isNaN(value)) continue;
    let place = count++;
    if (!standsStill(windows, neighbour.index, variable, slot, value)) {
      // Those that move come first.
      implied[place] = implied[moving];
      weights[place] = weights[moving];
      place = moving++;
    }
    implied[place] = value + usualAt(usual, slot);
    weights[place] = weight;
  }
  return weightedMedian(implied, weights, 2 * moving < count ? count : moving) + passingAt(expectation, slot);
}

/** How the station usually stands to a neighbour at a slot, unit of the variable. */
function usualAt(usual: readonly number[], slot: number): number {
  return usual.length === 1 ? usual[0] : usual[dayPartOf(slot)];
}

/** How far the neighbours usually stand from each other at a slot, unit of the variable: the median from their middle. */
export function usuallyApart({ differences }: Expectation, slot: number): number {
  const usual = Float64Array.from(differences, (one) => usualAt(one.usual, slot));
  const middle = medianOfFirst(usual, usual.length);
  return medianOfFirst(
    usual.map((one) => Math.abs(one - middle)),
    usual.length,
  );
}

/** Whether a station has read a value in so many reports up to a slot that it may be stuck. */
function standsStill(windows: WindowView, station: number, variable: number, slot: number, value: number): boolean {
  // Nearly always the report before it read another value.
  const before = windows.value(station, variable, slot - 1);
  if ((!Number.isNaN(before) && before !== value) || !canBeStuck(VARIABLES[variable], value)) return false;
  const run = runUpTo(windows, station, variable, slot);
  return run !== null && run.reports >= STILL_REPORTS;
}

/** What is left at a slot of a departure that passes, unit of the variable. */
function passingAt({ passing }: Expectation, slot: number): number {
  if (passing === null) return 0;
  return passing.departure * LEFT_AFTER_HOUR ** (Math.abs(slot - passing.slot) / SLOTS_PER_HOUR);
}

/**
 * What departures are ordinary some hours after the slot before which an expectation was learnt, unit of the variable.
 *
 * What was learnt over hours is true for less and less. What was learnt over days stays true, and what passes of it is an
 * autoregression of the first order: the square of its sigma after h hours is sigma^2 (1 - 0.85^2h) (Box and Jenkins, Time Series
 * Analysis, 1970, ch. 5), of which an hour more is allowed.
 *
 * @param floor documented floor of the variable
 * @returns `near`: a departure up to it is one of a sensor that agrees; `back`: so much may be left where it jumped back
 */
export function ordinaryAfter(
  { over, passing, sigma }: Expectation,
  hours: number,
  floor: number,
): { readonly near: number; readonly back: number } {
  const least = leastDeparture(floor);
  if (over === 'days') {
    const passed = passing === null ? 1 : 1 - LEFT_AFTER_HOUR ** (2 * (hours + 1));
    const near = Math.max(least, SIGMAS * sigma * Math.sqrt(passed));
    return { near, back: BACK_IN_BOUNDS * near };
  }
  const ordinary = Math.max(SIGMAS * sigma, least);
  return { near: ordinary * Math.sqrt(1 + hours / SIGMA_GROWS_HOURS), back: ordinary * (1 + hours) };
}

/** The same expectation where a station stands so much higher at a slot, unit of the variable. */
export function shifted(expectation: Expectation, by: number, slot: number): Expectation {
  if (expectation.over === 'days') {
    return { ...expectation, passing: { departure: passingAt(expectation, slot) + by, slot } };
  }
  const differences = expectation.differences.map((one) => ({ ...one, usual: one.usual.map((usual) => usual + by) }));
  return { ...expectation, differences };
}

/** The same as if every station read what its neighbours do. */
export function withoutUsual(expectation: Expectation): Expectation {
  return {
    ...expectation,
    passing: null,
    differences: expectation.differences.map((one) => ({ ...one, usual: [0] })),
  };
}

/** What a neighbour's report of a slot says, or its last before where it reports less often; NaN where that says nothing. */
export function lastReported(windows: WindowView, station: number, variable: number, slot: number): number {
  for (let at = slot; at > slot - LATEST; at--) {
    const value = windows.value(station, variable, at);
    if (!Number.isNaN(value)) return value;
    if (windows.reported(station, at)) return Number.NaN;
  }
  return Number.NaN;
}
