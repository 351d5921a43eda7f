import type { DocumentedVariable } from '../../schemas/elements/element.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import {
  FLOOR_SHARES,
  possibleValue,
  VARIABLE_INDEX,
  VARIABLE_SPECIFICATIONS,
  VARIABLES,
  type Variable,
} from '../../schemas/variables.ts';
import { rounded } from '../evidence/evidence-numbers.ts';
import { NEAREST, usualDeparture, usualEvidence } from '../evidence/usual-departure.ts';
import type { Neighbour, SpatialQuestion } from '../neighbours/spatial-question.ts';
import type { SpatialAnswer } from '../spatial/spatial-method.ts';
import { resolutionOf } from '../windows/resolution.ts';
import {
  COMPARED,
  FEWEST_REPORTS,
  FEWEST_STEPS,
  fewestReports,
  isSaturated,
  LONGEST_GAP,
  SURPRISE,
  shareOfChanges,
  surpriseOf,
  weightAt,
} from '../windows/still-runs.ts';
import { medianOfFirst } from '../windows/window-values.ts';
import type { WindowView } from '../windows/window-view.ts';
import type { CheckSpecification } from './check-specification.ts';
import { FAR_FROM_SATURATED, judgeSaturated } from './saturated.ts';
import { STANDING_SLOTS, STANDING_WIND } from './standing-anemometer.ts';
import { stuckReason } from './stuck-words.ts';

/** A value unchanged for so many slots, an hour, is a candidate. */
export const FLAT_RUN_SLOTS = 6;
/** How far back is looked [slots]; what has lasted longer counts as this long. */
export const FLAT_LOOK_BACK_SLOTS = 18;
/** One neighbour alone must have moved so many times as far; of two both must have moved, as one of them may be wrong itself. */
const CAUTION = 2;
const TWO = 2;

/**
 * Least range of the neighbours over the run that an unbroken instrument would have shown something of, unit of the
 * variable; null: never judged. A dry spell is no fault, so rain is left out. Wind differs most between sites.
 */
const DOCUMENTED_RANGES: Readonly<Record<DocumentedVariable, number | null>> = {
  temp_out: 1.5,
  out_hum: 10,
  wind_speed: 15,
  bar: 0.6,
  rain: null,
};
/** The same by index into VARIABLES: of an element as of the variable it behaves like, in proportion to the floors. */
const LEAST_RANGES: readonly (number | null)[] = VARIABLES.map((variable, v) => {
  const { behavesAs, relation } = VARIABLE_SPECIFICATIONS[variable];
  const range = relation === 'none' ? null : DOCUMENTED_RANGES[behavesAs];
  return range === null ? null : range * FLOOR_SHARES[v];
});

/**
 * What the check says of itself. It never names rain or dry air, nor a station whose neighbours hardly moved, came
 * back or did not report. What an hour more tells takes a verdict back, or raises one where none was. Wind of 0 has a rule of
 * its own (`standing-anemometer.ts`).
 */
