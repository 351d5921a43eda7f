import { BEHAVES_AS, FLOOR_SHARES, VARIABLE_INDEX } from '../../schemas/variables.ts';
import { PARTS_PER_DAY } from './day-parts.ts';
import {
  agreement,
  clearest,
  glancedLengths,
  type LastingGain,
  learntOnce,
  unsettledAround,
} from './lasting-change.ts';
import { shareBySteps } from './share-by-steps.ts';
import { type ExpectedSigma, LEARNT_PARTS, type RelatedSensor } from './usual-relation.ts';
import {
  logOf,
  type Proportion,
  proportionOver,
  type SharedNeighbour,
  sigmaOfShares,
  toldShare,
  usualShares,
} from './usual-share.ts';

/** What tells of a share that has changed. */
interface GainRule extends ExpectedSigma {
  /** Lengths of what follows a change that are looked at [parts], and those that tell whether it is worth a look. */
  readonly lengths: readonly number[];
  readonly telling: readonly number[];
  /** What the neighbours must imply over them: in the mean of a part, and in all. */
  readonly leastMean: number;
  readonly leastSum: number;
  /** A day counts where they imply so much: in the mean of a part, and in all; and so many such days are needed. */
  readonly dayMean: number;
  readonly daySum: number;
  readonly days: number;
  /** Stretches before the change begin so many parts apart, and so many must tell how much a share varies anyway. */
  readonly apart: number;
  readonly fewest: number;
}

const RAIN_LENGTHS = [24, 32, 40, 48, 64, 80] as const;
const RULES: Readonly<Record<'wind' | 'rain', GainRule>> = {
  wind: {
    lengths: [16, 20, 24, 32, 40, 48],
    telling: [16, 48],
    leastMean: 2,
    leastSum: 0,
    dayMean: 2,
    daySum: 0,
    days: 2,
    expected: 0.2,
    asIfMore: 4,
    apart: 4,
    fewest: 3,
  },
  rain: {
    lengths: RAIN_LENGTHS,
    telling: RAIN_LENGTHS,
    leastMean: 0,
    leastSum: 8,
    dayMean: 0,
    daySum: 1,
    days: 3,
    expected: 0.45,
    asIfMore: 6,
    apart: 8,
    // Before a change few are wet: what is expected anywhere tells of a gauge that catches next to nothing.
    fewest: 0,
  },
};
/** The longest of what follows a change that is looked at [parts]. */
export const LONGEST_GAIN = Math.max(...RULES.wind.lengths, ...RULES.rain.lengths);
/** Parts that must be there, as a share; of a day so many. */
const THERE = 0.7;
const FEWEST_OF_DAY = 4;
/** A share above 0.6 is no matter; what is worn or blocked reads less and not more. */
const LEAST_LOG = 0.5;
/** So much of it is worth a closer look. */
const FIRST_LOOK_SHARE = 0.6;
/** A change stands out by so many sigmas. */
const SIGMAS = 4;
/** A day shows a change where it has so much of it. */
const SHOWN_SHARE = 0.5;
/** What the steps of the values tell is nearly exact. */
const SIGMA_OF_STEPS = 0.02;
/** It stands out by so many times what the neighbours' proportions move in the same time. */
const UNSETTLED = 2;

/**
 * Looks back from the end of a day for a change after which a sensor has read another share of what its neighbours imply: an
 * anemometer that turns hard, a gauge that is half blocked. Every windy or wet day since must show it.
 *
 * @param end first part that is not over
 * @param since no change is looked for before this part
 * @returns the change that stands out most; null where none does
 */
export function lastingGain(sensor: RelatedSensor, end: number, since: number): LastingGain | null {
  const rule = ruleOf(sensor.variable);
  const learntBefore = learntOnce((from) => usualShares(sensor, from - LEARNT_PARTS, from));
  if (!isWorthALook(sensor, end, rule, learntBefore)) return null;
  const found: LastingGain[] = [];
  for (const length of rule.lengths) {
    const from = end - length;
    if (from < since) break;
    const learntFrom = from - LEARNT_PARTS;
    const shared = learntBefore(from);
    if (shared.length === 0) continue;
    const after = proportionOver(sensor, shared, from, end);
    const steps = shareBySteps(sensor, from, end);
    if (steps !== null && after.log <= SHOWN_SHARE * steps) {
      const all = { asked: shared.length, agreeing: shared.length };
      found.push({ kind: 'gain', from, size: steps, sigma: SIGMA_OF_STEPS, related: shared, ...all, bySteps: true });
      continue;
    }
    if (!tells(after, length, rule) || after.log > -LEAST_LOG) continue;
    if (!everyDayShows(sensor, shared, from, end, after.log, rule)) continue;
    const sigma = sigmaOfShares(sensor, shared, [learntFrom, from, length], {
      ...rule,
      tells: (stretch) => tells(stretch, length, rule),
    });
    if (sigma === null || Math.abs(after.log) <= SIGMAS * sigma) continue;
    const agreed = agreement(shared, (one) => toldShare(sensor, [one], from, end), after.log);
    if (agreed === null) continue;
    const unsettled = unsettledAround(sensor, shared, (theirs) => {
      return toldShare(theirs, usualShares(theirs, learntFrom, from), from, end);
    });
    if (-after.log <= UNSETTLED * unsettled) continue;
    found.push({ kind: 'gain', from, size: after.log, sigma, related: shared, ...agreed });
  }
  return clearest(found);
}

/** The rule of what a variable behaves like, its lengths in proportion to the floors. @param variable index into VARIABLES */
function ruleOf(variable: number): GainRule {
  const rule = RULES[BEHAVES_AS[variable] === VARIABLE_INDEX.rain ? 'rain' : 'wind'];
  const share = FLOOR_SHARES[variable];
  if (share === 1) return rule;
  const { leastMean, leastSum, dayMean, daySum } = rule;
  return {
    ...rule,
    ...{ leastMean: share * leastMean, leastSum: share * leastSum },
    ...{ dayMean: share * dayMean, daySum: share * daySum },
  };
}

/** Whether the newest day tells anything, and what came since the beginning of some length is another share. */
function isWorthALook(
  sensor: RelatedSensor,
  end: number,
  { telling }: GainRule,
  learntBefore: (from: number) => readonly SharedNeighbour[],
): boolean {
  if (isCalm(sensor, end)) return false;
  return glancedLengths(telling, end).some((length) => {
    const from = end - length;
    const shared = learntBefore(from);
    if (shared.length === 0 || proportionOver(sensor, shared, end - PARTS_PER_DAY, end).implied === 0) return false;
    return proportionOver(sensor, shared, from, end).log <= -FIRST_LOOK_SHARE * LEAST_LOG;
  });
}

/** Whether no neighbour had any wind or rain on the newest day: what is usual of it then says nothing. */
function isCalm({ means, station, variable, neighboursOf }: RelatedSensor, end: number): boolean {
  const newest = new Float64Array(PARTS_PER_DAY);
  return neighboursOf(station).every(({ index }) => {
    means.readMeans(index, variable, end - PARTS_PER_DAY, newest);
    return !newest.some((mean) => mean > 0);
  });
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
