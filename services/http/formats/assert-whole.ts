import { HalcyonError } from '../../../schemas/errors.ts';
import type { FormatName } from '../format.ts';
import type { TableFormat } from './table-writers.ts';

/**
 * Asserts that a list can be had as a whole (`limit=all`) in this format.
 *
 * @throws HalcyonError `invalid_parameter` for JSON and BUFR, which come in pages, and for the place of a page
 */
export function assertWhole(format: FormatName, cursor: string | undefined): asserts format is TableFormat {
  if (format === 'json' || format === 'bufr') {
    const name = format.toUpperCase();
    throw refused('limit', `all rows at once come as csv, geojson, arrow or parquet (format); ${name} comes in pages`);
  }
  if (cursor !== undefined) throw refused('cursor', 'should be left out with limit=all, which begins at the first row');
}

function refused(field: string, msg: string): HalcyonError {
  return new HalcyonError('invalid_parameter', `${field}: ${msg}`, {
    problems: [{ loc: ['query', field], msg, type: 'value_error' }],
  });
}
