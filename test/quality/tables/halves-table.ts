import { f1 } from '../figures.ts';
import { atMost, goalCells } from '../goal.ts';
import { halfFolder, halvesOf } from '../halves.ts';
import { evidenceOf, taughtBy } from '../learnt-evidence.ts';
import { markdownTable } from '../markdown-table.ts';
import { cellOf, overSeeds, pairedLoss } from '../over-seeds.ts';
import { type Otherwise, type Scene, scoreFolder } from '../scene.ts';
import type { Scored } from '../scored-run.ts';

/** What F1 may lose where all is learnt on the other half. */
const GOAL = atMost(0.01);

/**
 * What is learnt on one half of the time and scored on the other, in the order of time and reversed, against what is learnt on
 * the scored half itself: weights, on the learning seeds; typical steps of the stations, on the injected data of the other half.
 */
export async function halvesTable(scene: Scene): Promise<string> {
  const halves = halvesOf(scene.options.segments);
  const made = new Map<string, string>();
  const folderOf = (k: number) => (set: string, seed: string) => {
    const key = `${set}-${seed}-${k}`;
    const folder = made.get(key) ?? halfFolder(scene.scoring.injected(set, seed), `half-${k}`, halves[k]);
    made.set(key, folder);
    return folder;
  };
  const taught: Otherwise[] = [];
  for (const [k, half] of halves.entries()) taught.push(await taughtBy(await evidenceOf(scene, folderOf(k), half)));
  const scored = (k: number, otherwise: Otherwise): Promise<Scored[]> =>
    Promise.all(
      scene.seeds.map((seed) => scoreFolder(scene, folderOf(k)('mixed', seed), { segments: halves[k], ...otherwise })),
    );
  const line = async (what: string, k: number, learntOn: (half: number) => Otherwise): Promise<string[]> => {
    const [own, other] = await Promise.all([scored(k, learntOn(k)), scored(k, learntOn(1 - k))]);
    const [lost, lostAtOnce] = [pairedLoss(own, other, 'last', f1), pairedLoss(own, other, 'first', f1)];
    return [
      `${what}, scored on the ${k === 1 ? 'later' : 'earlier'} half`,
      cellOf(overSeeds(own, 'last', f1), 3),
      cellOf(overSeeds(other, 'last', f1), 3),
      cellOf(lost, 3),
      ...goalCells(GOAL, lost, lostAtOnce, 3),
      cellOf(lostAtOnce, 3),
    ];
  };
  const rows = [1, 0].flatMap((k) => [
    line('weights', k, (half) => taught[half]),
    line('typical steps', k, (half) => ({ baselinesFrom: halves[half] })),
  ]);
  const columns = ['learnt', 'on the scored half', 'on the other', 'lost', 'goal', 'met', 'lost at once'];
  return markdownTable(columns, await Promise.all(rows));
}
