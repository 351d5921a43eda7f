import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { MAD_TO_SIGMA } from '../windows/window-values.ts';
import { HOURS_PER_PART, PARTS_PER_DAY } from './day-parts.ts';
import { agreement, comesNearer, fewAreNear, LOOKED_EVERY, unsettledAround } from './lasting-change.ts';
import { beginOf, type DayHeating, type HeatedNeighbour, type NamedQuestion } from './named-condition.ts';
import {
  LEARNT_DAYS,
  meanOf,
  middle,
  middleByWeight,
  RELATED,
  type RelatedSensor,
  relationWeight,
  sigmaOf,
} from './usual-relation.ts';

/** So many of the days that tell what is usual are needed. */
const FEWEST_DAYS = 3;
/** The days that show it: all of them, each by this share of their mean; of less a day speaks against it. */
const SHOWING_DAYS = 2;
const SHOWN_SHARE = 0.4;
/** How much a share of their mean more or less counts: a day that shows two thirds of it speaks for it as clearly as one can. */
const EVIDENCE = 4;
/** Less is no matter [degC]; and it stands out by so many sigmas, clearly by more. */
const MATTERS = 1.25;
const SIGMAS = 3.25;
const CLEAR_SIGMAS = 6;
/** In the night between it is too warm by no more than this share of it; it was none where two nights are so by this share. */
const BY_NIGHT = 0.6;
const AS_BY_DAY = 0.8;
/** Sigma of the mean of two days that is expected anywhere [degC], and how many days that counts as. */
const EXPECTED_SIGMA = { expected: 0.35, asIfMore: 4 } as const;
/** It stands out by so many times what the neighbours show. */
const UNSETTLED = 2;
const LEAST_SPREAD = 0.35;
const HOURS = 24;
/** Day and night are so many hours before and after noon and midnight, of which so many have to be there. */
const AROUND = 3;
const FEWEST_HOURS = 3;
const DEGREES_AN_HOUR = 15;
const FEW = 2;

/** Hour in which it is noon of a solar day, by mean solar time. @param day counted since 1970 */
function noonHour(longitude: number, day: number): number {
  return day * HOURS + Math.floor(HOURS / 2 - longitude / DEGREES_AN_HOUR);
}

/** Newest day of which an hour is over, counted from noon. @param endHour first hour that is not over */
function newestDay(longitude: number, hourFromNoon: number, endHour: number): number {
  let day = Math.floor(endHour / HOURS) + 1;
  while (noonHour(longitude, day) + hourFromNoon >= endHour) day--;
  return day;
}

/** The middle of the night before a noon. */
function nightBefore(noon: number): number {
  return noon - HOURS / 2;
}

/**
 * By how much a thermometer reads more than another one in the mean of the hours around one in which both did [degC].
 *
 * @param after hours after it that count
 */
function apartAround(
  { means, station }: Pick<RelatedSensor, 'means' | 'station'>,
  other: number,
  centre: number,
  after: number,
): number {
  let [sum, count] = [0, 0];
  for (let hour = centre - AROUND; hour <= centre + after; hour++) {
    const apart =
      means.hourMean(station, VARIABLE_INDEX.temp_out, hour) - means.hourMean(other, VARIABLE_INDEX.temp_out, hour);
    if (Number.isNaN(apart)) continue;
    sum += apart;
    count++;
  }
  return count < FEWEST_HOURS ? Number.NaN : sum / count;
}

/** How much more a thermometer reads around an hour than it usually does, against its neighbours [degC]. */
function excessOf(sensor: RelatedSensor, related: readonly HeatedNeighbour[], centre: number, after = AROUND): number {
  return middleByWeight(related, ({ index, difference }) => apartAround(sensor, index, centre, after) - difference);
}

/** How much more it usually reads than each of its neighbours, around the same hour of the days before. */
function usuallyApart(sensor: RelatedSensor, centres: readonly number[], after = AROUND): HeatedNeighbour[] {
  return sensor
    .neighboursOf(sensor.station)
    .slice(0, RELATED)
    .flatMap(({ index, id, km }) => {
      const apart = centres
        .map((centre) => apartAround(sensor, index, centre, after))
        .filter((one) => !Number.isNaN(one));
      if (apart.length < FEWEST_DAYS) return [];
      const difference = middle(apart);
      const spread = MAD_TO_SIGMA * middle(apart.map((one) => Math.abs(one - difference)));
      return [{ id, index, difference, weight: relationWeight(km, spread, LEAST_SPREAD) }];
    });
}

/**
 * Looks whether a thermometer is heated by day: on two days it rose more than it usually does, against its neighbours, and was
 * right in the nights.
 *
 * @param longitude of the station [degrees east]
 * @param learntUntil first part that does not tell what is usual, though it is of the days before: it is known to be heated
 */
