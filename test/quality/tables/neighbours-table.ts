import { f1 } from '../figures.ts';
import { atLeast, goalCells } from '../goal.ts';
import { markdownTable } from '../markdown-table.ts';
import { cellOf, overSeeds } from '../over-seeds.ts';
import { type Scene, scoreSet } from '../scene.ts';

/** How many of the nearest are asked, and what F1 of the mixed set is to reach then, settled. */
const ASKED = [
  [1, atLeast(0.9)],
  [2, atLeast(0.93)],
  [5, atLeast(0.95)],
] as const;

/** What is left where only the nearest few neighbours are asked: F1 of the mixed set. */
export async function neighboursTable(scene: Scene): Promise<string> {
  const rows = ASKED.map(async ([nearest, goal]) => {
    const scored = await scoreSet(scene, 'mixed', { nearest });
    const [settled, atOnce] = [overSeeds(scored, 'last', f1), overSeeds(scored, 'first', f1)];
    return [`nearest ${nearest}`, cellOf(settled, 3), cellOf(atOnce, 3), ...goalCells(goal, settled, atOnce, 3)];
  });
  return markdownTable(['neighbours asked', 'mixed F1, settled', 'at once', 'goal', 'met'], await Promise.all(rows));
}