export const flatLineSpecification: CheckSpecification = {
  name: 'flat_line',
  version: 10,
  summary:
    "Flags a stuck sensor: a value without change for an hour while the neighbours changed. It never flags rain, or humidity up to 3 %. It flags nothing without reporting neighbours, or while the weather is steady. The health check detects such sensors over days. Three conditions apply: (1) The neighbours have changed by their least range (table below), up to the last equal report that is known, an hour later at most: in the median, of two both, one alone by twice as much. Half of it is enough for ten or more equal reports. The run must then be very unlikely for this sensor, and still last an hour later. (2) Between the first equal report and the last, the neighbours have shifted by half of that range. With fewer than ten equal reports they have shifted by all of it. (3) With fewer than ten equal reports, the value is also two typical spreads off its typical difference from the neighbours. This needs a known typical difference (hourly stations). A value that has not changed for six hours, in 18 reports or more, is flagged in steady weather too: where a sensor that changes as often as the neighbours did in these hours (their median) stands still with a chance below e^-20, and the weighted median of their ranges is 2.5 in the unit of the variable. The flag is withdrawn if the sensor continues with a typical step from the stuck value. Once it is known to change, the neighbours' changes in the hour before do not count, as a front may have reached them first. The flag takes precedence over all others on the value. Wind of 0 is flagged only after six hours, and then once an hour. Two neighbours or more must then imply 8 km/h or more in the mean (their weighted median; of two, the lesser). A neighbour implies its own wind, times the typical step of the station, divided by the neighbour's steps in these hours, at most twice its own wind. So a sheltered station, whose steps are small, is not flagged. The typical step must be known from the station's own days. Humidity from 97 % on is flagged after an hour, from two equal reports on, if the air of the neighbours would be at most 70 % humid at the station's temperature, and is at most so humid there (their weighted median; of two, the more humid).",
  parameters: [
    { name: 'run', unit: 'slots', meaning: 'shortest time without change', low: 1, high: 18, default: FLAT_RUN_SLOTS },
    { name: 'reports', unit: '1', meaning: 'fewest equal reports', low: 2, high: 18, default: FEWEST_REPORTS },
    { name: 'temp_out', unit: 'degC', meaning: 'least range of the neighbours', low: 0, high: 60, default: 1.5 },
    { name: 'out_hum', unit: '%', meaning: 'least range of the neighbours', low: 0, high: 100, default: 10 },
    { name: 'wind_speed', unit: 'km/h', meaning: 'least range of the neighbours', low: 0, high: 400, default: 15 },
    { name: 'bar', unit: 'hPa', meaning: 'least range of the neighbours', low: 0, high: 100, default: 0.6 },
    { name: 'standing', unit: 'slots', meaning: 'time of wind of 0', low: 1, high: 36, default: STANDING_SLOTS },
    {
      name: 'standing_wind',
      unit: 'km/h',
      meaning: 'mean wind that the neighbours imply meanwhile',
      low: 0,
      high: 400,
      default: STANDING_WIND,
    },
    {
      name: 'far_from_saturated',
      unit: '%',
      meaning: 'humidity that the neighbours indicate while 97 % or more is a fault',
      low: 0,
      high: 97,
      default: FAR_FROM_SATURATED,
    },
  ],
  source: 'IOOS QARTOD, flat line test. The changes of the neighbours replace its fixed durations.',
};

/** A coarse sensor may stand still while so many of its steps go by at the neighbours, this share of them left out. */
const STEPS_ROUNDED_AWAY = 2.5;
const LOWER_SHARE = 0.3;
const HALF = 0.5;
/** The typical steps over a run add up to at least so many of the steps it rounds to. */
const USUAL_STEPS = 2;
/** The values that tell to what a sensor rounds and how often it changes: so many slots before, the earliest looked at. */
export const RESOLUTION_SLOTS = 36;
/** Half of the least range is enough for a surprising run. */
const SURPRISING_SHARE = 0.5;
/** A step of so many of those it rounds to, or of one that is usual, goes on from where it stood. */
const STEPS_ON = 2;
/** So much of the least range lies between where the neighbours were and where they are: they did not only swing. */
const STAYED_SHARE = 0.5;
/**
 * With fewer reports after the first of a run a sound sensor stands still every now and then: the whole least range must then
 * lie between, and the value so many typical spreads off its usual difference from its neighbours.
 */
const FEW_REPORTS = 9;
const USUAL_SPREADS = 2;
/** So long before a value moves its neighbours may have met the weather that moves it [slots]. */
const ON_ITS_WAY_SLOTS = 6;
/** Values are held in 32 bits: what differs by less is the same. */
const SAME = 1e-3;

