import type { Baseline } from '../../../schemas/baseline.ts';
import { byVariable, VARIABLES, type Variable } from '../../../schemas/variables.ts';

const SPREADS = VARIABLES.map((name) => `${name}_step_spread`);
const OWN_DAYS = VARIABLES.map((name) => `${name}_own_day`);
const RESOLUTIONS = VARIABLES.map((name) => `${name}_resolution`);
const OWN_LEVELS = VARIABLES.map((name) => `${name}_own_levels`);

/** Columns of an insert and of a SELECT, in the order of `baselineCells` and `baselineOf`. */
export const BASELINE_COLUMNS = [
  ...['network', 'station', 'day', 'version', 'days', 'cadence'],
  ...[...SPREADS, ...OWN_DAYS, ...RESOLUTIONS, ...OWN_LEVELS],
] as const;

export type BaselineRow = [
  network: string,
  station: string,
  day: number,
  version: string,
  days: number,
  cadence: number | null,
  ...ofVariables: (number | null | readonly (number | null)[])[],
];

const FIRST_SPREAD = 6;

/** The cells of an insert. */
export function baselineCells(it: Baseline): BaselineRow {
  const spreads = VARIABLES.map((name) => it.stepSpread[name]);
  const ownDays = VARIABLES.map((name) => it.ownDay[name]);
  const resolutions = VARIABLES.map((name) => it.resolution[name]);
  const ownLevels = VARIABLES.map((name) => it.ownLevels[name]);
  return [
    ...([it.network, it.station, it.day, it.version, it.days, it.cadence] as const),
    ...[...spreads, ...ownDays, ...resolutions, ...ownLevels],
  ];
}

/** The baseline of a row. */
export function baselineOf(row: BaselineRow): Baseline {
  const [network, station, day, version, days, cadence] = row;
  const cells = row.slice(FIRST_SPREAD);
  const [stepSpread, ownDay, resolution] = [0, 1, 2].map((group) => groupOf<number | null>(cells, group));
  const ownLevels = groupOf<(number | null)[]>(cells, 3);
  return { network, station, day, version, days, stepSpread, ownDay, ownLevels, cadence, resolution };
}

/** The cells of one of the groups that have one for each variable. */
function groupOf<T>(cells: readonly unknown[], group: number): Record<Variable, T> {
  return byVariable((_, v) => cells[group * VARIABLES.length + v] as T);
}
