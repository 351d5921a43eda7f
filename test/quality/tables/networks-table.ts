import { HOURLY_FROM } from '../../../detectors/windows/hourly.ts';
import { cadenceOf } from '../made-scene.ts';
import { markdownTable } from '../markdown-table.ts';
import { scoreSet } from '../scene.ts';
import type { NamedScene } from './carried-table.ts';
import { FIGURE_COLUMNS } from './figure-line.ts';
import { MAIN_ROWS, mainLine } from './main-table.ts';

/** Rows of the main table that are shown of every network. */
const SHOWN = [
  'F1',
  'false failures a station-week',
  'weather called failure, % of the noticed',
  'stuck named within 3 h, %',
];

/** The same figures of every network, one below the other. */
export async function networksTable(scenes: readonly NamedScene[]): Promise<string> {
  const rows = MAIN_ROWS.filter(({ what, set }) => SHOWN.includes(what) && (set === 'mixed' || what === SHOWN[1]));
  const lines = scenes.map(async ({ name, scene }) => {
    const hourly = cadenceOf(scene) >= HOURLY_FROM;
    const of = { mixed: await scoreSet(scene, 'mixed'), clean: await scoreSet(scene, 'clean') };
    return rows.map((row) => [name, ...mainLine(row, of[row.set === 'clean' ? 'clean' : 'mixed'], hourly)]);
  });
  return markdownTable(['network', ...FIGURE_COLUMNS], (await Promise.all(lines)).flat());
}
