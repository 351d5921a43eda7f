import { f1, falseFailures, named, weatherCalledFailure } from '../figures.ts';
import { LAG_TERM, type LagsFrom } from '../lag-term.ts';
import { evidenceOf, weightsOf } from '../learnt-evidence.ts';
import { markdownTable } from '../markdown-table.ts';
import { cellOf, overSeeds, pairedLoss } from '../over-seeds.ts';
import { type Otherwise, type Scene, scoreSet } from '../scene.ts';
import { USUAL_DEPARTURE_TERMS } from '../term-groups.ts';

const otherThanTiny = named((kind) => kind !== 'stuck' && !kind.endsWith(' tiny'));
const calledFailure = weatherCalledFailure(['front', 'storm']);

/**
 * What it is worth to know what is usual between neighbours: the differences, which the evidence has for hourly stations, and
 * the lag, which it has not. Weights are learnt anew on this network in the same way for each. The lag is known at its best: from
 * the clean data, what is yet to come with it. A loss below 0 is a gain.
 *
 * @param cadence slots between two reports of the network
 */
export async function usualTable(scene: Scene, cadence: number): Promise<string> {
  const injected = (set: string, seed: string) => scene.scoring.injected(set, seed);
  const lags: LagsFrom = { folder: injected('clean', '1'), cadence };
  const evidence = await evidenceOf(scene, injected, scene.options.segments, lags);
  const without = (...terms: readonly string[]) => ({ weights: weightsOf(scene, evidence, new Set(terms)), lags });
  const asked: readonly (readonly [what: string, otherwise: Otherwise])[] = [
    ['as delivered', {}],
    ['neither, weights learnt alike', without(...USUAL_DEPARTURE_TERMS, LAG_TERM)],
    ['usual differences', without(LAG_TERM)],
    ['usual lag', without(...USUAL_DEPARTURE_TERMS)],
    ['both', without()],
  ];
  const scored = await Promise.all(
    asked.map(async ([what, otherwise]) => ({
      what,
      mixed: await scoreSet(scene, 'mixed', otherwise),
      clean: await scoreSet(scene, 'clean', otherwise),
    })),
  );
  const columns = [
    ...['known', 'mixed F1, settled', 'lost', 'at once', 'lost', 'faults named %'],
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
