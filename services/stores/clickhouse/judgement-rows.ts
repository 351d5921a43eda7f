import { type Flag, type Judgement, NOT_JUDGED_REASONS, type VariableJudgement } from '../../../schemas/judgement.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { judgementRank, REASON_INDEX } from './ranks.ts';

const VARIABLE_COLUMNS = VARIABLES.flatMap((name) => [`${name}_flag`, `${name}_reason`, `${name}_score`]);

/** Columns of an insert, in the order of `judgementCells`. */
export const JUDGEMENT_COLUMNS = [
  'network',
  'station',
  'slot',
  'time',
  'configuration',
  ...VARIABLE_COLUMNS,
  'judged',
  'rank',
] as const;

/** What a SELECT asks for, in the order of `judgementOf`. */
export const JUDGEMENT_SELECT = `network, station, slot, toUnixTimestamp64Milli(time), configuration,
  toUnixTimestamp64Milli(judged), ${VARIABLE_COLUMNS.join(', ')}`;

export type JudgementRow = [
  network: string,
  station: string,
  slot: number,
  time: number,
  configuration: string,
  judged: number,
  ...variables: (number | null)[],
];

const FIRST_VARIABLE = 6;

/** The cells of an insert. */
export function judgementCells(it: Judgement): readonly unknown[] {
  const cells: unknown[] = [it.network, it.station, it.slot, it.time, it.configuration];
  for (const name of VARIABLES) {
    const { flag, reason, score } = it.variables[name];
    cells.push(flag, REASON_INDEX.get(reason) ?? 0, score);
  }
  cells.push(it.judged, judgementRank(it));
  return cells;
}

/** The judgement of a row. */
export function judgementOf(row: JudgementRow): Judgement {
  const cells = row as readonly unknown[];
  const variables = {} as Record<Variable, VariableJudgement>;
  VARIABLES.forEach((name, index) => {
    const at = FIRST_VARIABLE + index * 3;
    variables[name] = {
      flag: cells[at] as Flag,
      reason: NOT_JUDGED_REASONS[cells[at + 1] as number] ?? '',
      score: cells[at + 2] as number | null,
    };
  });
  return {
    network: row[0],
    station: row[1],
    slot: row[2],
    time: row[3],
    configuration: row[4],
    variables,
    judged: row[5],
  };
}
