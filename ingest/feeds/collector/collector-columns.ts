import { HalcyonError } from '../../../schemas/errors.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { shown } from '../../validation/refusal.ts';

/** The tables of a collector. */
export type CollectorTable = 'stations' | 'observations';

const REQUIRED: Readonly<Record<CollectorTable, readonly string[]>> = {
  stations: ['station_id', 'latitude', 'longitude'],
  observations: ['time', 'station_id'],
};

const EXPECTED_TABLES = `expected the tables stations (${REQUIRED.stations.join(', ')}) and observations (${REQUIRED.observations.join(', ')} and at least one of ${VARIABLES.join(', ')})`;

/**
 * Checks the columns of a table.
 *
 * @param columns null where there is no such table
 * @throws HalcyonError `store_unreadable` with what was expected and what was found
 */
export function assertColumns(
  title: string,
  table: CollectorTable,
  columns: readonly string[] | null,
  tables: readonly string[],
): asserts columns is readonly string[] {
  if (columns === null) {
    const found = tables.length === 0 ? 'no table' : listed(tables);
    throw unreadable(`${title} has no table ${table}: ${EXPECTED_TABLES}, found ${found}`);
  }
  const absent = REQUIRED[table].filter((column) => !columns.includes(column));
  if (table === 'observations' && !VARIABLES.some((variable) => columns.includes(variable))) {
    absent.push(`any of ${VARIABLES.join(', ')}`);
  }
  if (absent.length === 0) return;
  const lack = `lacks ${absent.length === 1 ? 'the column' : 'the columns'} ${absent.join(', ')}`;
  throw unreadable(`the table ${table} of ${title} ${lack}; found ${listed(columns)}`);
}

function listed(names: readonly string[]): string {
  const most = 20;
  return `${names.slice(0, most).map(shown).join(', ')}${names.length > most ? ` and ${names.length - most} more` : ''}`;
}

function unreadable(message: string): HalcyonError {
  return new HalcyonError('store_unreadable', message);
}
