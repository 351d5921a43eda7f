import { VARIABLES } from '../../schemas/variables.ts';
import { HOURS_PER_PART } from './day-parts.ts';
import { KNOWN_UNITS } from './known-units.ts';
import type { UsualSteps } from './named-condition.ts';
import type { RelatedSensor } from './usual-relation.ts';

/** Instruments and formats round to these shares of a unit. */
const SHARES_OF_UNITS = [1, 0.5, 0.1];
/** Values are held in hundredths, and come with one decimal or two. */
export const HUNDREDTHS = 100;
const TENTH = 10;
/** What is as near but for the last digit of a number. */
const SAME = 1e-6;
/** So many values tell in which steps a sensor reads, so many of them different. */
const FEWEST_VALUES = 40;
const FEWEST_DIFFERENT = 8;
/** Some values fit no step: a mean of two, or one that was filled in. */
const MOST_FITTING = 0.98;
/** A step tells nothing that more of all numbers fit by chance. */
const MOST_BY_CHANCE = 0.5;
/** What one value tells for a step in the mean, as a logarithm of how likely it is. */
const LEAST_TOLD = 0.3;
/** By so much it is likelier than other steps in the documented unit, which another instrument has, and than another unit. */
export const NO_OTHER_STEPS = 6;

/** So many amounts tell the least that a gauge usually reads: this share of them may be less, as water dries or is shared out. */
const FEWEST_AMOUNTS = 5;
const LESS_THAN_A_TIP = 0.1;
/** It reads whole tips where so many of its amounts are some, of so many kinds. */
const WHOLE = 0.9;
const FEWEST_OF_TIPS = 3;
/** A gauge reads whole tips. So far from them an amount is none, in tips; more of many, as the size of one is not known better. */
const OFF = 0.05;
const OFF_EACH = 0.02;

/** The numbers that are multiples of a step, but for their rounding: step and slack in hundredths. */
export interface Marks {
  readonly step: number;
  readonly slack: number;
  /** Share of all numbers that are near one of them. */
  readonly chance: number;
}

/** The steps in which a sensor reads: those that its values fit beyond chance; null where there are none that tell. */
export function usualSteps(sensor: RelatedSensor, from: number, until: number): UsualSteps | null {
  const all = valuesIn(sensor, from, until);
  const counts = new Map<number, number>();
  for (const value of all) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (all.length < FEWEST_VALUES || counts.size < FEWEST_DIFFERENT) return null;
  const values = [...counts.keys()];
  let best: UsualSteps | null = null;
  let most = LEAST_TOLD;
  for (const step of stepsOf(sensor.variable)) {
    // Another unit may come with a decimal more, in which the tenths of the usual one are steps too.
    const marks = marksBy(HUNDREDTHS * step, marksOf(step, lastDigit(values)).slack, 1);
    const { slack, chance } = marks;
    const on = values.reduce((sum, value) => sum + (isOn(marks, value) ? (counts.get(value) ?? 0) : 0), 0);
    const share = Math.min(MOST_FITTING, on / all.length);
    if (chance > MOST_BY_CHANCE || share <= chance) continue;
    const told = share * Math.log(share / chance) + (1 - share) * Math.log((1 - share) / (1 - chance));
    if (told > most) [most, best] = [told, { step, slack, share }];
  }
  return best;
}

/** The tip of a gauge: the least that it usually reads; null where too little rain tells, or it reads no whole tips. */
export function usualTip(sensor: RelatedSensor, from: number, until: number): UsualSteps | null {
  const amounts = valuesIn(sensor, from, until).sort((a, b) => a - b);
  if (amounts.length < FEWEST_AMOUNTS || new Set(amounts).size < FEWEST_OF_TIPS) return null;
  const tip = {
    step: amounts[Math.floor(LESS_THAN_A_TIP * amounts.length)] / HUNDREDTHS,
    slack: 0,
    share: 1 - LESS_THAN_A_TIP,
  };
  return brokenOf(amounts, tip) <= 1 - WHOLE ? tip : null;
}

/** Share of the amounts that are no whole tips. */
export function brokenOf(amounts: readonly number[], { step }: UsualSteps): number {
  const broken = amounts.filter((amount) => {
    const tips = amount / (HUNDREDTHS * step);
    const whole = Math.max(1, Math.round(tips));
    return Math.abs(tips - whole) > OFF + OFF_EACH * whole;
  });
  return broken.length / amounts.length;
}

/** The steps of instruments in any unit of a variable, in the documented one. */
export function stepsOf(variable: number): number[] {
  const sizes = [1, ...KNOWN_UNITS[VARIABLES[variable]].map(({ size }) => size)];
  return sizes.flatMap((size) => SHARES_OF_UNITS.map((share) => share * size));
}

/** A step in the unit that is reported. */
export function marksOf(step: number, digit: number): Marks {
  return marksBy(HUNDREDTHS * step, fits(HUNDREDTHS * step, digit) ? 0 : digit / 2, digit);
}

export function marksBy(step: number, slack: number, digit: number): Marks {
  return { step, slack, chance: Math.max(digit, 2 * slack) / step };
}

/** The last digit of all of the values, in hundredths: they come with one decimal, or with two. */
export function lastDigit(values: readonly number[]): number {
  return values.every((value) => fits(value, TENTH)) ? TENTH : 1;
}

function fits(value: number, step: number): boolean {
  return Math.abs(value - step * Math.round(value / step)) <= SAME;
}

function isOn({ step, slack }: Marks, value: number): boolean {
  const times = Math.round(value / step);
  return times > 0 && Math.abs(value - step * times) <= slack + SAME;
}

/** By how much likelier marks make values than chance does, as a logarithm. @param share of the values that are on the marks */
export function likelihood(values: readonly number[], share: number, marks: Marks): number {
  const { chance } = marks;
  if (chance > MOST_BY_CHANCE) return 0;
  const [on, off] = [Math.log(share / chance), Math.log((1 - share) / (1 - chance))];
  return values.reduce((sum, value) => sum + (isOn(marks, value) ? on : off), 0);
}

/** The different values of some parts: how often one comes again tells nothing of the steps. */
export function differentIn(sensor: RelatedSensor, from: number, until: number): number[] {
  return [...new Set(valuesIn(sensor, from, until))];
}

/** The lowest and the highest value of each hour of some parts, in hundredths, but for 0. */
export function valuesIn({ means, station, variable }: RelatedSensor, from: number, until: number): number[] {
  const values: number[] = [];
  for (let hour = from * HOURS_PER_PART; hour < until * HOURS_PER_PART; hour++) {
    const [low, high] = [means.lowest(station, variable, hour), means.highest(station, variable, hour)];
    if (low > 0) values.push(low);
    if (high > low && high > 0) values.push(high);
  }
  return values;
}
