import { SLOT_MS, SLOTS_PER_HOUR } from '../../schemas/time.ts';
import {
  BEHAVES_AS,
  FLOOR_SHARES,
  possibleValue,
  VARIABLE_INDEX,
  VARIABLE_SPECIFICATIONS,
  type Variable,
} from '../../schemas/variables.ts';
import { Q90_OF_NORMAL } from '../baselines/step-sketch.ts';
import { rounded } from '../evidence/evidence-numbers.ts';
import { NEAR_SLOTS } from '../evidence/usual-departure.ts';
import type { Neighbour, SpatialQuestion } from '../neighbours/spatial-question.ts';
import { COMPARED, FEWEST_COMPARED, FEWEST_REPORTS, LONGEST_GAP, weightAt } from '../windows/still-runs.ts';
import { sortAscending, weightedMedian } from '../windows/window-values.ts';
import type { WindowView } from '../windows/window-view.ts';
import type { FlatLine } from './flat-line.ts';
import { standingReason } from './stuck-words.ts';

/** An anemometer that has not turned for so many slots, six hours, is a candidate; no more are looked at. */
export const STANDING_SLOTS = 36;
/** The neighbours then imply at least so much wind in the mean [km/h], of gusts in proportion. */
export const STANDING_WIND = 8;
/** A station has at most so many times the wind of a neighbour, as far as their steps tell. */
const MOST_TIMES = 2;
/** A neighbour is compared where it reported at so much of the run. */
const THERE = 0.5;
/** The step that is larger than this share of them stands for all, as in a baseline. */
const SHARE = 0.9;

/** Written again by every question: most candidates are of calm nights, and leave nothing behind. */
const series = new Float64Array(STANDING_SLOTS + 1);
const theirs = new Float64Array(series.length);
const steps = new Float64Array(STANDING_SLOTS);
const implied = new Float64Array(COMPARED);
const weights = new Float64Array(COMPARED);

/** True for a value that an anemometer reads where it does not turn, in calm air as well. */
export function isAtRest(variable: Variable, value: number): boolean {
  const { relation, restsAt } = VARIABLE_SPECIFICATIONS[variable];
  const isWind = relation === 'ratio' && BEHAVES_AS[VARIABLE_INDEX[variable]] === VARIABLE_INDEX.wind_speed;
  return isWind && restsAt.includes(value);
}

/**
 * Whether an anemometer has not turned for STANDING_SLOTS up to and with a slot: missing slots between do not break a run, a
 * silence of more than 90 minutes does.
 *
 * @param value of the report that is asked about: the slot's, where none is given
 */
export function hasStood(
  windows: WindowView,
  station: number,
  variable: Variable,
  slot: number,
  value = windows.value(station, VARIABLE_INDEX[variable], slot),
): boolean {
  return isAtRest(variable, value) && isUnchanged(windows, station, variable, slot, value);
}

/** Whether every report of STANDING_SLOTS up to and with a slot reads a value, and none is missing for more than 90 minutes. */
export function isUnchanged(
  windows: WindowView,
  station: number,
  variable: Variable,
  slot: number,
  value: number,
): boolean {
  // Most of those that have not stood did turn then, or have not reported: it spares reading all between.
  if (windows.value(station, VARIABLE_INDEX[variable], slot - STANDING_SLOTS) !== value) return false;
  windows.stretch(station, VARIABLE_INDEX[variable], slot - STANDING_SLOTS, STANDING_SLOTS, 1, series);
  let oldest = STANDING_SLOTS;
  for (let k = STANDING_SLOTS - 1; k >= 0 && oldest - k <= LONGEST_GAP; k--) {
    if (Number.isNaN(series[k])) continue;
    if (series[k] !== value) return false;
    oldest = k;
  }
  return oldest === 0;
}

/**
 * Whether a slot at which an anemometer has stood is the first such slot of its hour. One candidate an hour is enough, as hours
 * of wind tell of it: in a calm night each one asks many neighbours, and is held until it settles.
 *
 * @param slot at which `hasStood` is true
 */
export function isFirstOfHour(windows: WindowView, station: number, variable: Variable, slot: number): boolean {
  const v = VARIABLE_INDEX[variable];
  const hour = slot - (slot % SLOTS_PER_HOUR);
  // It stands since STANDING_SLOTS before the slot at least: only what lies before that says when it began.
  for (let earlier = slot - 1; earlier >= hour; earlier--) {
    const began = windows.value(station, v, earlier - STANDING_SLOTS);
    if (Number.isNaN(began)) continue;
    if (!isAtRest(variable, began)) return true;
    if (!Number.isNaN(windows.value(station, v, earlier))) return false;
  }
  return true;
}

