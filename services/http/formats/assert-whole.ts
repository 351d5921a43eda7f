import { HalcyonError } from '../../../schemas/errors.ts';
import type { FormatName } from '../format.ts';

/**
 * Asserts that a list can be had as a whole (`limit=all`) in this format.
 *
 * @throws HalcyonError `invalid_parameter` for JSON, which comes in pages, and for the place of a page
 */
export function assertWhole(
  format: FormatName,
  cursor: string | undefined,
): asserts format is Exclude<FormatName, 'json'> {
  if (format === 'json') {
    throw refused('limit', 'all rows at once come as csv, geojson, arrow or parquet (format); JSON comes in pages');
  }
  if (cursor !== undefined) throw refused('cursor', 'should be left out with limit=all, which begins at the first row');
}

function refused(field: string, msg: string): HalcyonError {
  return new HalcyonError('invalid_parameter', `${field}: ${msg}`, {
    problems: [{ loc: ['query', field], msg, type: 'value_error' }],
  });
}