export function dayHeating(
  { sensor, end, since }: NamedQuestion,
  longitude: number,
  learntUntil = end,
): DayHeating | null {
  const endHour = end * HOURS_PER_PART;
  const day = newestDay(longitude, FEWEST_HOURS - AROUND - 1, endHour);
  // Of the newest day its morning may be all that is known: every day is compared by the same hours.
  const after = Math.min(AROUND, endHour - 1 - noonHour(longitude, day));
  // Its afternoon was over when it was looked at last.
  if (noonHour(longitude, day) + AROUND < endHour - LOOKED_EVERY * HOURS_PER_PART) return null;
  const noonOf = (back: number) => noonHour(longitude, day - back);
  const showing = Array.from({ length: SHOWING_DAYS }, (_, back) => noonOf(back));
  if (showing.some((noon) => partOfHour(noon) < since)) return null;
  const before = Array.from({ length: LEARNT_DAYS }, (_, k) => noonOf(k + SHOWING_DAYS)).filter(
    (noon) => partOfHour(noon) >= since && partOfHour(noon) < learntUntil,
  );
  const related = usuallyApart(sensor, before, after);
  const shownBy = (of: RelatedSensor, usual: readonly HeatedNeighbour[]) =>
    showing.map((noon) => excessOf(of, usual, noon, after));
  const excess = shownBy(sensor, related);
  const size = meanOf(excess);
  if (excess.some(Number.isNaN) || size < MATTERS || excess.some((one) => one < SHOWN_SHARE * size)) return null;
  const earlier = before.map((noon) => excessOf(sensor, related, noon, after)).filter((one) => !Number.isNaN(one));
  const sigma = sigmaOf(earlier, PARTS_PER_DAY * earlier.length, EXPECTED_SIGMA);
  if (earlier.length < FEWEST_DAYS || size < SIGMAS * sigma) return null;
  const nights = usuallyApart(sensor, before.map(nightBefore));
  // What is as warm in the nights between has an offset: before the first of these days it may have been right.
  const between = showing.slice(0, -1).map((noon) => excessOf(sensor, nights, nightBefore(noon)));
  if (!(meanOf(between) <= BY_NIGHT * size)) return null;
  const agreed = agreement(related, (one) => meanOf(shownBy(sensor, [one])), size);
  if (agreed === null) return null;
  const around = sensor
    .neighboursOf(sensor.station)
    .slice(0, RELATED)
    .map((neighbour) => ({ neighbour }));
  const unsettled = unsettledAround(sensor, around, (theirs) => {
    return meanOf(shownBy(theirs, usuallyApart(theirs, before, after)));
  });
  if (size <= UNSETTLED * unsettled) return null;
  // Of the days to come all hours are known.
  const ofWholeDays = usuallyApart(sensor, before);
  // One that is nearer to its neighbours since it is warmer may have been put right.
  const wasPutRight = comesNearer(
    middleByWeight(ofWholeDays, ({ difference }) => difference),
    size,
  );
  const isDoubtful = fewAreNear(around) || agreed.asked < FEW || size < CLEAR_SIGMAS * sigma || wasPutRight;
  const found: DayHeating = {
    kind: 'radiation',
    size,
    sigma,
    related: ofWholeDays,
    nights,
    from: partOfHour(showing[SHOWING_DAYS - 1] - AROUND),
    isDoubtful,
  };
  // Its mornings may show what the day does not: it would be over before it was told.
  if (!(heatingEvidence(sensor, found, longitude, { part: partOfHour(showing[0]), end }) > 0)) return null;
  const from = beginOf(
    (part) => heatingEvidence(sensor, found, longitude, { part, end }),
    Math.max(since, partOfHour(noonOf(3))),
    end,
  );
  return { ...found, from: Math.min(from, found.from) };
}

/** Whether one that was heated by day reads too high in the nights as well, the newest two: it has an offset. */
export function isOffByNight(
  sensor: RelatedSensor,
  { nights, size }: DayHeating,
  longitude: number,
  end: number,
): boolean {
  if (nights === undefined) return false;
  const day = newestDay(longitude, nightBefore(AROUND), end * HOURS_PER_PART);
  const newest = [day, day - 1].map((one) => excessOf(sensor, nights, nightBefore(noonHour(longitude, one))));
  return Math.min(...newest) > AS_BY_DAY * size;
}

/**
 * Whether a part around noon speaks for heating by day; NaN of the others.
 *
 * @param at the part, and the first one that is not over: of a replay more is known, which no look at the running network had
 */
export function heatingEvidence(
  sensor: RelatedSensor,
  { related, size }: DayHeating,
  longitude: number,
  { part, end }: { readonly part: number; readonly end: number },
): number {
  const centre = part * HOURS_PER_PART + 1;
  const day = Math.floor(centre / HOURS);
  const noon = [day - 1, day, day + 1]
    .map((one) => noonHour(longitude, one))
    .find((hour) => Math.abs(hour - centre) <= AROUND + 1);
  if (noon === undefined) return Number.NaN;
  const after = Math.min(AROUND, end * HOURS_PER_PART - 1 - noon);
  const excess = excessOf(sensor, related, noon, after);
  return Math.max(-1, Math.min(1, EVIDENCE * (excess / size - SHOWN_SHARE)));
}

function partOfHour(hour: number): number {
  return Math.floor(hour / HOURS_PER_PART);
}
