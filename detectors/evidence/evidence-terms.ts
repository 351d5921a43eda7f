import { BEHAVES_AS, VARIABLE_INDEX, VARIABLES, WEATHER_VARIABLES } from '../../schemas/variables.ts';
import { COMPARED } from '../neighbours/asked-neighbours.ts';
import { isOutflow, isShower, UNDER_ONE_CELL } from '../neighbours/local-weather.ts';
import { largestMove } from '../neighbours/neighbour-moves.ts';
import { changeTo, type OwnCourse } from '../neighbours/own-course.ts';
import type { SpatialQuestion } from '../neighbours/spatial-question.ts';
import { changesIn, unsettledIn, WET_BIT } from '../neighbours/unsettled-neighbour.ts';
import { isHourly } from '../windows/hourly.ts';
import type { Circumstances } from './hindrance.ts';
import { NEAREST, type UsualDeparture, usualDeparture } from './usual-departure.ts';

/** Terms that hold whatever the neighbours are asked; each has a weight, which is learnt. */
export type CommonTerm =
  | 'unexplained'
  | 'explained'
  | 'out_hum'
  | 'wind_speed'
  | 'bar'
  | 'rain'
  | 'stir'
  | 'stir_others'
  | 'wet'
  | 'wet_rain'
  | 'size'
  | 'size_rain'
  | 'companions'
  | 'alike'
  | 'stray'
  | 'echo'
  | 'jump'
  | 'after'
  | 'few'
  | 'far';

/** A change from one report to the next of so many typical steps is unsettled weather. */
const UNSETTLED_STEPS = 4;
/** A change of another variable by so much of its floor goes with the candidate. */
const COMPANION_SHARE = 0.5;
/** Share of that change a neighbour must have made as well. */
const FOLLOWING_SHARE = 0.4;
/** The bits of the five variables in what is unsettled. */
const ALL_VARIABLES = (1 << WEATHER_VARIABLES) - 1;
/** From so many floors on a departure is large. */
const LARGE_FLOORS = 2;
const LARGEST_SIZE = 100;
const LARGEST_RAIN = 20;

const { out_hum: HUMIDITY, wind_speed: WIND, bar: PRESSURE, rain: RAIN } = VARIABLE_INDEX;

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
  unsettled: number;
  wet: number;
  /** Null where it is not known what is usual between the stations. */
  usual: UsualDeparture | null;
  /** How far it is from where it usually stands to each of the nearest, of hourly stations alone [unit of the variable]. */
  readonly away: Float64Array;
}

/** Room for what is common, with the terms of a method in which it is written. */
export function newCommonEvidence(terms: Record<CommonTerm, number>): CommonEvidence {
  const around = {
    compared: 0,
    nearestKm: 0,
    explained: 0,
    explainedBy: 0,
    lively: false,
    slight: false,
    large: false,
    hourly: false,
    hindsight: 0,
    together: 0,
    outflow: false,
    shower: false,
  };
  return { ...around, terms, unsettled: 0, wet: 0, usual: null, away: new Float64Array(NEAREST) };
}

/** The common terms before a question: in the order in which the evidence gives them. */
export const NO_TERMS: Readonly<Record<CommonTerm, number>> = {
  unexplained: 0,
  explained: 0,
  out_hum: 0,
  wind_speed: 0,
  bar: 0,
  rain: 0,
  size: 0,
  size_rain: 0,
  echo: 0,
  jump: 0,
  stir: 0,
  stir_others: 0,
  wet: 0,
  wet_rain: 0,
  companions: 0,
  alike: 0,
  stray: 0,
  after: 0,
  few: 0,
  far: 0,
};

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
 * Sets the terms of company, and what goes on in one place alone.
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
  for (let v = 0; v < WEATHER_VARIABLES; v++) {
    const change = changeTo(windows, station, v, slot, windows.value(station, v, slot));
    changes[v] = change;
    if (v === self) continue;
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
  for (let k = 0; k < compared.count; k++) {
    alike = Math.max(alike, shared[k]);
    if (k < UNDER_ONE_CELL && compared.explain[k] === 1) together = Math.max(together, shared[k]);
  }
  into.terms.companions = companions;
  into.terms.alike = alike;
  into.terms.stray = changed - alike;
  into.together = together;
  into.outflow = isOutflow(changes, floors);
  into.shower = self !== VARIABLE_INDEX.bar && isShower(windows, station, slot, last, changes, floors);
}

