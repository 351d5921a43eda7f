import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { PARTS_PER_DAY } from './day-parts.ts';
import { AGREEING, clearest, type LastingChange } from './lasting-change.ts';
import { type LeftOut, middle, type RelatedSensor, sigmaOf } from './usual-relation.ts';
import { logOf, type Proportion, proportionOver, type SharedNeighbour, usualShares } from './usual-share.ts';

/** What tells of a share that has changed. */
interface GainRule {
  /** Days before a change from which the usual proportion is learnt. */
  readonly learntDays: number;
  /** Lengths of what follows a change that are looked at [parts]. */
  readonly lengths: readonly number[];
  /** What the neighbours must imply over them: in the mean of a part, and in all. */
  readonly leastMean: number;
  readonly leastSum: number;
  /** A day counts where they imply so much: in the mean of a part, and in all; and so many such days are needed. */
  readonly dayMean: number;
  readonly daySum: number;
  readonly days: number;
  /** Sigma of the logarithm that is expected anywhere, and how many stretches that counts as. */
  readonly expected: number;
  readonly asIfMore: number;
}

const RULES: Readonly<Record<'wind' | 'rain', GainRule>> = {
  wind: {
    learntDays: 12,
    lengths: [16, 20, 24, 32, 40, 48],
    leastMean: 4,
    leastSum: 0,
    dayMean: 3,
    daySum: 0,
    days: 2,
    expected: 0.2,
    asIfMore: 4,
  },
  rain: {
    learntDays: 12,
    lengths: [16, 24, 32, 48, 64, 80],
    leastMean: 0,
    leastSum: 8,
    dayMean: 0,
    daySum: 1,
    days: 3,
    expected: 0.45,
    asIfMore: 6,
  },
};
/** Parts that must be there, as a share; of a day so many. */
const THERE = 0.7;
const FEWEST_OF_DAY = 4;
/** A share above 0.6 is no matter; what is worn or blocked reads less and not more. */
const LEAST_LOG = 0.5;
/** So much of it is worth a closer look. */
const FIRST_LOOK_SHARE = 0.6;
/** Stretches before the change that must tell how much the proportion varies anyway. */
const FEWEST_BEFORE = 3;
/** A change stands out by so many sigmas. */
const SIGMAS = 4;
/** A day shows a change where it has so much of it. */
const SHOWN_SHARE = 0.5;
/** It stands out by so many times what the neighbours' proportions move in the same time; so many are asked. */
const UNSETTLED = 2;
const ASKED_AROUND = 8;
const APART = { wind: 4, rain: 8 } as const;

/**
 * Looks back from the end of a day for a change after which a sensor has read another share of what its neighbours imply: an
 * anemometer that turns hard, a gauge that is half blocked. Every windy or wet day since must show it.
 *
 * @param end first part that is not over
 * @param since no change is looked for before this part
 * @param leftOut parts that do not tell what is usual
 * @returns the change that stands out most; null where none does
 */
export function lastingGain(sensor: RelatedSensor, end: number, since: number, leftOut: LeftOut): LastingChange | null {
  const name = sensor.variable === VARIABLE_INDEX.rain ? 'rain' : 'wind';
  const rule = RULES[name];
  if (!isWorthALook(sensor, end, leftOut, rule)) return null;
  const found: LastingChange[] = [];
  for (const length of rule.lengths) {
    const from = end - length;
    if (from < since) break;
    const learntFrom = from - rule.learntDays * PARTS_PER_DAY;
    const shared = usualShares(sensor, learntFrom, from, leftOut);
    if (shared.length === 0) continue;
    const after = proportionOver(sensor, shared, from, end);
    if (!tells(after, length, rule) || after.log > -LEAST_LOG) continue;
    if (!everyDayShows(sensor, shared, from, end, after.log, rule)) continue;
    const before: number[] = [];
    for (let begin = learntFrom; begin + length <= from; begin += APART[name]) {
      const stretch = proportionOver(sensor, shared, begin, begin + length);
      if (tells(stretch, length, rule)) before.push(stretch.log);
    }
    if (before.length < FEWEST_BEFORE) continue;
    const sigma = sigmaOf(before, rule.expected, rule.asIfMore);
    if (Math.abs(after.log) <= SIGMAS * sigma) continue;
    const each = shared.map((one) => proportionOver(sensor, [one], from, end)).filter(({ implied }) => implied > 0);
    const agreeing = each.filter(({ log }) => log * Math.sign(after.log) > Math.abs(after.log) / 2).length;
    if (agreeing === 0 || agreeing < AGREEING * each.length) continue;
    if (-after.log <= UNSETTLED * unsettledAround(sensor, shared, learntFrom, from, end)) continue;
    const related = shared.map(({ neighbour, share, weight }) => ({ neighbour, differences: [share], weight }));
    found.push({ kind: 'gain', from, size: after.log, sigma, related, asked: each.length, agreeing });
  }
  return clearest(found);
}

/** How far the neighbours' own proportions to theirs have moved in the same time, in the median. */
function unsettledAround(
  sensor: RelatedSensor,
  shared: readonly SharedNeighbour[],
  learntFrom: number,
  from: number,
  end: number,
): number {
  const sizes = shared.slice(0, ASKED_AROUND).map(({ neighbour }) => {
    const theirs = { ...sensor, station: neighbour.index };
    const { implied, log } = proportionOver(
      theirs,
      usualShares(theirs, learntFrom, from, () => false),
      from,
      end,
    );
    return implied > 0 ? Math.abs(log) : Number.NaN;
  });
  const told = sizes.filter((size) => !Number.isNaN(size));
  return told.length === 0 ? 0 : middle(told);
}

/** Whether the newest half day tells anything, and what came since the shortest or the longest length before is another share. */
function isWorthALook(
  sensor: RelatedSensor,
  end: number,
  leftOut: LeftOut,
  { lengths, learntDays, leastSum }: GainRule,
): boolean {
  return [lengths[0], lengths[lengths.length - 1]].some((length) => {
    const from = end - length;
    const shared = usualShares(sensor, from - learntDays * PARTS_PER_DAY, from, leftOut);
    if (shared.length === 0 || proportionOver(sensor, shared, end - PARTS_PER_DAY / 2, end).implied === 0) return false;
    const { implied, log } = proportionOver(sensor, shared, from, end);
    return implied >= leastSum && log <= -FIRST_LOOK_SHARE * LEAST_LOG;
  });
}

/** The neighbours of a gain, as they are asked. */
export function sharesOf({ related }: Pick<LastingChange, 'related'>): SharedNeighbour[] {
  return related.map(({ neighbour, differences, weight }) => ({ neighbour, share: differences[0], weight }));
}

function tells({ parts, implied }: Proportion, length: number, { leastMean, leastSum }: GainRule): boolean {
  return parts >= THERE * length && implied >= leastMean * parts && implied >= leastSum;
}

function everyDayShows(
  sensor: RelatedSensor,
  shared: readonly SharedNeighbour[],
  from: number,
  end: number,
  log: number,
  { dayMean, daySum, days }: GainRule,
): boolean {
  let told = 0;
  for (let begin = from; begin + PARTS_PER_DAY <= end; begin += PARTS_PER_DAY) {
    const day = proportionOver(sensor, shared, begin, begin + PARTS_PER_DAY);
    if (day.parts < FEWEST_OF_DAY || day.implied < dayMean * day.parts || day.implied < daySum) continue;
    told++;
    if (logOf(day.own, day.implied) * Math.sign(log) <= SHOWN_SHARE * Math.abs(log)) return false;
  }
  return told >= days;
}
