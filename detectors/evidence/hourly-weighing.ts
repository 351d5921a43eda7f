import type { SpatialQuestion } from '../neighbours/spatial-question.ts';
import { rounded } from './evidence-numbers.ts';
import type { Compared } from './evidence-terms.ts';
import { askForest } from './forest.ts';
import { HOURLY_TERMS, type HourlyTerm, hourlyTerms } from './hourly-terms.ts';
import { HOURLY_FORESTS } from './learnt-forests.ts';

/** Terms as evidence: null is what is not known. */
type HourlyEvidence = Readonly<Record<HourlyTerm, number | null>>;

/** What the evidence of an hourly station comes to. */
export interface HourlyWeighed {
  /** Natural logarithm of P(failure) / P(weather); what else is given is rounded. */
  readonly logOdds: number;
  readonly terms: HourlyEvidence;
  /** What each term adds, and `any`: what holds for any candidate. */
  readonly adds: Readonly<Record<HourlyTerm | 'any', number>>;
}

/** Written anew by every question. */
const known = Object.fromEntries(HOURLY_TERMS.map((term) => [term, 0])) as Record<HourlyTerm, number>;
const values = new Float64Array(HOURLY_TERMS.length);
const added = new Float64Array(HOURLY_TERMS.length);

/**
 * Weighs what is known of a candidate of an hourly station. Reports an hour apart tell little by themselves, and what they tell
 * depends on each other: so it is trees that were learnt, no weights.
 *
 * @param hindsight share of the hindsight that is known, 0 to 1: with less than all of it, or where the station has not reported
 *   again by then, the trees are those for verdicts at once
 * @param away of each of the nearest neighbours, see `hourlyTerms`
 */
export function weighHourly(
  question: SpatialQuestion,
  compared: Compared,
  last: number,
  hindsight: number,
  away: Float64Array,
): HourlyWeighed {
  hourlyTerms(question, compared, last, away, known);
  for (const [n, term] of HOURLY_TERMS.entries()) values[n] = known[term];
  const settled = hindsight >= 1 && !Number.isNaN(known.next);
  const any = askForest(HOURLY_FORESTS[settled ? 'settled' : 'atOnce'], values, added);
  const adds = Object.fromEntries(HOURLY_TERMS.map((term, n) => [term, rounded(added[n])])) as Record<
    HourlyTerm,
    number
  >;
  return {
    logOdds: added.reduce((sum, add) => sum + add, any),
    terms: Object.fromEntries(
      HOURLY_TERMS.map((term, n) => [term, Number.isNaN(values[n]) ? null : rounded(values[n])]),
    ) as HourlyEvidence,
    adds: { ...adds, any: rounded(any) },
  };
}
