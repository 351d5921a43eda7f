import { VARIABLE_INDEX, VARIABLES, type Variable } from '../../schemas/variables.ts';
import { COMPARED } from './asked-neighbours.ts';
import { largestMove } from './neighbour-moves.ts';
import { stirring, WET_BIT } from './neighbour-stir.ts';
import { changeTo, type OwnCourse } from './own-course.ts';
import type { SpatialQuestion } from './spatial-method.ts';

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

/** A step of so many usual ones stirs. */
const STIR_STEPS = 4;
/** A change of another variable by so much of its floor goes with the candidate. */
const COMPANION_SHARE = 0.5;
/** Share of that change a neighbour must have made as well. */
const FOLLOWING_SHARE = 0.4;
/** The bits of all variables in what stirs. */
const ALL_VARIABLES = (1 << VARIABLES.length) - 1;
const LARGEST_SIZE = 100;
const LARGEST_RAIN = 20;

/** The neighbours that are compared, nearest first. */
export interface Compared {
  readonly count: number;
  readonly index: Int32Array;
  readonly kilometres: Float64Array;
  readonly weights: Float64Array;
}

/** The common terms, and what happened around in counts of neighbours, for the words. */
export interface CommonEvidence {
  readonly terms: Record<CommonTerm, number>;
  readonly stirring: number;
  readonly wet: number;
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

interface Company {
  /** Largest share, by weight, of the neighbours that made a change with the station in another variable too. */
  readonly companions: number;
  /** Most other variables in which one and the same neighbour did. */
  readonly alike: number;
  /** Other variables in which the station changed, and that neighbour did not. */
  readonly stray: number;
}

function companyOf(question: SpatialQuestion, compared: Compared, weights: number, last: number): Company {
  const { windows, station, slot, floors } = question;
  shared.fill(0);
  let companions = 0;
  let changed = 0;
  for (let v = 0; v < VARIABLES.length; v++) {
    if (VARIABLES[v] === question.variable) continue;
    const change = changeTo(windows, station, v, slot, windows.value(station, v, slot));
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
  for (let k = 0; k < compared.count; k++) alike = Math.max(alike, shared[k]);
  return { companions, alike, stray: changed - alike };
}

/**
 * The terms that hold whatever the neighbours are asked. With u what stays unexplained (`unexplainedOf`), and shares by
 * weight of the neighbours compared:
 *   unexplained        u; with the names of the variables but the first: u where it is about them
 *   explained          1 - u: its weight is not learnt
 *   size               u times ln of the deviation in usual steps of the station; size_rain the same in floors, for rain
 *   echo, jump         u times the station's own move the other way before, and its last step
 *   stir, stir_others  share with a step of more than four usual ones in the variable itself, mean over the other four
 *   wet                share with rain; wet_rain the same where it is about rain
 *   companions         share that made a change with the station in another variable too
 *   alike, stray       most other variables in which one neighbour did; those in which the station changed and it did not
 *   after              how much of the deviation is left later on, less a half
 *   few, far           u times 1 / (neighbours + 1), u times ln of the distance of the nearest [km]
 *
 * @param last newest slot that is read
 * @param size |actual - expected|, above 0
 * @param explained weight of the neighbours that explain the deviation, 0 to 1: how large it is says nothing to them
 */
export function commonTerms(
  question: SpatialQuestion,
  compared: Compared,
  last: number,
  size: number,
  explained: number,
  course: OwnCourse,
): CommonEvidence {
  const { windows, slot, variable, floors, spreads } = question;
  const v = VARIABLE_INDEX[variable];
  const limits = spreads.map((spread) => STIR_STEPS * spread);
  let weights = 0;
  let own = 0;
  let others = 0;
  let wet = 0;
  let stirringCount = 0;
  let wetCount = 0;
  for (let k = 0; k < compared.count; k++) {
    const weight = compared.weights[k];
    weights += weight;
    const stirs = stirring(windows, compared.index[k], slot, last, limits, course.cadence);
    if ((stirs & ALL_VARIABLES) !== 0) stirringCount++;
    for (let u = 0; u < VARIABLES.length; u++) {
      if (((stirs >> u) & 1) === 0) continue;
      if (u === v) own += weight;
      else others += weight;
    }
    if ((stirs >> WET_BIT) & 1) {
      wet += weight;
      wetCount++;
    }
  }
  // What speaks for the device counts as far as the neighbours do not explain it.
  const unexplained = unexplainedOf(explained);
  const is = (name: Variable) => (variable === name ? unexplained : 0);
  const terms = {
    unexplained,
    explained: 1 - unexplained,
    out_hum: is('out_hum'),
    wind_speed: is('wind_speed'),
    bar: is('bar'),
    rain: is('rain'),
    size: unexplained * Math.log(Math.min(LARGEST_SIZE, Math.max(1, size / spreads[v]))),
    size_rain: is('rain') * Math.log(Math.min(LARGEST_RAIN, Math.max(1, size / floors[v]))),
    echo: unexplained * Math.min(1.5, course.before),
    jump: unexplained * Math.min(1.2, Math.max(-0.5, course.jump)),
    stir: own / weights,
    stir_others: others / weights / (VARIABLES.length - 1),
    wet: wet / weights,
    wet_rain: variable === 'rain' ? wet / weights : 0,
    ...companyOf(question, compared, weights, last),
    after: course.after,
    few: unexplained / (compared.count + 1),
    far: unexplained * Math.log(Math.min(100, Math.max(1, compared.kilometres[0]))),
  };
  return { terms, stirring: stirringCount, wet: wetCount };
}