/** What a neighbour read over a run, at the reports of the station. */
interface RunOfNeighbour {
  /** Mean [unit of the variable]. */
  readonly wind: number;
  /** Its typical step (one sigma) from one of them to the next. */
  readonly step: number;
}

/** Of a station whose run is in `series`; null where the neighbour did not report at enough of its reports, or repeated its own. */
function runOf({ variable, slot, windows }: SpatialQuestion, neighbour: Neighbour): RunOfNeighbour | null {
  windows.stretch(neighbour.index, VARIABLE_INDEX[variable], slot - STANDING_SLOTS, series.length, 1, theirs);
  let [own, count, sum] = [0, 0, 0];
  let before = Number.NaN;
  let moved = false;
  let last = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < series.length; k++) {
    if (!Number.isNaN(theirs[k])) last = k;
    if (Number.isNaN(series[k])) continue;
    own++;
    if (k - last >= NEAR_SLOTS) continue;
    const value = theirs[last];
    if (count > 0) steps[count - 1] = Math.abs(value - before);
    moved ||= count > 0 && value !== before;
    before = value;
    sum += value;
    count++;
  }
  if (count < FEWEST_REPORTS || count < THERE * own || (!moved && sum > 0)) return null;
  sortAscending(steps, count - 1);
  return { wind: sum / count, step: steps[Math.ceil(SHARE * (count - 1)) - 1] / Q90_OF_NORMAL };
}

/**
 * Judges an anemometer that has not turned for six hours by how much wind the neighbours imply meanwhile. Wind and its steps
 * from one report to the next grow together, so that a station has as much more or less wind than a neighbour as its typical
 * step is larger or smaller than the neighbour's now: a sheltered one, which often stands, has small steps. Of two neighbours
 * the lesser counts, of more the weighted median.
 *
 * `correlation` is the share of the neighbours that imply too little. Expected is what they imply.
 *
 * @returns the device failure, or null where it is no anomaly: it may be calm, it goes on by a typical step, or fewer than two
 *   neighbours tell
 */
export function judgeStandingAnemometer(question: SpatialQuestion): FlatLine | null {
  const { station, variable, slot, actual, neighbours, windows, spreads } = question;
  const v = VARIABLE_INDEX[variable];
  if (!hasStood(windows, station, variable, slot)) return null;
  windows.stretch(station, v, slot - STANDING_SLOTS, series.length, 1, series);
  const limit = STANDING_WIND * FLOOR_SHARES[v];
  const rows: { id: string; km: number; wind: number; implied: number }[] = [];
  for (const neighbour of neighbours) {
    if (rows.length === COMPARED) break;
    const theirs = runOf(question, neighbour);
    if (theirs === null) continue;
    const { id, km } = neighbour;
    const share = theirs.step > 0 ? Math.min(MOST_TIMES, spreads[v] / theirs.step) : 1;
    implied[rows.length] = share * theirs.wind;
    weights[rows.length] = weightAt(km);
    rows.push({ id, km, wind: rounded(theirs.wind), implied: rounded(share * theirs.wind) });
  }
  if (rows.length < FEWEST_COMPARED) return null;
  const [first, second] = implied;
  const wind =
    rows.length === FEWEST_COMPARED ? Math.min(first, second) : weightedMedian(implied, weights, rows.length);
  if (wind < limit || goesOn(question)) return null;
  return {
    classification: 'device_failure',
    correlation: rounded(rows.filter((row) => row.implied < limit).length / rows.length),
    neighbors: rows.map(({ id }) => id),
    reason: standingReason({ variable, value: actual, lasted: STANDING_SLOTS * SLOT_MS, compared: rows.length, wind }),
    evidence: { slots: STANDING_SLOTS, wind: rounded(wind), limit, neighbours: rows },
    run: STANDING_SLOTS,
    expected: rounded(possibleValue(variable, wind)),
  };
}

/** Whether it is known to turn again by a typical step: nothing held it then. */
function goesOn({ station, variable, slot, actual, windows, spreads, known }: SpatialQuestion): boolean {
  const v = VARIABLE_INDEX[variable];
  for (let at = slot + 1; at <= known; at++) {
    const next = windows.value(station, v, at);
    if (!Number.isNaN(next) && next !== actual) return Math.abs(next - actual) <= spreads[v];
  }
  return false;
}