/** Written again by every question: most candidates are no fault, and leave nothing behind. */
const series = new Float64Array(FLAT_LOOK_BACK_SLOTS + FLAT_RUN_SLOTS + 1);
const before = new Float64Array(RESOLUTION_SLOTS);
const ranges = new Float64Array(COMPARED);
const changes = new Float64Array(COMPARED);
/** The same up to the value that is judged. */
const changesHere = new Float64Array(COMPARED);
const weights = new Float64Array(COMPARED);
const inOrder = new Uint8Array(COMPARED);
const who = new Uint16Array(COMPARED);
const indices = new Int32Array(COMPARED);
const away = new Float64Array(NEAREST);

/** What has to be shown before a value that has not changed counts as stuck. */
export interface FlatLineLimits {
  /** Range of the neighbours over the run, in the median, near ones counting more, or of two both; unit of the variable. */
  readonly range: number;
  /** Range over the run that all but three tenths of the neighbours, by weight, must have reached, in steps of the sensor. */
  readonly steps: number;
  /** What the station's typical step, times the reports of the run after its first, must add up to, in steps of the sensor. */
  readonly ownSteps: number;
}

/**
 * The limits of the check for a variable; steps are those to which the sensor rounds (`ownResolution`).
 *
 * @param compared neighbours that are compared: one alone must show more
 * @returns null for a variable that is never judged
 */
export function flatLineLimits(variable: Variable, compared: number): FlatLineLimits | null {
  const least = LEAST_RANGES[VARIABLE_INDEX[variable]];
  if (least === null) return null;
  const caution = compared < TWO ? CAUTION : 1;
  return { range: least * caution, steps: STEPS_ROUNDED_AWAY * caution, ownSteps: USUAL_STEPS };
}

/** Step to which a station's own values of a variable before a slot are rounded, its unit; 0 where they do not tell. */
export function ownResolution(windows: WindowView, station: number, variable: Variable, slot: number): number {
  windows.stretch(station, VARIABLE_INDEX[variable], slot - RESOLUTION_SLOTS, RESOLUTION_SLOTS, 1, before);
  return resolutionOf(before);
}

/**
 * For how long a station's value has been the same, up to and with this slot, at the station's own cadence: missing
 * slots do not break a run, a silence of more than 90 minutes does.
 *
 * @param value of the report that is asked about: the slot's, where none is given
 * @returns slots from the oldest equal report to this slot, 0 to FLAT_LOOK_BACK_SLOTS; 0 where there are fewer than four
 *   equal reports (of saturated air two), nothing at this slot, or a value that is constant by nature
 */
export function flatRun(
  windows: WindowView,
  station: number,
  variable: Variable,
  slot: number,
  value = windows.value(station, VARIABLE_INDEX[variable], slot),
): number {
  const v = VARIABLE_INDEX[variable];
  const fewest = fewestReports(variable, value);
  if (fewest === Number.POSITIVE_INFINITY) return 0;
  // Most runs end before there are reports enough.
  for (let back = 1; back < fewest; back++) {
    const earlier = windows.value(station, v, slot - back);
    if (!Number.isNaN(earlier) && earlier !== value) return 0;
  }
  windows.stretch(station, v, slot - FLAT_LOOK_BACK_SLOTS, FLAT_LOOK_BACK_SLOTS, 1, series);
  let oldest = FLAT_LOOK_BACK_SLOTS;
  let reports = 1;
  for (let k = FLAT_LOOK_BACK_SLOTS - 1; k >= 0 && oldest - k <= LONGEST_GAP; k--) {
    const earlier = series[k];
    if (Number.isNaN(earlier)) continue;
    if (earlier !== value) break;
    oldest = k;
    reports++;
  }
  return reports < fewest ? 0 : FLAT_LOOK_BACK_SLOTS - oldest;
}

/** Puts the compared in the order of their ranges, and weighs near ones more: exp(-km / 30). */
function orderByRange(count: number, neighbours: readonly Neighbour[]): void {
  for (let k = 0; k < count; k++) {
    weights[k] = weightAt(neighbours[who[k]].km);
    let place = k;
    for (; place > 0 && ranges[inOrder[place - 1]] > ranges[k]; place--) inOrder[place] = inOrder[place - 1];
    inOrder[place] = k;
  }
}

