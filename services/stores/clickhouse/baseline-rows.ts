import type { Baseline } from '../../../schemas/baseline.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';

const SPREADS = VARIABLES.map((name) => `${name}_step_spread`);
const OWN_DAYS = VARIABLES.map((name) => `${name}_own_day`);

/** Columns of an insert and of a SELECT, in the order of `baselineCells` and `baselineOf`. */
export const BASELINE_COLUMNS = ['network', 'station', 'day', 'version', 'days', ...SPREADS, ...OWN_DAYS] as const;

export type BaselineRow = [
  network: string,
  station: string,
  day: number,
  version: string,
  days: number,
  ...spreads: (number | null)[],
];

const FIRST_SPREAD = 5;

/** The cells of an insert. */
export function baselineCells(it: Baseline): BaselineRow {
  const spreads = VARIABLES.map((name) => it.stepSpread[name]);
  const ownDays = VARIABLES.map((name) => it.ownDay[name]);
  return [it.network, it.station, it.day, it.version, it.days, ...spreads, ...ownDays];
}

/** The baseline of a row. */
export function baselineOf(row: BaselineRow): Baseline {
  const cells = row as readonly unknown[];
  const stepSpread = {} as Record<Variable, number | null>;
  const ownDay = {} as Record<Variable, number | null>;
  VARIABLES.forEach((name, index) => {
    stepSpread[name] = cells[FIRST_SPREAD + index] as number | null;
    ownDay[name] = cells[FIRST_SPREAD + VARIABLES.length + index] as number | null;
  });
  return { network: row[0], station: row[1], day: row[2], version: row[3], days: row[4], stepSpread, ownDay };
}
