import type { Classification } from '../../schemas/anomaly.ts';

/** Weight of a term in log-odds for each unit of it: at once, and with all the hindsight that is waited for. */
export type TermWeights<Term extends string> = Readonly<Record<Term, readonly [atOnce: number, settled: number]>>;

/**
 * The kinds of question that have weights of their own: of values expected to follow the last (`next`) or in the middle of
 * the window (`middle`), of stations that report often or hourly. What a step says depends on how long it took.
 */
export const QUESTIONS = ['next', 'middle', 'next_hourly', 'middle_hourly'] as const;
export type QuestionKind = (typeof QUESTIONS)[number];

/** Slots between two reports from which on a station counts as hourly: half an hour is often, one report missed or not. */
const HOURLY_FROM = 4;

/** The kind of a question. @param cadence slots between the reports of the station */
export function questionKind(middle: boolean, cadence: number): QuestionKind {
  if (cadence >= HOURLY_FROM) return middle ? 'middle_hourly' : 'next_hourly';
  return middle ? 'middle' : 'next';
}

/** Log-odds above which it is the device, and below which it is the weather. */
export const FAILURE_ABOVE = 0;
export const WEATHER_BELOW = -1;
/** Fewer neighbours than this must speak more clearly: by so much in log-odds. */
export const FEW = 3;
const CAUTION_OF_FEW = 0.7;
const MOST_EXPLAINED = 0.75;

/**
 * Weighs evidence: the log-odds that a candidate is a failure of the device, the sum of its terms by their weights
 * (logistic regression; Cox 1958, Journal of the Royal Statistical Society B 20, 215-242).
 *
 * @param hindsight share of the hindsight that is known, 0 to 1: the weights lie between the two in proportion
 * @returns natural logarithm of P(failure) / P(weather), and what each term adds to it
 */
export function weigh<Term extends string>(
  terms: Readonly<Record<Term, number>>,
  weights: TermWeights<Term>,
  hindsight: number,
): { logOdds: number; shares: Record<Term, number> } {
  const shares = {} as Record<Term, number>;
  let logOdds = 0;
  for (const term of Object.keys(weights) as Term[]) {
    const [atOnce, settled] = weights[term];
    shares[term] = terms[term] * (atOnce + (settled - atOnce) * hindsight);
    logOdds += shares[term];
  }
  return { logOdds, shares };
}

/**
 * The class of a candidate by its log-odds. Whatever they are, it is no failure where three quarters of the neighbours explain it, and
 * no weather where nothing at all goes on around.
 *
 * @param compared number of neighbours
 * @param explained weight of those that explain it, 0 to 1
 * @param lively whether any of them did anything
 */
export function classOf(logOdds: number, compared: number, explained: number, lively: boolean): Classification {
  const caution = compared < FEW ? CAUTION_OF_FEW : 0;
  if (logOdds > FAILURE_ABOVE + caution && explained < MOST_EXPLAINED) return 'device_failure';
  return logOdds < WEATHER_BELOW - caution && lively ? 'weather_event' : 'suspected';
}

/** A number of the evidence: three decimals, never -0. */
export function rounded(x: number): number {
  return Math.round(x * 1000) / 1000 + 0;
}

/** The same for every number of a record. */
export function roundedAll<Name extends string>(numbers: Readonly<Record<Name, number>>): Record<Name, number> {
  const all = {} as Record<Name, number>;
  for (const name of Object.keys(numbers) as Name[]) all[name] = rounded(numbers[name]);
  return all;
}
