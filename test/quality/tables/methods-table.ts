import { SPATIAL_METHOD_NAMES, TEMPORAL_METHOD_NAMES } from '../../../schemas/judgement-configuration.ts';
import { f1, falseFailures } from '../figures.ts';
import { atLeast, goalCells } from '../goal.ts';
import { markdownTable } from '../markdown-table.ts';
import { cellOf, overSeeds } from '../over-seeds.ts';
import { type Scene, scoreSet } from '../scene.ts';

/** What every other method is to reach on the mixed set, settled. */
const GOAL = atLeast(0.9);

/** Every temporal method with both verifications and the checks: F1 of the mixed set, and false failures of the clean one. */
export async function methodsTable(scene: Scene): Promise<string> {
  const pairs = TEMPORAL_METHOD_NAMES.flatMap((temporalMethod) =>
    SPATIAL_METHOD_NAMES.map((spatialMethod) => ({ temporalMethod, spatialMethod })),
  );
  const rows = pairs.map(async (pair) => {
    const [mixed, clean] = await Promise.all([scoreSet(scene, 'mixed', pair), scoreSet(scene, 'clean', pair)]);
    const [settled, atOnce] = [overSeeds(mixed, 'last', f1), overSeeds(mixed, 'first', f1)];
    return [
      `${pair.temporalMethod}, ${pair.spatialMethod}`,
      cellOf(settled, 3),
      cellOf(atOnce, 3),
      ...goalCells(GOAL, settled, atOnce, 3),
      cellOf(overSeeds(clean, 'last', falseFailures), 2),
    ];
  });
  const columns = ['method, verification', 'mixed F1, settled', 'at once', 'goal', 'met', 'clean: false failures'];
  return markdownTable(columns, await Promise.all(rows));
}
