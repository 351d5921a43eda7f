import { HOURLY_FROM } from '../../../detectors/windows/hourly.ts';
import { cadenceOf } from '../made-scene.ts';
import { markdownTable } from '../markdown-table.ts';
import { type NamedScene, scoreSet } from '../scene.ts';
import { FIGURE_COLUMNS } from './figure-line.ts';
import { MAIN_ROWS, mainLine } from './main-table.ts';

/** Rows of the main table that are shown of every network, of the sets that it takes for them. */
const SETS = ['mixed', 'clean'] as const;
const SHOWN = [
  'F1',
  'false failures a station-week',
  'weather called failure, % of the noticed',
  'stuck named within 3 h, %',
];

/** The same figures of every network, one below the other. */
export async function networksTable(scenes: readonly NamedScene[]): Promise<string> {
  const ofNetwork = async ({ name, scene }: NamedScene) => {
    const hourly = cadenceOf(scene) >= HOURLY_FROM;
    const lines: string[][] = [];
    for (const set of SETS) {
      const scored = await scoreSet(scene, set);
      const rows = MAIN_ROWS.filter((row) => row.set === set && SHOWN.includes(row.what));
      lines.push(...rows.map((row) => [name, ...mainLine(row, scored, hourly)]));
    }
    return lines;
  };
  const lines = await Promise.all(scenes.map(ofNetwork));
  return markdownTable(['network', ...FIGURE_COLUMNS], lines.flat());
}
