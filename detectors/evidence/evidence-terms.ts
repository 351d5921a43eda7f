import { BEHAVES_AS, VARIABLE_INDEX, VARIABLES, WEATHER_VARIABLES } from '../../schemas/variables.ts';
import { COMPARED } from '../neighbours/asked-neighbours.ts';
import { isOutflow, isShower, UNDER_ONE_CELL } from '../neighbours/local-weather.ts';
import { largestMove } from '../neighbours/neighbour-moves.ts';
import { changeTo, type OwnCourse, reportBefore } from '../neighbours/own-course.ts';
import type { SpatialQuestion } from '../neighbours/spatial-question.ts';
import { changesIn, REPORTED_BIT, unsettledIn, WET_BIT } from '../neighbours/unsettled-neighbour.ts';
import { isHourly, SELDOM_FROM } from '../windows/hourly.ts';
import type { Circumstances } from './evidence-class.ts';
import { NEAREST, type UsualDeparture, usualDeparture } from './usual-departure.ts';

/** Terms that hold whatever the neighbours are asked, in the order in which a forest counts them. */
export const COMMON_TERMS = [
  ...(['unexplained', 'size', 'size_floor', 'from_middle', 'echo', 'jump', 'after'] as const),
  ...(['unsettled', 'unsettled_others', 'wet', 'companions', 'alike', 'stray'] as const),
  ...(['explained_by', 'together', 'outflow', 'shower'] as const),
] as const;
export type CommonTerm = (typeof COMMON_TERMS)[number];

/** A change from one report to the next of so many typical steps is unsettled weather. */
const UNSETTLED_STEPS = 4;
/** A change of another variable by so much of its floor goes with the candidate. */
const COMPANION_SHARE = 0.5;
/** Share of that change a neighbour must have made as well. */
const FOLLOWING_SHARE = 0.4;
/** The bits of the five variables in what is unsettled. */
const ALL_VARIABLES = (1 << WEATHER_VARIABLES) - 1;
const LARGEST_SIZE = 100;
const { rain: RAIN } = VARIABLE_INDEX;

/** The neighbours that are compared, nearest first. */
export interface Compared {
  count: number;
  readonly index: Int32Array;
  readonly kilometres: Float64Array;
  readonly weights: Float64Array;
  /** 1 for those that explain the deviation, 0 for the others. */
  readonly explain: Uint8Array;
}

/** The common terms, and what happened around in counts of neighbours, for the words. */
export interface CommonEvidence extends Circumstances {
  readonly terms: Record<CommonTerm, number>;
  /** Weight of the neighbours that explain the deviation, 0 to 1. */
  explained: number;
  unsettled: number;
  wet: number;
  /** Whether the report before it is longer ago than those of an hourly station are. */
  seldom: boolean;
  /** Null where it is not known what is usual between the stations. */
  usual: UsualDeparture | null;
  /** How far it is from where it usually stands to each of the nearest, of hourly stations alone [unit of the variable]. */
  readonly away: Float64Array;
}

/** What a station's own values say of the weather in its place. */
export type LocalWeather = 'shower' | 'outflow';

/** What weather the station's own values suggest; an outflow until the neighbours could have followed (`outflowLeft`). */
export function localWeatherOf(evidence: CommonEvidence): LocalWeather | null {
  if (evidence.terms.shower > 0) return 'shower';
  return evidence.terms.outflow > 0 && outflowLeft(evidence) > 0 ? 'outflow' : null;
}

/** Where so large a share of the neighbours of an hourly station is unsettled or wet, a front that it shows is believed in full. */
const ON_ITS_WAY = 0.25;

/**
 * How much an outflow still tells, 0 to 1: neighbours have an hour to follow what begins at one station. Those that report
 * hourly lie too far apart to be reached within one report, but where a front is on its way they are unsettled.
 */
export function outflowLeft(evidence: CommonEvidence): number {
  const { hourly, hindsight, unsettled, wet, compared } = evidence;
  if (!hourly) return 1 - hindsight;
  const around = Math.max(unsettled, wet);
  const full = ON_ITS_WAY * compared;
  return around >= full ? 1 : around / full;
}