/** How far the compared moved once they are in order: in the median, of two the one that moved less. */
function rangeOf(count: number): number {
  return count === TWO ? ranges[inOrder[0]] : rangeAt(HALF, count);
}

/** By how much the compared went elsewhere, in the median: of two neither counts for farther than the other moved. */
function medianOf(shifted: Float64Array, count: number): number {
  const most = count === TWO ? ranges[inOrder[0]] : Number.POSITIVE_INFINITY;
  for (let k = 0; k < count; k++) shifted[k] = Math.max(-most, Math.min(most, shifted[k]));
  return medianOfFirst(shifted, count);
}

/** The range below which a share of the compared lies, by weight, once they are in order. */
function rangeAt(share: number, count: number): number {
  let all = 0;
  for (let k = 0; k < count; k++) all += weights[inOrder[k]];
  let below = 0;
  for (let k = 0; k < count; k++) {
    below += weights[inOrder[k]];
    if (below >= share * all) return ranges[inOrder[k]];
  }
  return 0;
}

/** Step to which the station rounds, or where its own values do not tell the nearest neighbour that does; 0 for none. */
function roundsTo({ station, variable, slot, neighbours, windows }: SpatialQuestion, compared: number): number {
  let resolution = 0;
  for (let k = -1; k < compared && resolution === 0; k++) {
    resolution = ownResolution(windows, k < 0 ? station : neighbours[who[k]].index, variable, slot);
  }
  return resolution;
}

/** How surprising so many equal reports are, up to the slot of a question. @param compared neighbours, of `indices` */
function surprise(question: SpatialQuestion, run: number, reports: number, compared: number): number {
  const { station, variable, slot, windows } = question;
  const v = VARIABLE_INDEX[variable];
  const first = slot - run;
  const past = { first: slot - RESOLUTION_SLOTS, last: first };
  const usual = shareOfChanges(windows, station, v, past, FEWEST_STEPS) || 0;
  return surpriseOf(windows, v, { first, last: slot, reports }, usual, indices.subarray(0, compared));
}

/** Slot of the first other value, as far as is known; null where it still stands. */
function movesAt({ station, variable, slot, actual, windows, known }: SpatialQuestion): number | null {
  const v = VARIABLE_INDEX[variable];
  for (let t = slot + 1; t <= known; t++) if (Math.abs(windows.value(station, v, t) - actual) > SAME) return t;
  return null;
}

/** For how long it is known to stand still after a question, up to an hour [slots]. */
function standsOn({ station, variable, slot, windows, known }: SpatialQuestion): number {
  const v = VARIABLE_INDEX[variable];
  let last = slot;
  for (let t = slot + 1; t <= Math.min(known, slot + FLAT_RUN_SLOTS); t++)
    if (!Number.isNaN(windows.value(station, v, t))) last = t;
  return last - slot;
}

/** A stuck value: the verdict on it, for how many slots it has not changed, and what the neighbours imply instead. */
export interface FlatLine extends SpatialAnswer {
  readonly run: number;
  readonly expected: number;
}

/**
 * Judges a value that has not changed by what the neighbours did since the run began: their median range, of two the smaller
 * one, over those that reported over at least half of it, against the least range of the variable. Where the value is known to
 * move within the hindsight, what they did in the hour before that tells nothing; where it is known to stand on, what they did up
 * to its last equal report counts.
 *
 * `correlation` is the share of the neighbours that hardly moved either. Expected is the frozen value with the median
 * change of the neighbours since the run began, as far back as is looked; of two neither counts for farther than the other
 * moved.
 *
 * @returns the device failure, or null where it is no anomaly: the neighbours hardly moved, came back or none reported, it goes on,
 *   or of few equal reports stands to the neighbours as it usually does
 */
