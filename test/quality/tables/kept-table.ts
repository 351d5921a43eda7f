import type { Variable } from '../../../schemas/variables.ts';
import { f1, falseFailures, weatherCalledFailure } from '../figures.ts';
import { markdownTable } from '../markdown-table.ts';
import { cellOf, overSeeds, pairedLoss } from '../over-seeds.ts';
import { type Scene, scoreSet } from '../scene.ts';
import type { Scored, Verdicts } from '../scored-run.ts';

/** What stations report, from all of it to the scored variable alone. */
const KEPT: readonly (readonly Variable[])[] = [
  ['temp_out', 'out_hum', 'wind_speed', 'bar', 'rain'],
  ['temp_out', 'out_hum', 'wind_speed'],
  ['temp_out', 'out_hum'],
  ['temp_out'],
];
const SCORED = 'temp_out';

/** The verdicts on the scored variable, as of a run of its own. */
function scoredAlone(runs: readonly Scored[]): Verdicts[] {
  return runs.map(({ variables }) => {
    if (variables === undefined) throw new Error('the variables were not scored by themselves');
    return variables[SCORED];
  });
}

/**
 * How verdicts on temperature change where stations report less: the values of other variables are left out of the same injected
 * data, faults and weather included. The weights are as delivered.
 */
export async function keptTable(scene: Scene): Promise<string> {
  const scored = KEPT.map(async (kept) => {
    const otherwise = { kept, also: 'variables' } as const;
    const [mixed, clean] = await Promise.all([
      scoreSet(scene, 'mixed', otherwise),
      scoreSet(scene, 'clean', otherwise),
    ]);
    return { kept, mixed: scoredAlone(mixed), clean: scoredAlone(clean) };
  });
  const rows = await Promise.all(scored);
  const [whole] = rows;
  const weather = weatherCalledFailure(['front', 'storm']);
  const columns = [
    ...['reported', 'temperature: F1, settled', 'lost', 'at once', 'lost', 'weather called failure %'],
    'clean: false failures a station-week, settled / at once',
  ];
  return markdownTable(
    columns,
    rows.map((row) => [
      row.kept.join(', '),
      cellOf(overSeeds(row.mixed, 'last', f1), 3),
      row === whole ? '' : cellOf(pairedLoss(whole.mixed, row.mixed, 'last', f1), 3),
      cellOf(overSeeds(row.mixed, 'first', f1), 3),
      row === whole ? '' : cellOf(pairedLoss(whole.mixed, row.mixed, 'first', f1), 3),
      cellOf(overSeeds(row.mixed, 'last', weather), 2),
      `${cellOf(overSeeds(row.clean, 'last', falseFailures), 2)} / ${cellOf(overSeeds(row.clean, 'first', falseFailures), 2)}`,
    ]),
  );
}
