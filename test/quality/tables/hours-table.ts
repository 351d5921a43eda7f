import { anyEvents, f1, falseFailures } from '../figures.ts';
import { markdownTable } from '../markdown-table.ts';
import { cellOf, overSeeds, pairedLoss } from '../over-seeds.ts';
import { type Otherwise, type Scene, scoreSet } from '../scene.ts';
import { HOUR_RULES } from '../steps-by-hour.ts';

/**
 * What typical steps by hour of day would be worth at most: learnt from the very data that are scored, against those of the
 * whole day as the baselines learn them. A loss below 0 is a gain.
 */
export async function hoursTable(scene: Scene): Promise<string> {
  const scored = async (otherwise: Otherwise) => ({
    mixed: await scoreSet(scene, 'mixed', otherwise),
    clean: await scoreSet(scene, 'clean', otherwise),
  });
  const delivered = await scored({});
  const ruled = await Promise.all(HOUR_RULES.map((byHour) => scored({ byHour })));
  const columns = ['typical steps', 'mixed F1, settled', 'lost', 'at once', 'lost', 'clean: false failures', 'events'];
  return markdownTable(
    columns,
    [delivered, ...ruled].map(({ mixed, clean }, k) => [
      k === 0 ? 'of the day, as delivered' : HOUR_RULES[k - 1],
      cellOf(overSeeds(mixed, 'last', f1), 3),
      k === 0 ? '' : cellOf(pairedLoss(delivered.mixed, mixed, 'last', f1), 3),
      cellOf(overSeeds(mixed, 'first', f1), 3),
      k === 0 ? '' : cellOf(pairedLoss(delivered.mixed, mixed, 'first', f1), 3),
      `${cellOf(overSeeds(clean, 'last', falseFailures), 2)} / ${cellOf(overSeeds(clean, 'first', falseFailures), 2)}`,
      cellOf(overSeeds(clean, 'last', anyEvents), 2),
    ]),
  );
}
