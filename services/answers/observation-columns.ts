import { type ObservationAnswer, observationAnswerShape } from '../../schemas/http/answers/observation-answer.ts';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';
import { answerColumns } from '../http/formats/answer-columns.ts';
import type { Column } from '../http/formats/column.ts';
import { type AnswerUnits, unitIn } from './si-units.ts';

/** How observations are shown. */
export interface ObservationView {
  readonly units: AnswerUnits;
  /** False leaves the flags out. */
  readonly flags: boolean;
}

/** Variable of a column whose numbers have its unit, by name. */
const VARIABLE_OF = new Map<string, Variable>(
  VARIABLES.flatMap((variable) =>
    ['', '_best_estimate', '_estimate_uncertainty'].map((end): [string, Variable] => [`${variable}${end}`, variable]),
  ),
);

/** What a list has of what was found for a value: the rest is in the JSON and in the tables of datasets. */
const LISTED = new Set(VARIABLES.flatMap((variable) => [`${variable}_flag`, `${variable}_best_estimate`]));
const OBSERVED = new Set(Object.keys(observationAnswerShape.shape));

/** The columns of observations: all that the JSON has, by its names. */
export const OBSERVED_COLUMNS: Readonly<Record<AnswerUnits, readonly Column<ObservationAnswer>[]>> = {
  own: columnsIn('own'),
  si: columnsIn('si'),
};

function columnsIn(units: AnswerUnits): Column<ObservationAnswer>[] {
  return answerColumns<ObservationAnswer>(observationAnswerShape, (name) => {
    const variable = VARIABLE_OF.get(name);
    return variable === undefined ? undefined : unitIn(units, variable);
  });
}

/** Those of a list; of what was found for a value its QARTOD flag and best estimate. */
export function listedColumns({ units, flags }: ObservationView): Column<ObservationAnswer>[] {
  return OBSERVED_COLUMNS[units].filter(({ name }) => OBSERVED.has(name) || (flags && LISTED.has(name)));
}
