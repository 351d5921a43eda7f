import type { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { beginOfPart, HOURS_PER_PART, PARTS_PER_DAY, partOf } from '../../../detectors/relations/day-parts.ts';
import { GatheredParts } from '../../../detectors/relations/gathered-parts.ts';
import { impliedValue, type RelatedSensor, usualRelation } from '../../../detectors/relations/usual-relation.ts';
import { impliedIn, isShared, proportionOver, usualShares } from '../../../detectors/relations/usual-share.ts';
import { withoutParts } from '../../../detectors/relations/without-parts.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';

/** Points of a line: time [ms since the epoch] and value; NaN where nobody tells. */
export type Points = readonly (readonly [time: number, value: number])[];

/** How a sensor and its neighbours went before, under and after a fault of days, by means over three hours (rain: sums). */
export interface FaultCourse {
  /** What the sensor read. */
  readonly own: Points;
  /** What its neighbours imply by how it stood to them in the days before the fault. */
  readonly implied: Points;
  /** What each of them alone implies, nearest first. */
  readonly each: readonly Points[];
  /** How far the sensor is from what is implied, unit of the variable; of wind and rain its share of it, over a day. */
  readonly apart: Points;
}

/** What is usual is learnt from so many days before the fault, as by the detector. */
const LEARNT_DAYS = 12;
/** What is shown before and after it. */
const BEFORE_DAYS = 6;
const AFTER_DAYS = 4;
const HOUR_MS = 3_600_000;

/**
 * The course of a sensor around a fault of days, held against its neighbours as the detector does.
 *
 * @param others faults of the same sensor: what they cover, as far as was known then, does not tell what is usual
 * @param observations of the network, in the order of time
 * @returns null where nothing is known of how the sensor stood to its neighbours before the fault
 */
export function faultCourse(
  fault: Pick<Fault, 'station' | 'variable' | 'kind' | 'start' | 'end' | 'known'>,
  others: readonly Pick<Fault, 'start' | 'end' | 'known'>[],
  observations: readonly Observation[],
  stations: NetworkStations,
): FaultCourse | null {
  const [first, last] = [observations[0], observations[observations.length - 1]].map(({ time }) => partOf(time));
  const start = partOf(fault.start);
  const from = Math.max(first, start - BEFORE_DAYS * PARTS_PER_DAY);
  const to = Math.min(last, (fault.end === null ? last : partOf(fault.end)) + AFTER_DAYS * PARTS_PER_DAY) + 1;
  const means = new GatheredParts();
  const variable = VARIABLE_INDEX[fault.variable];
  const station = stations.indexOf(fault.station);
  const sensor = { means, station, variable, neighboursOf: (index: number) => stations.neighbours.of(index) };
  let next = 0;
  /** Means are kept for some days only: they are read as they are gathered. */
  const gather = (until: number) => {
    for (; next < observations.length && partOf(observations[next].time) < until; next++) {
      means.add(stations.indexOf(observations[next].station), observations[next]);
    }
  };
  gather(start);
  const knownThen = others.filter(({ known }) => known < fault.known);
  const isLeftOut = (of: number, _: number, part: number) =>
    of === station && knownThen.some((one) => part >= partOf(one.start) && part <= partOf(one.end ?? fault.start));
  const taughtBy = { ...sensor, means: withoutParts(means, isLeftOut) };
  const relation = relationOf(sensor, taughtBy, start - LEARNT_DAYS * PARTS_PER_DAY, start);
  if (relation === null) return null;
  const [own, implied, apart]: [number, number][][] = [[], [], []];
  const each = relation.each.map((): [number, number][] => []);
  for (let part = from; part < to; part++) {
    gather(part + PARTS_PER_DAY / 2);
    const at = beginOfPart(part) + (HOURS_PER_PART / 2) * HOUR_MS;
    own.push([
      at,
      fault.kind === 'unit' ? means.rawMean(station, variable, part) : means.mean(station, variable, part),
    ]);
    implied.push([at, relation.implied(part)]);
    apart.push([at, relation.apart(part)]);
    for (const [k, one] of relation.each.entries()) each[k].push([at, one(part)]);
  }
  return { own, implied, each, apart };
}

type OfPart = (part: number) => number;

/** How a sensor stands to its neighbours by what was usual in a stretch; null where none tells. */
function relationOf(
  sensor: RelatedSensor,
  taughtBy: RelatedSensor,
  from: number,
  until: number,
): { readonly implied: OfPart; readonly each: readonly OfPart[]; readonly apart: OfPart } | null {
  if (isShared(sensor.variable)) {
    const shared = usualShares(taughtBy, from, until);
    if (shared.length === 0) return null;
    return {
      implied: (part) => impliedIn(sensor, shared, part),
      each: shared.map((one) => (part) => impliedIn(sensor, [one], part)),
      apart: (part) => {
        const { own, implied } = proportionOver(sensor, shared, part - PARTS_PER_DAY / 2, part + PARTS_PER_DAY / 2);
        return implied > 0 ? own / implied : Number.NaN;
      },
    };
  }
  const related = usualRelation(taughtBy, from, until);
  if (related.length === 0) return null;
  return {
    implied: (part) => impliedValue(sensor, related, part),
    each: related.map((one) => (part) => impliedValue(sensor, [one], part)),
    apart: (part) => sensor.means.rawMean(sensor.station, sensor.variable, part) - impliedValue(sensor, related, part),
  };
}
