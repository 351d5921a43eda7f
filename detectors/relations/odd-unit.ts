import { BEHAVES_AS, FLOOR_SHARES, VARIABLE_INDEX, VARIABLES } from '../../schemas/variables.ts';
import { PARTS_PER_DAY } from './day-parts.ts';
import { documented, KNOWN_UNITS, type KnownUnit } from './known-units.ts';
import { agreement, fewAreNear, unsettledAround } from './lasting-change.ts';
import { beginOf, type NamedCondition, type NamedQuestion, type OddUnit } from './named-condition.ts';
import { evidenceOfPast, unitOfAll } from './unit-of-all.ts';
import { evidenceOfAmounts, unitOfRain } from './unit-of-rain.ts';
import { evidenceOfSteps, unitBySteps } from './unit-steps.ts';
import {
  impliedValue,
  LEARNT_PARTS,
  meanOf,
  middle,
  nearness,
  RELATED,
  type RelatedNeighbour,
  type RelatedSensor,
  usualRelation,
} from './usual-relation.ts';
import {
  impliedIn,
  logOf,
  type Proportion,
  proportionOver,
  type SharedNeighbour,
  sigmaOfShares,
  toldShare,
  usualShares,
} from './usual-share.ts';

/** A unit is told of temperature and pressure by so many parts, of which so many tell and show it. */
const LENGTH = PARTS_PER_DAY;
const FEWEST = 5;
const SHOWING = 0.8;
/** Where a unit is told by, temperature [degC] and pressure [hPa]. */
interface Tolerance {
  /** So near is a value in its own unit to what is usual among the neighbours, or to what they read as they are. */
  readonly usual: number;
  readonly plain: number;
}
const TOLERANCES: ReadonlyMap<number, Tolerance> = new Map([
  [VARIABLE_INDEX.temp_out, { usual: 3, plain: 6 }],
  [VARIABLE_INDEX.bar, { usual: 8, plain: 60 }],
]);
/** As a number of the documented unit it is so many times as far off. */
const FARTHER = 3;
const FEW = 2;
/** Lengths over which wind is compared [parts], the least that is implied in the mean [km/h], and the parts that tell, as a share. */
const WIND_LENGTHS = [12, 16, 24];
/** It has lasted for so many parts. */
const FEWEST_OF_WIND = 10;
const LEAST_WIND = 2;
const THERE = 0.7;
/** The unit is looked at anew for so long [parts]. */
const LONGEST_SINCE = 20 * PARTS_PER_DAY;
/** At first glance: so many neighbours, so many parts before, and by how much the logarithm of the share is less. */
const GLANCED = 5;
const GLANCED_BEFORE = 4 * PARTS_PER_DAY;
const GLANCE = 0.25;
/** So near is the logarithm of the share to that of a unit. */
const NEAR_LOG = 0.15;
/** No other unit is near that of the least share; a share of the others is told where shares hardly vary. */
const LEAST_UNIT = 'm/s';
const SIGMAS_OF_OTHERS = 3.25;
const LARGEST_SIGMA = 0.15;
const NEAR_LOG_OF_LEAST = 0.28;
/** So near is it in a part of a day, and so many parts are, as a share: a sensor that stands still for a while has none between. */
const NEAR_IN_PART = Math.LN2;
const SHOWING_OF_WIND = 0.5;
/** Of half a window so much more. */
const MORE_OF_HALF = 0.15;
/** It stands out by so many sigmas, and by so many times what is unsettled around. */
const SIGMAS = 3;
const CLEAR_SIGMAS = 4;
const CLEAR_LOG = Math.log(0.34);
const UNSETTLED = 2;
/** Sigma of the logarithm that is expected anywhere, how many stretches that counts as, and how many parts apart they begin. */
const EXPECTED_SIGMA = { expected: 0.2, asIfMore: 4, apart: 4, fewest: 3 } as const;
/** Before it, it stood to its neighbours as ever, up to this share of the change. */
const STEADY = 0.4;

