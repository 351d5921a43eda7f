import { HalcyonError } from '../../../schemas/errors.ts';
import type { RawItem } from '../../raw-item.ts';
import { CsvColumns } from './csv-columns.ts';
import { type CsvMapping, PLAIN_MAPPING, parseMapping } from './csv-mapping.ts';
import type { CsvRow } from './csv-rows.ts';

const CSV = 'text/csv';
const MAPPING_PARAMETER = ';mapping=';

/**
 * How to read a row again: `text/csv`, with the mapping as a parameter (JSON, percent-encoded) where there is one, so
 * that a dead letter can be replayed without the folder it came from.
 */
export function csvMediaType(mapping: CsvMapping): string {
  const { stations: _, network: __, ...needed } = mapping;
  if (Object.keys(needed).length === 0) return CSV;
  return `${CSV}${MAPPING_PARAMETER}${encodeURIComponent(JSON.stringify(needed))}`;
}

/** The item of a row of observations. */
export function csvItem(row: CsvRow, columns: CsvColumns, mediaType: string, place: string): RawItem {
  const fields = row.unreadable === '' ? columns.read(row.text) : row.unreadable;
  const source = { body: row.bytes ?? Buffer.from(row.text), mediaType, context: columns.header, place };
  return typeof fields === 'string' ? { fields: null, unreadable: fields, ...source } : { fields, ...source };
}

/**
 * The item of a row that was kept with its header line and media type.
 *
 * @param place where it first stood
 */
export function csvItemOf(mediaType: string, header: string, body: Buffer, place: string): RawItem {
  const text = body.toString('utf8');
  // Bytes that are no text do not survive the way there and back.
  const bytes = Buffer.from(text).equals(body) ? null : body;
  const row = { line: 1, text, bytes, unreadable: bytes === null ? '' : 'the bytes are no UTF-8 text' };
  const columns = CsvColumns.of(header, 'observations', mappingOf(mediaType));
  if (typeof columns !== 'string') return csvItem(row, columns, mediaType, place);
  return { fields: null, unreadable: columns, body, mediaType, context: header, place };
}

/**
 * The mapping that a media type names, as of `csvMediaType`.
 *
 * @throws HalcyonError `invalid_parameter` where it is none
 */
export function mappingOf(mediaType: string): CsvMapping {
  const at = mediaType.indexOf(MAPPING_PARAMETER);
  if (at < 0) return PLAIN_MAPPING;
  const title = 'the mapping of the row';
  let text: string;
  try {
    text = decodeURIComponent(mediaType.slice(at + MAPPING_PARAMETER.length));
  } catch (cause) {
    throw new HalcyonError('invalid_parameter', `${title} should be percent-encoded`, { cause });
  }
  return parseMapping(text, title);
}
