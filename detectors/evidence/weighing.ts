import type { Classification } from '../../schemas/anomaly.ts';
import type { ParameterSpecification } from '../methods/temporal-method.ts';
import { FAR_KM, FEW } from '../neighbours/asked-neighbours.ts';
import { type Circumstances, type Hindrance, hindranceOf } from './hindrance.ts';

/** Weight of a term in log-odds for each unit of it: at once, and with all the hindsight that is waited for. */
export type TermWeights<Term extends string> = Readonly<Record<Term, readonly [atOnce: number, settled: number]>>;

/**
 * The kinds of question that have weights of their own: of values expected to follow the last (`next`; `slight` where they
 * depart by less than the floor) or in the middle of the window (`middle`).
 */
export const QUESTIONS = ['next', 'slight', 'middle'] as const;
export type QuestionKind = (typeof QUESTIONS)[number];

/**
 * The kind of a question.
 *
 * @param middle whether the value is expected in the middle of the window
 * @param slight whether it departs by less than the floor
 */
export function questionKind(middle: boolean, slight: boolean): QuestionKind {
  if (middle) return 'middle';
  return slight ? 'slight' : 'next';
}

/**
 * Log-odds above which it is the device, at once and settled: weights are learnt from as many faults as weather, and an alarm
 * that was none costs more than a fault that stays suspected.
 */
const FAILURE_ABOVE_AT_ONCE = 0.4;
const FAILURE_ABOVE = 0.2;
/** Log-odds above which what departs by less than the floor is the device: there is so much of it that is nothing. */
const FAILURE_ABOVE_SLIGHT = 2;
/** The same of hourly stations, whatever the size: what their trees learnt was learnt in other weather (docs/quality.md, halves of Libya). */
const FAILURE_ABOVE_HOURLY = 0.7;
/** Log-odds below which it is the weather. */
const WEATHER_BELOW = -1;
/** What a method that weighs evidence says of the limits of its classes. */
export const CLASS_PARAMETERS: readonly ParameterSpecification[] = [
  {
    name: 'failure_above',
    unit: 'log-odds',
    meaning: 'weighed evidence above this is a device failure, settled',
    low: -5,
    high: 5,
    default: FAILURE_ABOVE,
  },
  {
    name: 'failure_above_at_once',
    unit: 'log-odds',
    meaning: 'the same at once; between the two with a part of the verification delay',
    low: -5,
    high: 5,
    default: FAILURE_ABOVE_AT_ONCE,
  },
  {
    name: 'weather_below',
    unit: 'log-odds',
    meaning: 'weighed evidence below this is weather',
    low: -5,
    high: 5,
    default: WEATHER_BELOW,
  },
];
/** Fewer neighbours than FEW must speak more clearly: by so much in log-odds. */
const CAUTION_OF_FEW = 0.7;
/** The same of neighbours that are all farther than FAR_KM: the hour of hindsight is over before most weather comes from there. */
const CAUTION_OF_FAR = 2;

/**
 * Weighs evidence: the log-odds that a candidate is a failure of the device, the sum of its terms by their weights
 * (logistic regression; Cox 1958, Journal of the Royal Statistical Society B 20, 215-242).
 *
 * @param hindsight share of the hindsight that is known, 0 to 1: the weights lie between the two in proportion
 * @param adds what each term adds is written into it
 * @returns natural logarithm of P(failure) / P(weather)
 */
export function weigh<Term extends string>(
  terms: Readonly<Record<Term, number>>,
  weights: TermWeights<Term>,
  hindsight: number,
  adds: Record<Term, number>,
): number {
  let logOdds = 0;
  for (const term in weights) {
    const weight = weights[term];
    const add = terms[term] * (weight[0] + (weight[1] - weight[0]) * hindsight);
    adds[term] = add;
    logOdds += add;
  }
  return logOdds;
}

/** A record of what each term adds, in the order of the weights, that `weigh` can write into. */
export function newAdds<Term extends string>(weights: TermWeights<Term>): Record<Term, number> {
  return Object.fromEntries(Object.keys(weights).map((term) => [term, 0])) as Record<Term, number>;
}

/**
 * The class of a candidate by its log-odds. Whatever they are, no failure where something hinders
 * it (`hindranceOf`), and no weather where nothing at all goes on around.
 */
export function classOf(logOdds: number, around: Circumstances): Classification {
  if (logOdds > failureAbove(around)) return hindranceOf(around) === null ? 'device_failure' : 'suspected';
  return logOdds < WEATHER_BELOW - cautionOf(around) && around.lively ? 'weather_event' : 'suspected';
}

/** What alone keeps a candidate from being a failure; null where nothing does, or its log-odds make it none. */
export function hinderedBy(logOdds: number, around: Circumstances): Hindrance | null {
  return logOdds > failureAbove(around) ? hindranceOf(around) : null;
}

/** How much more clearly it must be said; the trees of hourly stations know how far the neighbours are. */
function cautionOf({ compared, nearestKm, hourly }: Circumstances): number {
  return (compared < FEW ? CAUTION_OF_FEW : 0) + (nearestKm > FAR_KM && !hourly ? CAUTION_OF_FAR : 0);
}

/** Log-odds above which it is the device. */
function failureAbove(around: Circumstances): number {
  const caution = cautionOf(around);
  if (around.hourly) return FAILURE_ABOVE_HOURLY + caution;
  if (around.slight) return FAILURE_ABOVE_SLIGHT + caution;
  return FAILURE_ABOVE_AT_ONCE + (FAILURE_ABOVE - FAILURE_ABOVE_AT_ONCE) * around.hindsight + caution;
}