/**
 * Looks whether a sensor reports in another unit than the documented one. Its values, taken to be of that unit, are what its
 * neighbours imply, and as they stand they are far from it: the sensor as it usually stands to them, or, where nothing else is
 * known since it was so from the first day, as they read.
 */
export function oddUnit(question: NamedQuestion): OddUnit | null {
  const { variable } = question.sensor;
  if (BEHAVES_AS[variable] === VARIABLE_INDEX.wind_speed) return unitBySteps(question) ?? windUnit(question);
  if (BEHAVES_AS[variable] === VARIABLE_INDEX.rain) return unitOfRain(question);
  const tolerance = toleranceOf(variable);
  if (tolerance === null) return null;
  const { sensor, end } = question;
  const plain = asTheyRead(sensor);
  if (!isFar(sensor, plain, end, FARTHER * 4 * tolerance.usual)) return unitOfAll(question);
  const from = end - LENGTH;
  const usual = usualRelation(sensor, from - LEARNT_PARTS, from);
  return (
    unitBy(question, usual, tolerance.usual, () => true) ??
    // What a mountain reads is no other unit.
    unitBy(question, plain, tolerance.plain, ({ unit }) => unit !== 'mmHg')
  );
}

/** The tolerance of what a variable behaves like, in proportion to the floors; null where no unit is told. */
function toleranceOf(variable: number): Tolerance | null {
  const tolerance = TOLERANCES.get(BEHAVES_AS[variable]);
  const share = FLOOR_SHARES[variable];
  return tolerance === undefined ? null : { usual: share * tolerance.usual, plain: share * tolerance.plain };
}

/** Whether the newest parts tell a share that is one of a unit of wind. */
function windUnit({ sensor, end, since }: NamedQuestion): OddUnit | null {
  if (!isLess(sensor, end)) return null;
  const least = LEAST_WIND * FLOOR_SHARES[sensor.variable];
  for (const length of WIND_LENGTHS) {
    const from = end - length;
    if (from < since) break;
    const shared = usualShares(sensor, from - LEARNT_PARTS, from);
    if (shared.length === 0) continue;
    const after = proportionOver(sensor, shared, from, end);
    const tells = ({ parts, implied }: Proportion) => parts >= THERE * length && implied >= least * parts;
    if (!tells(after)) continue;
    const unit = nearestUnit(sensor.variable, after.log);
    const halves = [
      proportionOver(sensor, shared, from, end - length / 2),
      proportionOver(sensor, shared, end - length / 2, end),
    ];
    // Of a window that is half before the change the whole is of another unit than its halves.
    if (
      unit === null ||
      halves.some(({ log }) => !(Math.abs(log + Math.log(unit.size)) <= nearLog(unit) + MORE_OF_HALF))
    )
      continue;
    if (!partsShow(sensor, shared, unit, from, end)) continue;
    const last = proportionOver(sensor, shared, from - length, from);
    if (Math.abs(last.log) > STEADY * Math.abs(after.log)) continue;
    const sigma = sigmaOfShares(sensor, shared, [from - LEARNT_PARTS, from, length], { ...EXPECTED_SIGMA, tells });
    if (sigma === null) continue;
    const isLeast = unit.unit === LEAST_UNIT;
    if (-after.log < (isLeast ? SIGMAS : SIGMAS_OF_OTHERS) * sigma || (!isLeast && sigma > LARGEST_SIGMA)) continue;
    const agreed = agreement(shared, (one) => toldShare(sensor, [one], from, end), after.log);
    if (agreed === null) continue;
    const unsettled = unsettledAround(sensor, shared, (theirs) => {
      return toldShare(theirs, usualShares(theirs, from - LEARNT_PARTS, from), from, end);
    });
    if (-after.log <= UNSETTLED * unsettled) continue;
    const isClear = after.log <= CLEAR_LOG && -after.log >= CLEAR_SIGMAS * sigma && agreed.asked >= FEW;
    const isDoubtful = !isClear || fewAreNear(shared);
    const found: OddUnit = { kind: 'unit', by: 'share', unit, related: [], shared, from, isDoubtful };
    const begin = beginOf((part) => unitEvidence(sensor, found, part), Math.max(since, from - length), end);
    // A window that is in part of before the change has a share that is none of a unit.
    const whole = end - begin < FEWEST_OF_WIND ? null : unitSince(sensor, { ...found, from: begin }, end);
    if (whole !== null) return whole;
  }
  return null;
}