export function judgeFlatLine(question: SpatialQuestion): FlatLine | null {
  const { station, variable, slot, actual, neighbours, windows, known } = question;
  const v = VARIABLE_INDEX[variable];
  const run = flatRun(windows, station, variable, slot);
  if (run < FLAT_RUN_SLOTS) return null;
  if (isSaturated(variable, actual)) return judgeSaturated(question, run);

  const moves = movesAt(question);
  const told = moves === null ? run + standsOn(question) : Math.min(run, run + moves - slot - ON_ITS_WAY_SLOTS);
  let compared = 0;
  let widest = 0;
  for (let n = 0; n < neighbours.length && compared < COMPARED; n++) {
    const { index } = neighbours[n];
    if (windows.newest(index) <= slot - run) continue;
    windows.stretch(index, v, slot - run, told + 1, 1, series);
    let first = Number.NaN;
    let since = run;
    let last = Number.NaN;
    let until = run;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    let here = Number.NaN;
    for (let k = 0; k <= told; k++) {
      const value = series[k];
      if (Number.isNaN(value)) continue;
      if (k <= run) here = value;
      if (Number.isNaN(first)) {
        first = value;
        since = k;
      }
      last = value;
      until = k;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if ((until - since) * 2 < run) continue;
    who[compared] = n;
    indices[compared] = index;
    ranges[compared] = rounded(high - low);
    if (ranges[compared] > widest) widest = ranges[compared];
    changes[compared] = last - first;
    changesHere[compared] = here - first;
    compared++;
  }
  const limits = compared === 0 ? null : flatLineLimits(variable, compared);
  if (limits === null) return null;

  const { range: limit, steps, ownSteps } = limits;
  const least = known < slot + FLAT_RUN_SLOTS ? limit : SURPRISING_SHARE * limit;
  // Most candidates are of calm nights, when no neighbour moves so far.
  if (widest < least) return null;
  orderByRange(compared, neighbours);
  const range = rangeOf(compared);
  if (range < least) return null;
  let reports = 0;
  for (let t = slot; t > slot - run; t--) if (!Number.isNaN(windows.value(station, v, t))) reports++;
  const few = reports < FEW_REPORTS;
  if (range < limit && (few || surprise(question, run, reports + 1, compared) < SURPRISE)) return null;
  const change = medianOf(changes, compared);
  if (Math.abs(change) < (few ? limit : STAYED_SHARE * (range < limit ? least : limit))) return null;
  const resolution = roundsTo(question, compared);
  // It goes on by an ordinary step: nothing was stuck.
  const ordinary = Math.max(STEPS_ON * resolution, question.spreads[v]) + SAME;
  if (moves !== null && Math.abs(windows.value(station, v, moves) - actual) <= ordinary) return null;
  // A sensor that hardly ever moves in such a time says nothing by standing still, however much the neighbours move.
  if (reports * question.spreads[v] < ownSteps * resolution) return null;
  // What a sensor rounds away is no fault: where it rounds coarsely, most neighbours must have moved by several such steps.
  if (rangeAt(LOWER_SHARE, compared) < steps * resolution) return null;
  const usual = usualDeparture(question, { index: indices, count: compared }, away);
  if (few && usual !== null && Math.abs(usual.departure) < USUAL_SPREADS * usual.spread) return null;
  const changeHere = medianOf(changesHere, compared);
  const rows = Array.from(who.subarray(0, compared), (n, k) => {
    const { id, km } = neighbours[n];
    return { id, km, range: ranges[k] };
  });
  return {
    classification: 'device_failure',
    correlation: rounded(rows.filter((row) => row.range < limit).length / rows.length),
    neighbors: rows.map((row) => row.id),
    reason: stuckReason({
      ...{ variable, value: actual, lasted: Math.max(run, told) * SLOT_MS, atLeast: run === FLAT_LOOK_BACK_SLOTS },
      ...{ within: neighbours.length, compared, nearestKm: rows[0].km, range },
    }),
    evidence: {
      slots: run,
      range: rounded(range),
      limit,
      change: rounded(changeHere),
      ...usualEvidence(usual),
      neighbours: rows,
    },
    run,
    expected: rounded(possibleValue(variable, actual + changeHere)),
  };
}
