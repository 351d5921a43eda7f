import { type Flag, type Judgement, NOT_JUDGED_REASONS, type VariableJudgement } from '../../../schemas/judgement.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { NativeRows } from './native-rows.ts';
import { judgementRank, REASON_INDEX } from './ranks.ts';

const VARIABLE_COLUMNS = VARIABLES.flatMap((name) => [`${name}_flag`, `${name}_reason`, `${name}_score`]);

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

/** The rows of an insert. */
export function judgementRows(judgements: readonly Judgement[]): NativeRows {
  const rows = new NativeRows(judgements.length);
  rows.texts('network', (row) => judgements[row].network);
  rows.texts('station', (row) => judgements[row].station);
  rows.integers('slot', (row) => judgements[row].slot);
  rows.times('time', (row) => judgements[row].time);
  rows.texts('configuration', (row) => judgements[row].configuration);
  for (const name of VARIABLES) {
    rows.bytes(`${name}_flag`, (row) => judgements[row].variables[name].flag);
    rows.bytes(`${name}_reason`, (row) => REASON_INDEX.get(judgements[row].variables[name].reason) ?? 0);
    rows.numbers(`${name}_score`, (row) => judgements[row].variables[name].score);
  }
  rows.times('judged', (row) => judgements[row].judged);
  rows.naturals('rank', (row) => judgementRank(judgements[row]));
  return rows;
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
    received: null,
  };
}
