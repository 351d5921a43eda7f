import type { ObservationAnswer } from '../../../schemas/http/answers/observation-answer.ts';
import { saysOnlyLate } from '../../../schemas/judgement.ts';
import { OBSERVED_COLUMNS } from '../../answers/observation-columns.ts';
import type { Cell, Column } from '../../http/formats/column.ts';

/** Extras that stations commonly send: a column each, beside the one that has all of them. */
const EXTRA_COLUMNS: readonly Pick<Column<never>, 'name' | 'type' | 'description'>[] = [
  extra('hi_temp', 'DOUBLE', 'highest outdoor temperature, in the unit it came with'),
  extra('low_temp', 'DOUBLE', 'lowest outdoor temperature, in the unit it came with'),
  extra('wind_dir', 'DOUBLE', 'direction that the wind comes from, in the unit it came with: usually degrees'),
  extra('wind_dir_str', 'VARCHAR', 'the same as a point of the compass'),
  extra('hi_speed', 'DOUBLE', 'speed of the strongest gust, in the unit it came with'),
  extra('hi_dir', 'DOUBLE', 'direction that the strongest gust came from, in the unit it came with: usually degrees'),
  extra('hi_dir_str', 'VARCHAR', 'the same as a point of the compass'),
];

/** Columns of a network's observations: those of the list over HTTP, with all that was found for each value. */
export const OBSERVATION_COLUMNS: readonly Column<ObservationAnswer>[] = [
  ...OBSERVED_COLUMNS.own,
  ...EXTRA_COLUMNS.map(
    (column): Column<ObservationAnswer> => ({
      ...column,
      of: ({ extras }) => cellOf(column.type, extras[column.name]),
    }),
  ),
  {
    name: 'late',
    type: 'BOOLEAN',
    description: 'true where it came too late to be judged',
    of: ({ flags }) => (flags ? saysOnlyLate({ variables: flags }) : false),
  },
];

function extra(name: string, type: 'DOUBLE' | 'VARCHAR', description: string) {
  return { name, type, description };
}

/** An extra as a cell; null where it is of another kind: a text in a column of numbers would be lost there. */
function cellOf(type: Column<never>['type'], value: unknown): Cell {
  if (type === 'DOUBLE') return typeof value === 'number' ? value : null;
  return typeof value === 'string' ? value : null;
}
