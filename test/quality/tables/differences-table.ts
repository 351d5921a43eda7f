import { BASELINE_DAYS } from '../../../detectors/baselines/baseline-book.ts';
import { f1, falseFailures, named, weatherCalledFailure } from '../figures.ts';
import { evidenceOf, weightsOf } from '../learnt-evidence.ts';
import { markdownTable } from '../markdown-table.ts';
import { cellOf, overSeeds, pairedLoss } from '../over-seeds.ts';
import type { Samples } from '../recorded-evidence.ts';
import { type Otherwise, type Scene, scoreSet } from '../scene.ts';
import { USUAL_TERMS, type UsualFrom, type UsualTerm } from '../usual-terms.ts';

/** What is known beside the evidence, and the terms that say it. */
const KNOWN: readonly (readonly [what: string, terms: readonly UsualTerm[]])[] = [
  ['neither, weights learnt alike', []],
  ['usual differences', ['unusual', 'unusual_share', 'unusual_spread']],
  ['usual lag', ['due']],
  ['both', ['unusual_lagged', 'unusual_share', 'unusual_spread', 'due']],
];
const otherThanTiny = named((kind) => kind !== 'stuck' && !kind.endsWith(' tiny'));
const calledFailure = weatherCalledFailure(['front', 'storm']);

/**
 * What baselines of the differences from the neighbours and of the usual lag would be worth: weighed beside all other
 * evidence, by weights learnt anew on this network, and held against weights learnt alike without them. First at most, learnt
 * from the clean data, what is yet to come with it; then the differences as baselines would have them, of the days before each
 * day and of the very data that are judged; and those of the hours before each value, for which nothing need be kept. A loss
 * below 0 is a gain.
 *
 * @param cadence slots between two reports of the network
 */
export async function differencesTable(scene: Scene, cadence: number): Promise<string> {
  const injected = (set: string, seed: string) => scene.scoring.injected(set, seed);
  const oracle: UsualFrom = { folder: injected('clean', '1'), cadence, days: null };
  const ofDaysBefore = (folder: string): UsualFrom => ({ folder, cadence, days: BASELINE_DAYS });
  const ofWindow: UsualFrom = { ...oracle, ofWindow: true };
  const { segments } = scene.options;
  const known = await evidenceOf(scene, injected, segments, () => oracle);
  const learnt = await evidenceOf(scene, injected, segments, ofDaysBefore);
  const seen = await evidenceOf(scene, injected, segments, () => ofWindow);
  const weights = (evidence: Samples, terms: readonly UsualTerm[]) =>
    weightsOf(scene, evidence, new Set(USUAL_TERMS.filter((term) => !terms.includes(term))));
  const causal = weights(learnt, KNOWN[1][1]);
  const inWindow = { weights: weights(seen, KNOWN[1][1]), usualBetween: ofWindow };
  const asked: readonly (readonly [what: string, otherwise: (folder: string) => Otherwise])[] = [
    ['neither, as delivered', () => ({})],
    ...KNOWN.map(([what, terms]) => {
      const otherwise = { weights: weights(known, terms), usualBetween: oracle };
      return [what, () => otherwise] as const;
    }),
    [
      `usual differences of ${BASELINE_DAYS} days before`,
      (folder) => ({ weights: causal, usualBetween: ofDaysBefore(folder) }),
    ],
    ['usual differences of the hours before', () => inWindow],
  ];
  const scored = await Promise.all(
    asked.map(async ([what, otherwise]) => ({
      what,
      mixed: await scoreSet(scene, 'mixed', otherwise),
      clean: await scoreSet(scene, 'clean', otherwise),
    })),
  );
  const columns = [
    ...['known beside', 'mixed F1, settled', 'lost', 'at once', 'lost', 'faults named %'],
    ...['weather called failure %', 'clean: false failures'],
  ];
  return markdownTable(
    columns,
    scored.map(({ what, mixed, clean }, k) => {
      const lost = (verdicts: 'last' | 'first') =>
        k < 2 ? '' : cellOf(pairedLoss(scored[1].mixed, mixed, verdicts, f1), 3);
      const pair = (those: typeof mixed, figure: typeof f1, digits: number) =>
        `${cellOf(overSeeds(those, 'last', figure), digits)} / ${cellOf(overSeeds(those, 'first', figure), digits)}`;
      return [
        what,
        cellOf(overSeeds(mixed, 'last', f1), 3),
        lost('last'),
        cellOf(overSeeds(mixed, 'first', f1), 3),
        lost('first'),
        pair(mixed, otherThanTiny, 1),
        pair(mixed, calledFailure, 2),
        pair(clean, falseFailures, 2),
      ];
    }),
  );
}
