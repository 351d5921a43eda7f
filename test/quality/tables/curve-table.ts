import { VARIABLE_SPECIFICATIONS, VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { named } from '../figures.ts';
import { injectedSizes } from '../injected-sizes.ts';
import { markdownTable } from '../markdown-table.ts';
import { cellOf, overSeeds } from '../over-seeds.ts';
import { type Scene, scoreSet } from '../scene.ts';

/** Kinds of fault that have a size, in the order of the columns. */
const KINDS = ['spike', 'block', 'step', 'noise'] as const;

/** A point of the curve: faults of one size in one variable. */
export interface CurvePoint {
  readonly variable: Variable;
  readonly size: string;
  /** How large they are, unit of the variable. */
  readonly amplitude: number;
  /** The same in documented floors of the variable. */
  readonly floors: number;
  readonly settled: number;
}

/** How many of the injected faults are named, by variable and size, in floors of the variable, and by kind of fault. */
export async function curveTable(scene: Scene): Promise<{ table: string; points: CurvePoint[] }> {
  const scored = await scoreSet(scene, 'mixed', { also: 'variables' });
  const { scoring, seeds, excluded } = scene;
  const folders = seeds.map((seed) => scoring.injected('mixed', seed));
  const sizes = await injectedSizes(scoring.injected('clean', '1'), folders, excluded);
  const points: CurvePoint[] = [];
  const rows = sizes.map(({ variable, size, amplitude, faults }) => {
    const ofVariable = scored.flatMap(({ variables }) => variables?.[variable] ?? []);
    const cell = (verdicts: 'first' | 'last', kinds: readonly string[]) =>
      overSeeds(
        ofVariable,
        verdicts,
        named((kind) => kinds.some((one) => kind === `${one} ${size}`)),
      );
    const { unit, floor } = VARIABLE_SPECIFICATIONS[variable];
    const settled = cell('last', KINDS);
    if (settled !== null) points.push({ variable, size, amplitude, floors: amplitude / floor, settled: settled.mean });
    return [
      `${variable}, ${amplitude} ${unit}`,
      size,
      (amplitude / floor).toFixed(1),
      String(faults),
      cellOf(settled, 0),
      cellOf(cell('first', KINDS), 0),
      ...KINDS.map((kind) =>
        overSeeds(
          ofVariable,
          'last',
          named((name) => name === `${kind} ${size}`),
        ),
      ).map((share) => (share === null ? '-' : share.mean.toFixed(0))),
    ];
  });
  const columns = ['size', 'called', 'deviations', 'faults', 'named %, settled', 'at once', ...KINDS];
  points.sort((a, b) => VARIABLES.indexOf(a.variable) - VARIABLES.indexOf(b.variable) || a.floors - b.floors);
  return { table: markdownTable(columns, rows), points };
}
