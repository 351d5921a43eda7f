import type { SpatialQuestion } from '../neighbours/spatial-question.ts';
import { rounded, roundedAll } from './evidence-numbers.ts';
import type { CommonEvidence, Compared } from './evidence-terms.ts';
import { weighHourly } from './hourly-weighing.ts';
import { type QuestionKind, questionKind, type TermWeights, weigh } from './weighing.ts';

/** What evidence comes to: numbers for the answer beside the log-odds themselves. */
export interface Weighed {
  readonly logOdds: number;
  /** Plain JSON. */
  readonly evidence: {
    readonly logOdds: number;
    readonly terms: Readonly<Record<string, number | null>>;
    readonly adds: Readonly<Record<string, number>>;
  };
}

/**
 * Weighs the evidence of a question: by the weights of the method where the station reports often, by trees where it is hourly.
 *
 * @param last newest slot that is read
 * @param common what `commonTerms` found
 * @param terms of the method, with those in common
 * @param weights of the method
 * @param adds room for what each term adds
 */
export function weighEvidence<Term extends string>(
  question: SpatialQuestion,
  compared: Compared,
  last: number,
  common: CommonEvidence,
  terms: Readonly<Record<Term, number>>,
  weights: Readonly<Record<QuestionKind, TermWeights<Term>>>,
  adds: Record<Term, number>,
): Weighed {
  if (common.hourly) {
    const hourly = weighHourly(question, compared, last, common.hindsight, common.away);
    return { logOdds: hourly.logOdds, evidence: { ...hourly, logOdds: rounded(hourly.logOdds) } };
  }
  const kind = questionKind(question.middleOf !== undefined, common.slight);
  const logOdds = weigh(terms, weights[kind], common.hindsight, adds);
  return { logOdds, evidence: { logOdds: rounded(logOdds), terms: roundedAll(terms), adds: roundedAll(adds) } };
}
