import { anyEvents, f1, falseFailures, named } from '../figures.ts';
import { evidenceOf, taughtBy } from '../learnt-evidence.ts';
import { PIECES } from '../left-out.ts';
import { markdownTable } from '../markdown-table.ts';
import { cellOf, overSeeds, pairedLoss } from '../over-seeds.ts';
import { type Otherwise, type Scene, scoreSet } from '../scene.ts';
import type { Scored } from '../scored-run.ts';
import { HOURLY_TERM_GROUPS, TERM_GROUPS } from '../term-groups.ts';

interface Ablated {
  readonly what: string;
  readonly mixed: readonly Scored[];
  readonly clean: readonly Scored[];
  /** What F1 is lost against; undefined for what others are held against. */
  readonly against?: readonly Scored[];
}

function line({ what, mixed, clean, against }: Ablated): string[] {
  return [
    what,
    cellOf(overSeeds(mixed, 'last', f1), 3),
    against === undefined ? '' : cellOf(pairedLoss(against, mixed, 'last', f1), 3),
    cellOf(overSeeds(mixed, 'first', f1), 3),
    against === undefined ? '' : cellOf(pairedLoss(against, mixed, 'first', f1), 3),
    `${cellOf(overSeeds(clean, 'last', falseFailures), 2)} / ${cellOf(overSeeds(clean, 'first', falseFailures), 2)}`,
    cellOf(overSeeds(clean, 'last', anyEvents), 2),
    cellOf(
      overSeeds(
        mixed,
        'last',
        named((kind) => kind === 'stuck'),
      ),
      1,
    ),
  ];
}

/**
 * What each piece of evidence is worth: the whole with one piece left out. Where terms are left out the weights of the others
 * are learnt anew, on the learning seeds of this network alone; these are held against weights learnt alike from all terms.
 * Without any other piece the weights are as delivered.
 *
 * @param hourly whether the network reports hourly
 */
export async function ablationTable(scene: Scene, hourly: boolean): Promise<string> {
  const scored = async (what: string, otherwise: Otherwise, against?: Promise<Ablated>): Promise<Ablated> => {
    const [mixed, clean] = await Promise.all([
      scoreSet(scene, 'mixed', otherwise),
      scoreSet(scene, 'clean', otherwise),
    ]);
    return { what, mixed, clean, ...(against === undefined ? {} : { against: (await against).mixed }) };
  };
  const evidence = await evidenceOf(scene, (set, seed) => scene.scoring.injected(set, seed), scene.options.segments);
  const delivered = scored('as delivered', {});
  const learnt = scored('all terms, learnt on this network alone', await taughtBy(evidence));
  const pieces = PIECES.map((leftOut) => scored(`without ${leftOut}`, { leftOut }, delivered));
  const groups = (hourly ? HOURLY_TERM_GROUPS : TERM_GROUPS).map(async ([what, terms]) =>
    scored(`without ${what}`, await taughtBy(evidence, new Set<string>(terms)), learnt),
  );
  const columns = [
    ...['what', 'mixed F1, settled', 'lost', 'at once', 'lost'],
    ...['clean: false failures, settled / at once', 'events of any class', 'stuck named %'],
  ];
  return markdownTable(columns, (await Promise.all([delivered, ...pieces, learnt, ...groups])).map(line));
}
