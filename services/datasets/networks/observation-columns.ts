import type { Observation } from '../../../schemas/observation.ts';
import { evidenceOf, type ValueEvidence } from '../../../schemas/quality-flags/value-evidence.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { rounded } from '../../detection/report-number.ts';
import type { Column } from './column.ts';
import { flagColumns } from './flag-columns.ts';
import type { ObservationRow } from './observation-rows.ts';

type ExtraType = 'DOUBLE' | 'VARCHAR';

/** Extras that stations commonly send: a column each. Whatever else came is in the column `extras`. */
const EXTRA_COLUMNS: readonly { readonly name: string; readonly type: ExtraType; readonly description: string }[] = [
  extra('hi_temp', 'DOUBLE', 'highest outdoor temperature, in the unit it came with'),
  extra('low_temp', 'DOUBLE', 'lowest outdoor temperature, in the unit it came with'),
  extra('wind_dir', 'DOUBLE', 'direction that the wind comes from, in the unit it came with: usually degrees'),
  extra('wind_dir_str', 'VARCHAR', 'the same as a point of the compass'),
  extra('hi_speed', 'DOUBLE', 'speed of the strongest gust, in the unit it came with'),
  extra('hi_dir', 'DOUBLE', 'direction that the strongest gust came from, in the unit it came with: usually degrees'),
  extra('hi_dir_str', 'VARCHAR', 'the same as a point of the compass'),
];

const TYPE_OF = new Map(EXTRA_COLUMNS.map(({ name, type }) => [name, type]));

/** Columns of a network's observations, in their order. */
export const OBSERVATION_COLUMNS: readonly Column<ObservationRow>[] = [
  {
    name: 'station_id',
    type: 'VARCHAR',
    description: 'identifier of the station, unique inside its network',
    of: ({ observation }) => observation.station,
  },
  {
    name: 'time',
    type: 'TIMESTAMP',
    description: 'time of the observation, UTC',
    of: ({ observation }) => observation.time,
  },
  ...VARIABLES.map(
    (variable): Column<ObservationRow> => ({
      name: variable,
      type: 'DOUBLE',
      unit: VARIABLE_SPECIFICATIONS[variable].unit,
      description: VARIABLE_SPECIFICATIONS[variable].title,
      of: ({ observation }) => observation.values[variable],
    }),
  ),
  ...EXTRA_COLUMNS.map(
    ({ name, type, description }): Column<ObservationRow> => ({
      name,
      type,
      description,
      of: ({ observation: { extras } }) => (hasColumn(name, extras[name]) ? extras[name] : null),
    }),
  ),
  {
    name: 'extras',
    type: 'VARCHAR',
    description: 'what else the station sent, a JSON object by name; null where that was nothing',
    of: ({ observation }) => otherExtras(observation),
  },
  {
    name: 'original',
    type: 'VARCHAR',
    description:
      'numbers as they came where they were converted, a JSON object by variable with value, unit and, of rain, kind where it is a count and interval [minutes] where it was declared; null where none was',
    of: ({ observation }) => objectText(observation.original),
  },
  ...VARIABLES.flatMap((variable) =>
    flagColumns<ObservationRow>(`${variable}_`, variable, (row) => evidenceOfRow(row, variable)),
  ),
  ...VARIABLES.flatMap((variable): Column<ObservationRow>[] => [
    {
      name: `${variable}_fault_id`,
      type: 'VARCHAR',
      description: `fault of its sensor that ${variable} lies under; null where there is none`,
      of: ({ assessment }) => assessment?.faults[variable]?.faultId ?? null,
    },
    {
      name: `${variable}_best_estimate`,
      type: 'DOUBLE',
      unit: VARIABLE_SPECIFICATIONS[variable].unit,
      description: `what the neighbours imply of ${variable} under a fault; null elsewhere, and where none tells`,
      of: ({ assessment }) => roundedOrNull(assessment?.faults[variable]?.estimate),
    },
    {
      name: `${variable}_estimate_uncertainty`,
      type: 'DOUBLE',
      unit: VARIABLE_SPECIFICATIONS[variable].unit,
      description: 'one sigma of that',
      of: ({ assessment }) => roundedOrNull(assessment?.faults[variable]?.uncertainty),
    },
  ]),
  {
    name: 'late',
    type: 'BOOLEAN',
    description: 'true where it came too late to be judged',
    of: ({ late }) => late,
  },
  {
    name: 'source',
    type: 'VARCHAR',
    description: 'feed that brought it, for example push or import',
    of: ({ observation }) => observation.source,
  },
  {
    name: 'received',
    type: 'TIMESTAMP',
    description: 'when it was accepted, UTC; of several for the same time only the one accepted last is here',
    of: ({ observation }) => observation.received,
  },
];

function evidenceOfRow({ observation, assessment }: ObservationRow, variable: Variable): ValueEvidence | null {
  return assessment && evidenceOf(assessment, variable, observation.values[variable] !== null);
}

function roundedOrNull(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : rounded(value);
}

function extra(name: string, type: ExtraType, description: string) {
  return { name, type, description };
}

/** True where an extra goes to a column of its own: a text in a column of numbers would be lost there. */
function hasColumn(name: string, value: number | string | undefined): boolean {
  const type = TYPE_OF.get(name);
  return (type === 'DOUBLE' && typeof value === 'number') || (type === 'VARCHAR' && typeof value === 'string');
}

/** Extras without a column of their own; most rows have none, for which nothing is made. */
function otherExtras({ extras }: Observation): string | null {
  let others: Record<string, number | string> | null = null;
  for (const name in extras) {
    if (hasColumn(name, extras[name])) continue;
    others ??= {};
    others[name] = extras[name];
  }
  return others && JSON.stringify(others);
}

/** An object as JSON, null where it is empty. */
function objectText(object: Readonly<Record<string, unknown>>): string | null {
  for (const _ in object) return JSON.stringify(object);
  return null;
}