/** Whether what has a name is no more than likely: so are kn and mph of wind, which are near each other and other shares. */
export function isDoubtful(condition: NamedCondition): boolean {
  if (condition.kind !== 'unit' || !isOfShares(condition)) return condition.isDoubtful;
  return condition.isDoubtful || condition.unit.unit !== LEAST_UNIT;
}

/** Whether shares tell it: where all the neighbours have left since, nothing does. */
function isOfShares({ by, shared }: OddUnit): boolean {
  return by === 'share' && shared.length > 0;
}

/** The same by all that came since it began, as units of wind are near each other, most of all kn and mph; null where it is none. */
export function unitSince(sensor: RelatedSensor, found: OddUnit, end: number): OddUnit | null {
  if (!isOfShares(found) || end - found.from > LONGEST_SINCE) return found;
  const unit = nearestUnit(sensor.variable, proportionOver(sensor, found.shared, found.from, end).log);
  return unit === null ? null : { ...found, unit };
}

/** A first look: whether the sensor reads less of the wind of its nearest neighbours than it did some days before. */
function isLess({ means, station, variable, neighboursOf }: RelatedSensor, end: number): boolean {
  const near = neighboursOf(station).slice(0, GLANCED);
  const shareOver = (from: number, until: number) => {
    let [own, all] = [0, 0];
    for (let part = from; part < until; part++) {
      const value = means.mean(station, variable, part);
      const around = meanOf(near.map(({ index }) => means.mean(index, variable, part)));
      if (Number.isNaN(value) || Number.isNaN(around)) continue;
      own += value;
      all += around;
    }
    return logOf(own, all);
  };
  const shortest = end - WIND_LENGTHS[0];
  const before = end - WIND_LENGTHS[WIND_LENGTHS.length - 1];
  return shareOver(shortest, end) < shareOver(before - GLANCED_BEFORE, before) - GLANCE;
}

/** The unit of a variable whose share is nearest to one. @param log of the share; null where none is near */
function nearestUnit(variable: number, log: number): KnownUnit | null {
  const off = ({ size }: KnownUnit) => Math.abs(log + Math.log(size));
  const nearest = KNOWN_UNITS[VARIABLES[variable]].reduce<KnownUnit | null>(
    (best, one) => (best === null || off(one) < off(best) ? one : best),
    null,
  );
  return nearest !== null && off(nearest) <= nearLog(nearest) ? nearest : null;
}

/** Whether a share that is one of a unit over a stretch is so in most of its parts. */
function partsShow(
  sensor: RelatedSensor,
  shared: readonly SharedNeighbour[],
  { size }: KnownUnit,
  from: number,
  end: number,
): boolean {
  let [told, showing] = [0, 0];
  for (let part = from; part < end; part++) {
    const { implied, log } = proportionOver(sensor, shared, part, part + 1);
    if (implied < LEAST_WIND * FLOOR_SHARES[sensor.variable]) continue;
    told++;
    if (Math.abs(log + Math.log(size)) <= NEAR_IN_PART) showing++;
  }
  return showing >= SHOWING_OF_WIND * told;
}

function nearLog({ unit }: KnownUnit): number {
  return unit === LEAST_UNIT ? NEAR_LOG_OF_LEAST : NEAR_LOG;
}

/** The neighbours as they read. */
function asTheyRead({ station, neighboursOf }: RelatedSensor): RelatedNeighbour[] {
  const differences = Array.from({ length: PARTS_PER_DAY }, () => 0);
  return neighboursOf(station)
    .slice(0, RELATED)
    .map((neighbour) => ({ neighbour, differences, weight: nearness(neighbour.km) }));
}