/** Room for what is common, with the terms of a method in which it is written. */
export function newCommonEvidence(terms: Record<CommonTerm, number>): CommonEvidence {
  const around = { compared: 0, lively: false, hourly: false, seldom: false, hindsight: 0, explained: 0 };
  return { ...around, terms, unsettled: 0, wet: 0, usual: null, away: new Float64Array(NEAREST) };
}

/** The common terms before a question. */
export const NO_TERMS = Object.fromEntries(COMMON_TERMS.map((term) => [term, 0])) as Readonly<
  Record<CommonTerm, number>
>;

/** Room for the neighbours that a question compares. */
export function newCompared(): Compared {
  return {
    count: 0,
    index: new Int32Array(COMPARED),
    kilometres: new Float64Array(COMPARED),
    weights: new Float64Array(COMPARED),
    explain: new Uint8Array(COMPARED),
  };
}

/** From this weight of neighbours on that explain a deviation less and less of it is left unexplained. */
const PARTLY_EXPLAINED = 0.3;

/**
 * How far a deviation stays unexplained: in full up to PARTLY_EXPLAINED, not at all where all neighbours explain it.
 *
 * @param explained weight of the neighbours that do, 0 to 1
 */
export function unexplainedOf(explained: number): number {
  return Math.min(1, (1 - explained) / (1 - PARTLY_EXPLAINED));
}

/** In how many other variables each neighbour compared made a change with the station; written anew by every question. */
const shared = new Uint8Array(COMPARED);
/** How each of the five variables of the station changed up to the slot; written anew by every question. */
const changes = new Float64Array(WEATHER_VARIABLES);
/** From which step on each variable is unsettled; written anew by every question. */
const limits = new Float64Array(VARIABLES.length);

/**
 * Sets the terms of company, and what goes on in one place alone. Where the station reports no other variable, its company is not known.
 *   companions  largest share, by weight, of the neighbours that made a change with the station in another variable too
 *   alike       most other variables in which one and the same neighbour did
 *   stray       other variables in which the station changed, and that neighbour did not
 */
function setCompany(
  question: SpatialQuestion,
  compared: Compared,
  weights: number,
  last: number,
  into: CommonEvidence,
): void {
  const { windows, station, slot, floors } = question;
  const self = BEHAVES_AS[VARIABLE_INDEX[question.variable]];
  shared.fill(0);
  let companions = 0;
  let changed = 0;
  let isAlone = true;
  for (let v = 0; v < WEATHER_VARIABLES; v++) {
    const value = windows.value(station, v, slot);
    const change = changeTo(windows, station, v, slot, value);
    changes[v] = change;
    if (v === self) continue;
    isAlone &&= Number.isNaN(value) && reportBefore(windows, station, v, slot) === null;
    const size = Math.abs(change);
    if (!(size > COMPANION_SHARE * floors[v])) continue;
    changed++;
    let moved = 0;
    for (let k = 0; k < compared.count; k++) {
      const move = largestMove(windows, compared.index[k], v, slot, last, change < 0 ? -1 : 1);
      if (!(move > FOLLOWING_SHARE * size)) continue;
      moved += compared.weights[k];
      shared[k]++;
    }
    companions = Math.max(companions, moved / weights);
  }
  let alike = 0;
  let together = 0;
  let explaining = 0;
  for (let k = 0; k < compared.count; k++) {
    alike = Math.max(alike, shared[k]);
    if (compared.explain[k] === 0) continue;
    explaining++;
    if (k < UNDER_ONE_CELL) together = Math.max(together, shared[k]);
  }
  const { terms } = into;
  terms.companions = isAlone ? Number.NaN : companions;
  terms.alike = isAlone ? Number.NaN : alike;
  terms.stray = isAlone ? Number.NaN : changed - alike;
  terms.explained_by = explaining / compared.count;
  terms.together = isAlone ? Number.NaN : together;
  terms.outflow = isOutflow(changes, floors, into.hourly) ? 1 : 0;
  terms.shower = self !== VARIABLE_INDEX.bar && isShower(windows, station, slot, last, changes, floors) ? 1 : 0;
}