/**
 * The terms that hold whatever the neighbours are asked. Only the five variables tell of other variables, so that what else a
 * station reports changes nothing; an element beyond them stands in the place of the one that it behaves like. With u what stays unexplained (`unexplainedOf`), and shares by
 * weight of the neighbours compared:
 *   unexplained        u; with the names of the variables but the first: u where it is about them
 *   explained          1 - u: its weight is not learnt
 *   size               u times ln of the deviation in typical steps of the station; size_rain the same in floors, for rain
 *   echo, jump         u times the station's own move the other way before, and its last step
 *   stir, stir_others  share with a step of more than four typical ones in the variable itself, mean over the other four of the five
 *   wet                share with rain; wet_rain the same where it is about rain
 *   companions         share that made a change with the station in another variable too
 *   alike, stray       most other variables in which one neighbour did; those in which the station changed and it did not
 *   after              how much of the deviation is left later on, less a half
 *   few, far           u times 1 / (neighbours + 1), u times ln of the distance of the nearest [km]
 *
 * @param last newest slot that is read
 * @param size |actual - expected|, above 0
 * @param explained weight of the neighbours that explain the deviation, 0 to 1: how large it is says nothing to them
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
  let wet = 0;
  into.unsettled = 0;
  into.wet = 0;
  let explaining = 0;
  for (let k = 0; k < compared.count; k++) {
    const weight = compared.weights[k];
    weights += weight;
    explaining += compared.explain[k];
    const unsettled = unsettledIn(windows, compared.index[k], slot, last, limits, course.cadence);
    const isElement = v >= WEATHER_VARIABLES;
    const changes = isElement && changesIn(windows, compared.index[k], v, slot, last, limits[v], course.cadence);
    if (changes) own += weight;
    if (changes || (unsettled & ALL_VARIABLES) !== 0) into.unsettled++;
    for (let u = 0; u < WEATHER_VARIABLES; u++) {
      if (((unsettled >> u) & 1) === 0) continue;
      if (u !== like) others += weight;
      else if (!isElement) own += weight;
    }
    if ((unsettled >> WET_BIT) & 1) {
      wet += weight;
      into.wet++;
    }
  }
  // What speaks for the device counts as far as the neighbours do not explain it.
  const unexplained = unexplainedOf(explained);
  terms.unexplained = unexplained;
  terms.explained = 1 - unexplained;
  terms.out_hum = like === HUMIDITY ? unexplained : 0;
  terms.wind_speed = like === WIND ? unexplained : 0;
  terms.bar = like === PRESSURE ? unexplained : 0;
  terms.rain = like === RAIN ? unexplained : 0;
  terms.size = unexplained * Math.log(Math.min(LARGEST_SIZE, Math.max(1, size / spreads[v])));
  terms.size_rain = terms.rain * Math.log(Math.min(LARGEST_RAIN, Math.max(1, size / floors[v])));
  terms.echo = unexplained * Math.min(1.5, course.before);
  terms.jump = unexplained * Math.min(1.2, Math.max(-0.5, course.jump));
  terms.stir = own / weights;
  terms.stir_others = others / weights / (WEATHER_VARIABLES - 1);
  terms.wet = wet / weights;
  terms.wet_rain = like === RAIN ? terms.wet : 0;
  setCompany(question, compared, weights, last, into);
  into.compared = compared.count;
  into.nearestKm = compared.kilometres[0];
  into.explained = explained;
  into.explainedBy = explaining / compared.count;
  into.lively = explained > 0 || into.unsettled > 0 || into.wet > 0;
  into.slight = size < floors[v];
  into.large = size >= LARGE_FLOORS * floors[v];
  // Where there was no report in the 90 minutes before, `cadence` is 1.
  into.hourly = course.cadence > 1 && isHourly(slot, (t) => !Number.isNaN(windows.value(station, v, t)));
  terms.after = course.after;
  terms.few = unexplained / (compared.count + 1);
  terms.far = unexplained * Math.log(Math.min(100, Math.max(1, compared.kilometres[0])));
  into.usual = usualDeparture(question, compared, into.away);
}
