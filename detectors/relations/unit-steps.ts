import { VARIABLES } from '../../schemas/variables.ts';
import { KNOWN_UNITS, type KnownUnit } from './known-units.ts';
import { beginOf, type NamedQuestion, type OddUnit, type ToldSteps, type UsualSteps } from './named-condition.ts';
import { LEARNT_PARTS, type RelatedSensor } from './usual-relation.ts';
import { proportionOver, usualShares } from './usual-share.ts';
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
} from './value-steps.ts';

/** Lengths that are looked at [parts]. A unit must explain their values better than the usual steps, by this logarithm of the likelihoods. */
const LENGTHS = [4, 8, 16];
const CLEAR = 10;
/** In another unit it reads less of the wind around: by this share of the logarithm of its size, over so many parts. */
const LESS = 0.5;
const FEWEST_PARTS = 3;
/** A part of a day that makes a unit so much likelier speaks wholly for it. */
const WHOLE = 3;

/**
 * Looks whether the values of a sensor come in the steps that its usual ones have in another unit: whole km/h are multiples of
 * 0.28 in m/s, of 0.54 in kn, of 0.62 in mph. No neighbour is asked, unless the steps could be those of another instrument as
 * well. A sensor without coarse steps tells nothing.
 *
 * @returns null where the steps are the usual ones, or those of no unit
 */
export function unitBySteps(question: NamedQuestion): Extract<OddUnit, { by: 'steps' }> | null {
  const { sensor, end, since } = question;
  const learntUntil = end - LENGTHS[LENGTHS.length - 1];
  const steps = usualSteps(sensor, learntUntil - LEARNT_PARTS, learntUntil);
  if (steps === null) return null;
  for (const length of LENGTHS) {
    const from = end - length;
    if (from < since) break;
    const values = differentIn(sensor, from, end);
    const digit = lastDigit(values);
    const told = (marks: Marks) => likelihood(values, steps.share, marks);
    const [best, ...less] = KNOWN_UNITS[VARIABLES[sensor.variable]]
      .map((unit) => ({ unit, told: told(marksIn(steps, unit.size, digit)) }))
      .sort((a, b) => b.told - a.told);
    if (best === undefined || best.told < CLEAR || best.told - told(marksIn(steps, 1, digit)) < CLEAR) continue;
    const { unit } = best;
    const isNear = (other: number) => best.told - other < NO_OTHER_STEPS;
    const mayBeOther = stepsOf(sensor.variable).some((step) => isNear(told(marksOf(step, digit))));
    if (mayBeOther && !readsLess(sensor, unit, from, end)) continue;
    const shown = { ...steps, digit };
    const evidence = (part: number) => evidenceOfSteps(sensor, unit, shown, part);
    const begin = beginOf(evidence, Math.max(since, learntUntil), end);
    const isDoubtful = less.some((one) => isNear(one.told));
    return { kind: 'unit', by: 'steps', unit, related: [], shared: [], from: begin, isDoubtful, steps: shown };
  }
  return null;
}

/** Evidence of one part: 1 if its values fit the steps in the other unit, -1 if they fit the usual steps; NaN without values. */
export function evidenceOfSteps(sensor: RelatedSensor, unit: KnownUnit, steps: ToldSteps, part: number): number {
  const values = differentIn(sensor, part, part + 1);
  if (values.length === 0) return Number.NaN;
  const told = (size: number) => likelihood(values, steps.share, marksIn(steps, size, steps.digit));
  return Math.max(-1, Math.min(1, (told(unit.size) - told(1)) / WHOLE));
}

/** The usual steps where the values are in a unit of a size, and were rounded again. */
function marksIn({ step, slack }: UsualSteps, size: number, digit: number): Marks {
  return marksBy((HUNDREDTHS * step) / size, slack / size + (size === 1 ? 0 : digit / 2), digit);
}

/** Whether a sensor reads less of the wind around than usual, as in a unit. */
function readsLess(sensor: RelatedSensor, { size }: KnownUnit, from: number, end: number): boolean {
  const { parts, log } = proportionOver(sensor, usualShares(sensor, from - LEARNT_PARTS, from), from, end);
  return parts >= FEWEST_PARTS && log <= -LESS * Math.log(size);
}
