import type { Neighbour } from '../neighbours/spatial-question.ts';
import { PARTS_PER_DAY } from './day-parts.ts';
import { middle, type RelatedNeighbour, type RelatedSensor, usualDifference } from './usual-relation.ts';
import type { SharedNeighbour } from './usual-share.ts';

/** Sensors are looked at each quarter of a day: so many parts apart. */
export const LOOKED_EVERY = PARTS_PER_DAY / 4;

/** What is known of a change that has lasted, whatever it is measured in. */
interface Change {
  /** First part after it. */
  readonly from: number;
  /** How far the sensor is off [unit of the variable], or the logarithm of the share that it reads. */
  readonly size: number;
  /** One sigma of that. */
  readonly sigma: number;
  /** How many of the neighbours could be asked, and how many of those say so too. */
  readonly asked: number;
  readonly agreeing: number;
}

/** A sensor that has been off by an amount against its neighbours, as they stood to it before. */
export interface LastingOffset extends Change {
  readonly kind: 'offset';
  readonly related: readonly RelatedNeighbour[];
}

/** A sensor that has read a share of what its neighbours indicate, as they stood to it before. */
export interface LastingGain extends Change {
  readonly kind: 'gain';
  readonly related: readonly SharedNeighbour[];
  /** True where the steps of its values have become as much smaller: they tell the share, and for certain. */
  readonly bySteps?: boolean;
}

/** A change of a sensor against its neighbours that has lasted: found when a quarter of a day is over. */
export type LastingChange = LastingOffset | LastingGain;

/** Neighbours that say so too, of those asked and of their weight: one of them may have a fault of its own. */
const AGREEING = 0.75;
/** So many neighbours are asked how they themselves stand. */
const ASKED_AROUND = 8;

/** Neighbours farther away than this have other weather for days [km]; one nearer than that alone may be wrong itself. */
const NEAR_KM = 60;
const FEWEST_NEAR = 2;

/** A sensor that comes within so much of how far it was from its neighbours has come to them. */
const NEARER = 1 / 3;

/** A step of so many floors to where the neighbours are is an adjustment. */
const MANY_FLOORS = 3;

/** Whether a sensor comes to its neighbours by a change: as an adjustment does. @param before how far it was from them */
export function comesNearer(before: number, change: number): boolean {
  return Math.abs(before + change) <= NEARER * Math.abs(before);
}

/**
 * Whether somebody may have put a sensor right: what it read before was farther from what its neighbours read, and that it reads
 * like them since is what an adjustment does.
 *
 * @param related the neighbours, and how the sensor stood to them before, unit of the variable
 * @param change of the sensor against them since, unit of the variable
 * @param floor documented floor of the variable
 */
export function isAdjustment(related: Parameters<typeof usualDifference>[0], change: number, floor: number): boolean {
  return Math.abs(change) >= MANY_FLOORS * floor && comesNearer(usualDifference(related), change);
}

/** Whether too few neighbours are near for what they say of days to be certain. */
export function fewAreNear(related: readonly { readonly neighbour: Pick<Neighbour, 'km'> }[]): boolean {
  return related.filter(({ neighbour }) => neighbour.km <= NEAR_KM).length < FEWEST_NEAR;
}

/** What is usual before a part, worked out once for each: a first look asks for some of what is asked for again. */
export function learntOnce<U>(learn: (from: number) => U): (from: number) => U {
  const learnt = new Map<number, U>();
  return (from) => {
    const usual = learnt.get(from) ?? learn(from);
    learnt.set(from, usual);
    return usual;
  };
}

/**
 * Lengths of what follows a change by which it is told whether it is worth to look at all: the shortest each time, and the longer
 * ones, of which a quarter of a day is a small part, once a day (00 UTC).
 *
 * @param lengths shortest first [parts]
 * @param end first part that is not over
 */
export function glancedLengths(lengths: readonly number[], end: number): readonly number[] {
  return end % PARTS_PER_DAY === 0 ? lengths : lengths.slice(0, 1);
}

/** The one that stands out most. */
export function clearest<C extends Change>(found: readonly C[]): C | null {
  return found.reduce<C | null>(
    (best, one) => (best === null || Math.abs(one.size) / one.sigma > Math.abs(best.size) / best.sigma ? one : best),
    null,
  );
}

/**
 * How many of the neighbours that tell show a change too, by half of it at least. One that shows more than that the other way
 * has changed itself: it is not asked, and counts against it by its weight alone.
 *
 * @param offFrom how far the sensor is off against one of them; NaN where that one does not tell
 * @returns null where too few do, or those that stand to it most closely do not
 */
export function agreement<N extends { readonly weight: number }>(
  related: readonly N[],
  offFrom: (one: N) => number,
  size: number,
): Pick<Change, 'asked' | 'agreeing'> | null {
  let [asked, weight, agreeing, agreeingWeight] = [0, 0, 0, 0];
  for (const one of related) {
    const shown = offFrom(one) * Math.sign(size);
    if (Number.isNaN(shown)) continue;
    weight += one.weight;
    if (shown < -Math.abs(size)) continue;
    asked++;
    if (shown <= Math.abs(size) / 2) continue;
    agreeing++;
    agreeingWeight += one.weight;
  }
  const isSo = agreeing > 0 && agreeing >= AGREEING * asked && agreeingWeight >= AGREEING * weight;
  return isSo ? { asked, agreeing } : null;
}

/**
 * How far the nearest neighbours themselves are off against theirs, in the median: much where the weather is local. The sensor
 * is none of those that tell: it is the one that may be wrong, and of few neighbours it would be half of what they say. Beside one
 * neighbour alone nobody knows which of the two is off: no change is large enough.
 *
 * @param offOf how far one is, with its sign; NaN where that is not known
 */
export function unsettledAround(
  sensor: RelatedSensor,
  related: readonly Pick<RelatedNeighbour, 'neighbour'>[],
  offOf: (theirs: RelatedSensor) => number,
): number {
  if (related.length === 1) return Number.POSITIVE_INFINITY;
  const others = (station: number) => sensor.neighboursOf(station).filter(({ index }) => index !== sensor.station);
  const sizes = related.slice(0, ASKED_AROUND).map(({ neighbour }) => {
    return Math.abs(offOf({ ...sensor, station: neighbour.index, neighboursOf: others }));
  });
  const told = sizes.filter((size) => !Number.isNaN(size));
  return told.length === 0 ? 0 : middle(told);
}
