import { BEHAVES_AS, VARIABLE_INDEX } from '../../schemas/variables.ts';
import type { UsualSteps } from './named-condition.ts';
import { LEARNT_PARTS, type RelatedSensor } from './usual-relation.ts';
import {
  differentIn,
  HUNDREDTHS,
  lastDigit,
  likelihood,
  type Marks,
  marksBy,
  marksOf,
  NO_OTHER_STEPS,
  stepsOf,
  usualSteps,
  usualTip,
} from './value-steps.ts';

/** Shares that are looked for, from and to: a smaller one may be another unit, and a larger one does no harm. */
const LEAST = 0.1;
const MOST = 0.6;
/** Of wind they lie so close to each other that the multiples of one are missed by no other. */
const APART = 0.00125;
/** Of rain the least amount tells them: it is one tip, or a few, and may be rounded up or down by half a hundredth. */
const TIPS_OF_LEAST = [1, 2, 3];
const ROUNDED = Array.from({ length: 51 }, (_, k) => (k - 25) / 50);
/** What comes of two roundings: of the right amount, and of what is told of it [hundredths]. */
const SLACK_OF_TWO = 0.2;
/** A share must explain the values better than the usual steps, by this logarithm of the likelihoods: more if many shares are tried. */
const CLEAR_OF_MANY = 16;
const CLEAR_OF_FEW = 10;
/** What a tip of a sound gauge is [mm]. */
const TIPS = [0.1, 0.2, 0.25, 0.254, 0.5, 1];

/**
 * By which share the steps of a sensor have become smaller: a logger that multiplies the turns of an anemometer, or the tips of a
 * gauge, by a wrong factor. Values are then multiples of what no sound instrument has, such as 0.4 km/h or 0.08 mm.
 *
 * @param from first part of those that are looked at, held against the days before; `end` the first one after them
 * @returns the logarithm of the share; null where the steps are the usual ones, those of another instrument, or do not tell
 */
export function shareBySteps(sensor: RelatedSensor, from: number, end: number): number | null {
  const isRain = BEHAVES_AS[sensor.variable] === VARIABLE_INDEX.rain;
  const values = differentIn(sensor, from, end);
  if (values.length === 0) return null;
  const learn = isRain ? usualTip : usualSteps;
  const usual = learn(sensor, from - LEARNT_PARTS, from);
  if (usual === null) return null;
  const digit = lastDigit(values);
  const told = (marks: Marks) => likelihood(values, usual.share, marks);
  const clear = isRain ? CLEAR_OF_FEW : CLEAR_OF_MANY;
  let [best, most] = [Number.NaN, told(marksOf(usual.step, digit)) + clear];
  for (const { share, slack } of isRain ? sharesOfTips(values, usual) : sharesOfSteps(usual)) {
    const likely = told(marksBy(HUNDREDTHS * usual.step * share, slack + digit / 2, digit));
    if (likely > most && likely >= clear) [best, most] = [share, likely];
  }
  const others = isRain ? TIPS : stepsOf(sensor.variable);
  const isOther = others.some((step) => most - told(marksOf(step, digit)) < NO_OTHER_STEPS);
  return Number.isNaN(best) || isOther ? null : Math.log(best);
}

/** A share that may be, and how far its multiples are from what is reported before that is rounded [hundredths]. */
interface PossibleShare {
  readonly share: number;
  readonly slack: number;
}

function sharesOfSteps({ slack }: UsualSteps): PossibleShare[] {
  return Array.from({ length: Math.round((MOST - LEAST) / APART) + 1 }, (_, k) => {
    const share = LEAST + k * APART;
    return { share, slack: slack * share };
  });
}

function sharesOfTips(values: readonly number[], { step }: UsualSteps): PossibleShare[] {
  const least = Math.min(...values);
  const shares = TIPS_OF_LEAST.flatMap((tips) => [
    { share: least / tips / (HUNDREDTHS * step), slack: 0 },
    ...ROUNDED.map((off) => ({ share: (least + off) / tips / (HUNDREDTHS * step), slack: SLACK_OF_TWO })),
  ]);
  return shares.filter(({ share }) => share >= LEAST && share <= MOST);
}
