import { VARIABLE_SPECIFICATIONS, type Variable } from '../../schemas/variables.ts';
import { medianOfFirst } from './window-values.ts';
import type { WindowView } from './window-view.ts';

/** Relative humidity at or beyond which a constant reading is what dry or saturated air gives [%]. */
const DRY = 3;
const SATURATED = 97;
/** Equal reports that make a run, so that two equal hourly ones do not. */
export const FEWEST_REPORTS = 4;
/** The same of saturated air: how humid it is at the neighbours tells more than how often it reads the same. */
const FEWEST_SATURATED = 2;
/** Reports farther apart than this break a run [slots]. */
export const LONGEST_GAP = 9;
/** Steps before a run that tell how often a sensor changes. */
export const FEWEST_STEPS = 6;
/** A run that has a chance below e to the power of minus this is no sound sensor's. */
export const SURPRISE = 10;
/** Neighbours that are compared, at most and at least: one alone may be the one that is wrong. */
export const COMPARED = 12;
export const FEWEST_COMPARED = 2;
/** Distance at which a neighbour's weight has fallen to 1/e [km]. */
const REACH_KM = 30;
/** The most that a sensor may be said to change. */
const MOST_CHANGES = 0.97;

let series = new Float64Array(64);
const shares = new Float64Array(COMPARED);

/** The first and the last of some slots. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** A run of equal reports, the first of them and the last, and how many there are. */
export interface StillRun extends Stretch {
  readonly reports: number;
}

/** True where a constant reading of this value can be a fault at all: a dry spell, calm wind and saturated air are none. */
export function canBeStuck(variable: Variable, value: number): boolean {
  const { behavesAs, relation, kind, low, high, restsAt } = VARIABLE_SPECIFICATIONS[variable];
  if (relation === 'none' || behavesAs === 'rain' || Number.isNaN(value)) return false;
  if (variable === 'out_hum') return value > DRY && value < SATURATED;
  if (kind === 'bounded' && (value <= low || value >= high)) return false;
  return !restsAt.includes(value);
}

/** Weight of a neighbour that is compared, at a distance [km]. */
export function weightAt(km: number): number {
  return Math.exp(-km / REACH_KM);
}

/** True for what a hygrometer reads in saturated air: whether the air is, the neighbours tell. */
export function isSaturated(variable: Variable, value: number): boolean {
  return variable === 'out_hum' && value >= SATURATED;
}

/** Equal reports that a value needs for a run that may be a fault; Infinity of one that is constant by nature. */
export function fewestReports(variable: Variable, value: number): number {
  if (isSaturated(variable, value)) return FEWEST_SATURATED;
  return canBeStuck(variable, value) ? FEWEST_REPORTS : Number.POSITIVE_INFINITY;
}

/**
 * The run of equal reports that ends with a station's last report up to a slot; null where it has none so near.
 *
 * A silence that ends a run for the check `flat_line` ends it here.
 */
export function runUpTo(windows: WindowView, station: number, variable: number, slot: number): StillRun | null {
  let first = Number.NaN;
  let last = Number.NaN;
  let reports = 0;
  let value = Number.NaN;
  for (let at = slot; (Number.isNaN(first) ? slot : first) - at <= LONGEST_GAP; at--) {
    const earlier = windows.value(station, variable, at);
    if (Number.isNaN(earlier)) continue;
    if (reports === 0) [last, value] = [at, earlier];
    else if (earlier !== value) break;
    first = at;
    reports++;
  }
  return reports === 0 ? null : { first, last, reports };
}

/**
 * How surprising a run is: minus the natural logarithm of the chance that a sensor stands still for so many reports which
 * changes as often as it did before, or as its neighbours do meanwhile where they do so less often.
 *
 * @param usual share of its steps between reports that changed its value before the run
 * @param neighbours stations that are compared, of which the first COMPARED are
 */
export function surpriseOf(
  windows: WindowView,
  variable: number,
  run: StillRun,
  usual: number,
  neighbours: ArrayLike<number>,
): number {
  const compared = Math.min(neighbours.length, COMPARED);
  for (let k = 0; k < compared; k++) shares[k] = shareOfChanges(windows, neighbours[k], variable, run, 1) || 0;
  const share = Math.min(usual, medianOfFirst(shares, compared), MOST_CHANGES);
  return -(run.reports - 1) * Math.log(1 - share);
}

/**
 * Share of a station's steps between reports that changed the value of a variable.
 *
 * @param fewest steps that tell; NaN where there are less
 */
export function shareOfChanges(
  windows: WindowView,
  station: number,
  variable: number,
  { first, last }: Stretch,
  fewest: number,
): number {
  const count = last - first + 1;
  if (series.length < count) series = new Float64Array(2 * count);
  windows.stretch(station, variable, first, count, 1, series);
  let steps = 0;
  let changed = 0;
  let previous = Number.NaN;
  for (let k = 0; k < count; k++) {
    const value = series[k];
    if (Number.isNaN(value)) continue;
    if (!Number.isNaN(previous)) {
      steps++;
      if (value !== previous) changed++;
    }
    previous = value;
  }
  return steps < fewest ? Number.NaN : changed / steps;
}
