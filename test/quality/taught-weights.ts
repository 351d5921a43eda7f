import type { QuestionKind, TermWeights } from '../../detectors/evidence/weighing.ts';
import type { SpatialMethodName } from '../../schemas/judgement-configuration.ts';
import { logisticRegression } from './logistic-regression.ts';
import { addTo, type Samples } from './recorded-evidence.ts';

/** Weight of what all neighbours share, fixed: that it is weather is no matter of how much of it a sample has. */
const EXPLAINED = -2;
/** What a network weighs in all, for each kind of question: small networks teach as much as large ones. */
const WEIGHT_OF_A_NETWORK = 10_000;
/** Neighbours that follow, and what happens around, never speak for a failure; size and distance never against one. */
const SIGNS: Readonly<Record<string, 1 | -1>> = {
  ...{ following: -1, followed: -1, nearest: -1, along: -1, companions: -1, alike: -1 },
  ...{ stir: -1, stir_others: -1, wet: -1, wet_rain: -1 },
  ...{ size: 1, size_rain: 1, left: 1, after: -1, away: 1, returned: 1, apart: 1 },
};

/**
 * Adds the samples of a network to those of others, scaled so that every network weighs the same in each place.
 *
 * @param into the samples are added to it
 */
export function addNetwork(taught: Samples, into: Samples): void {
  for (const [place, those] of taught) {
    const total = those.reduce((sum, { weight }) => sum + weight, 0);
    const scale = WEIGHT_OF_A_NETWORK / total;
    for (const sample of those) addTo(into, place, { ...sample, weight: scale * sample.weight });
  }
}

/**
 * Learns the weights of one method and kind of question.
 *
 * @param samples of networks, from `addNetwork`
 * @param ridge penalty on the squared weights (`logisticRegression`)
 * @param leftOut terms that are not to be used: they weigh 0
 * @returns a weight for each term, at once and settled; null where no sample is about such a question
 * @throws Error where samples are of verdicts at once alone, or of settled ones alone
 */
export function taughtWeights(
  samples: Samples,
  name: SpatialMethodName,
  kind: QuestionKind,
  ridge: number,
  leftOut: ReadonlySet<string> = new Set(),
): TermWeights<string> | null {
  const fits = ['atOnce', 'settled'].map((verdicts) => {
    const observed = samples.get(`${name}|${kind}|${verdicts}`) ?? [];
    const used = observed.map((sample) => {
      const terms = Object.entries(sample.terms).map(([term, value]) => [term, leftOut.has(term) ? 0 : value] as const);
      return { ...sample, terms: Object.fromEntries(terms) };
    });
    return used.length === 0 ? null : logisticRegression(used, ridge, SIGNS);
  });
  const [atOnce, settled] = fits;
  if (atOnce === null && settled === null) return null;
  if (atOnce === null || settled === null) {
    throw new Error(`${name}, ${kind}: samples are all of verdicts ${atOnce === null ? 'settled' : 'at once'}`);
  }
  const explained = leftOut.has('explained') ? 0 : EXPLAINED;
  const learnt = Object.keys(atOnce).map((term) => [term, [atOnce[term], settled[term]] as const] as const);
  return { explained: [explained, explained], ...Object.fromEntries(learnt) };
}