/** Whether the newest part that tells is so far from what the neighbours read: a first look. */
function isFar(sensor: RelatedSensor, plain: readonly RelatedNeighbour[], end: number, far: number): boolean {
  const { means, station, variable } = sensor;
  for (let part = end - 1; part >= end - PARTS_PER_DAY / 2; part--) {
    const value = means.rawMean(station, variable, part);
    const implied = Number.isNaN(value) ? Number.NaN : impliedValue(sensor, plain, part);
    if (!Number.isNaN(implied)) return Math.abs(value - implied) >= far / 3;
  }
  return false;
}

function unitBy(
  { sensor, end, since }: NamedQuestion,
  related: readonly RelatedNeighbour[],
  tolerance: number,
  isAsked: (unit: KnownUnit) => boolean,
): OddUnit | null {
  const { means, station, variable } = sensor;
  const told: { value: number; implied: number }[] = [];
  for (let part = end - LENGTH; part < end; part++) {
    const value = means.rawMean(station, variable, part);
    const implied = impliedValue(sensor, related, part);
    if (!Number.isNaN(value) && !Number.isNaN(implied)) told.push({ value, implied });
  }
  if (told.length < FEWEST) return null;
  const fitting = KNOWN_UNITS[VARIABLES[variable]].filter(isAsked).flatMap((unit) => {
    const off = told.map(({ value, implied }) => Math.abs(documented(unit, value) - implied));
    const showing = told.filter(
      ({ value, implied }, k) => off[k] <= tolerance && Math.abs(value - implied) >= FARTHER * tolerance,
    );
    return showing.length >= SHOWING * told.length ? [{ unit, off: middle(off) }] : [];
  });
  if (fitting.length === 0) return null;
  const { unit } = fitting.reduce((best, one) => (one.off < best.off ? one : best));
  const isDoubtful = related.length < FEW;
  const found: OddUnit = { kind: 'unit', by: 'relation', unit, related, shared: [], from: end - LENGTH, isDoubtful };
  let from = end;
  for (let part = end - 1; part >= since; part--) {
    const evidence = unitEvidence(sensor, found, part);
    if (evidence < 0) break;
    if (evidence > 0) from = part;
  }
  return { ...found, from };
}

/** Whether a part speaks for a unit, or for the documented one. */
export function unitEvidence(sensor: RelatedSensor, found: OddUnit, part: number): number {
  switch (found.by) {
    case 'relation':
      return evidenceOfRelation(sensor, found, part);
    case 'share':
      return evidenceOfShare(sensor, found, part);
    case 'steps':
      return evidenceOfSteps(sensor, found.unit, found.steps, part);
    case 'tips':
      return evidenceOfAmounts(sensor, found.steps, part);
    case 'past':
      return evidenceOfPast(sensor, found.unit, found.past, part);
  }
}

function evidenceOfShare(sensor: RelatedSensor, { unit, shared }: OddUnit, part: number): number {
  const { means, station, variable } = sensor;
  const value = means.rawMean(station, variable, part);
  const implied = impliedIn(sensor, shared, part);
  if (!(implied >= LEAST_WIND * FLOOR_SHARES[variable]) || Number.isNaN(value)) return Number.NaN;
  const share = logOf(value, implied) / -Math.log(unit.size);
  return Math.max(-1, Math.min(1, 2 * share - 1));
}

function evidenceOfRelation(sensor: RelatedSensor, { unit, related }: OddUnit, part: number): number {
  const value = sensor.means.rawMean(sensor.station, sensor.variable, part);
  const implied = impliedValue(sensor, related, part);
  if (Number.isNaN(value) || Number.isNaN(implied)) return Number.NaN;
  return Math.abs(documented(unit, value) - implied) < Math.abs(value - implied) ? 1 : -1;
}
