import { medianOfDays, spreadOfDays, usualDifference } from '../baselines/level-difference.ts';
import { DAY_PARTS, dayPartOf, firstSlotOfPart, LEVEL_DAYS } from '../baselines/usual-levels.ts';
import { medianOfFirst, weightedMedian } from '../windows/window-values.ts';
import {
  COMPARED,
  type Expectation,
  type ExpectationQuestion,
  expectedAt,
  lastReported,
  SPREAD_SLOTS,
  type UsualDifference,
  weightOf,
  withoutRuler,
} from './expectation.ts';

/** Least sigma, in those of a sensor that reports more often: in an hour, weather at one station moves it by more. */
const HOURLY = 4;

/** Reports of the three hours before that tell how it stands lately: one alone may be wrong itself. */
const LATELY = 2;

const own = Array.from({ length: DAY_PARTS }, () => new Float64Array(LEVEL_DAYS));
const theirs = new Float64Array(LEVEL_DAYS);
const departures = new Float64Array(LEVEL_DAYS);
/** By how much the days departed from the usual difference to a neighbour in the part of the slot, [neighbour][day]. */
const daily = Array.from({ length: COMPARED }, () => new Float64Array(LEVEL_DAYS));
const onDay = new Float64Array(COMPARED);
const weights = new Float64Array(COMPARED);
const lately = new Float64Array(SPREAD_SLOTS);

/**
 * How an hourly station stands to its hourly neighbours by part of the day, learnt over the days before that of the slot, and by
 * how much it departed from that in the three hours before the onset.
 *
 * @param share least share of the nearest neighbours of which four days must tell
 * @returns null where they do not, or tell of none
 */
export function expectationByDays(question: ExpectationQuestion, share: number): Expectation | null {
  const { windows, levels, station, variable, slot, onset, neighbours, sigma: least } = question;
  for (let part = 0; part < DAY_PARTS; part++) {
    if (!levels.means(station, variable, firstSlotOfPart(slot, part), own[part])) own[part].fill(Number.NaN);
  }
  const now = dayPartOf(slot);
  if (Number.isNaN(medianOfDays(own[now]))) return null;
  const differences: UsualDifference[] = [];
  let reporting = 0;
  for (const neighbour of neighbours) {
    if (reporting === COMPARED) break;
    if (Number.isNaN(lastReported(windows, neighbour.index, variable, slot))) continue;
    reporting++;
    const days = daily[differences.length];
    const usual = usualByPart(question, neighbour.index, days);
    const difference = usual[now];
    if (Number.isNaN(difference)) continue;
    const weight = weightOf(neighbour.km, spreadOfDays(days), least);
    differences.push({ neighbour, usual: usual.map((one) => (Number.isNaN(one) ? difference : one)), weight });
  }
  if (differences.length === 0 || differences.length < share * reporting) return null;
  const weighed = withoutRuler(differences);
  const sigma = Math.max(HOURLY * least, spreadOfDays(departuresOfDays(weighed)));
  const usual: Expectation = { over: 'days', differences: weighed, passing: null, sigma, step: least };
  let count = 0;
  for (let at = onset - SPREAD_SLOTS; at < onset; at++) {
    const departure = windows.value(station, variable, at) - expectedAt(windows, variable, at, usual);
    if (!Number.isNaN(departure)) lately[count++] = departure;
  }
  return count < LATELY ? usual : { ...usual, passing: { departure: medianOfFirst(lately, count), slot: onset } };
}

/**
 * Usual difference from a neighbour in each part of the day; NaN where too few days tell.
 *
 * @param days is written by how much each departed from it in the part of the slot
 */
function usualByPart({ levels, variable, slot }: ExpectationQuestion, neighbour: number, days: Float64Array): number[] {
  const now = dayPartOf(slot);
  return own.map((means, part) => {
    if (!levels.means(neighbour, variable, firstSlotOfPart(slot, part), theirs)) return Number.NaN;
    return usualDifference(means, theirs, part === now ? days : departures);
  });
}

/** By how much each day departed from what all neighbours together imply: the weighted median of what each says. */
function departuresOfDays(differences: readonly UsualDifference[]): Float64Array {
  for (let day = 0; day < LEVEL_DAYS; day++) {
    let count = 0;
    for (const [k, { weight }] of differences.entries()) {
      if (Number.isNaN(daily[k][day])) continue;
      onDay[count] = daily[k][day];
      weights[count++] = weight;
    }
    departures[day] = weightedMedian(onDay, weights, count);
  }
  return departures;
}