/**
 * The terms that hold whatever the neighbours are asked. Only the five variables tell of other variables, so that what else a
 * station reports changes nothing; an element beyond them stands in the place of the one that it behaves like. With u what stays unexplained (`unexplainedOf`), and shares by
 * weight of the neighbours compared:
 *   unexplained        u
 *   size, size_floor   the deviation in typical steps of the station, and in floors
 *   from_middle        1 where the value is expected in the middle of the window, 0 where it is to follow the last
 *   echo, jump         u times the station's own move the other way before, and its last step
 *   after              how much of the deviation is left later on, less a half
 *   unsettled, unsettled_others   share with a step of more than four typical ones in the variable itself, mean over the others of the five that they report
 *   wet                share with rain, of those that report it
 *   companions         share that made a change with the station in another variable too
 *   alike, stray       most other variables in which one neighbour did; those in which the station changed and it did not
 *   explained_by       share, by number, of those that explain the deviation
 *   together           most other variables in which one of the nearest changed with the station that explains it too
 *   outflow, shower    1 where the station's own values say that the outflow of a storm has come, or that a shower fell on it
 * What other variables, or rain, would tell is NaN where they are not reported.
 *
 * @param last newest slot that is read
 * @param size |actual - expected|, above 0
 * @param explained weight of the neighbours that explain the deviation, 0 to 1
 * @param into the result is written into it; its hindsight is the caller's
 */
export function commonTerms(
  question: SpatialQuestion,
  compared: Compared,
  last: number,
  size: number,
  explained: number,
  course: OwnCourse,
  into: CommonEvidence,
): void {
  const { windows, station, slot, variable, floors, spreads } = question;
  const v = VARIABLE_INDEX[variable];
  const like = BEHAVES_AS[v];
  const { terms } = into;
  for (let u = 0; u < VARIABLES.length; u++) limits[u] = UNSETTLED_STEPS * spreads[u];
  let weights = 0;
  let own = 0;
  let others = 0;
  let othersReported = 0;
  let wet = 0;
  let rainReported = 0;
  into.unsettled = 0;
  into.wet = 0;
  for (let k = 0; k < compared.count; k++) {
    const weight = compared.weights[k];
    weights += weight;
    const unsettled = unsettledIn(windows, compared.index[k], slot, last, limits, course.cadence);
    const isElement = v >= WEATHER_VARIABLES;
    const changes = isElement && changesIn(windows, compared.index[k], v, slot, last, limits[v], course.cadence);
    if (changes) own += weight;
    if (changes || (unsettled & ALL_VARIABLES) !== 0) into.unsettled++;
    for (let u = 0; u < WEATHER_VARIABLES; u++) {
      if (((unsettled >> (REPORTED_BIT + u)) & 1) === 0) continue;
      if (u === RAIN) rainReported += weight;
      if (u !== like) othersReported += weight;
      if (((unsettled >> u) & 1) === 0) continue;
      if (u !== like) others += weight;
      else if (!isElement) own += weight;
    }
    if ((unsettled >> WET_BIT) & 1) {
      wet += weight;
      into.wet++;
    }
  }
  const unexplained = unexplainedOf(explained);
  terms.unexplained = unexplained;
  terms.size = Math.min(LARGEST_SIZE, size / spreads[v]);
  terms.size_floor = Math.min(LARGEST_SIZE, size / floors[v]);
  terms.from_middle = question.middleOf === undefined ? 0 : 1;
  terms.echo = unexplained * Math.min(1.5, course.before);
  terms.jump = unexplained * Math.min(1.2, Math.max(-0.5, course.jump));
  terms.unsettled = own / weights;
  terms.unsettled_others = others / othersReported;
  terms.wet = wet / rainReported;
  into.hourly = course.cadence > 1 && isHourly(slot, (t) => !Number.isNaN(windows.value(station, v, t)));
  setCompany(question, compared, weights, last, into);
  into.compared = compared.count;
  into.explained = explained;
  into.lively = explained > 0 || into.unsettled > 0 || into.wet > 0;
  // Where there was no report for long before, `cadence` is 1.
  into.seldom = course.cadence > SELDOM_FROM;
  terms.after = course.after;
  into.usual = usualDeparture(question, compared, into.away);
}
