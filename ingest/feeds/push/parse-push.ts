import { HalcyonError } from '../../../schemas/errors.ts';
import type { RawItem } from '../../raw-item.ts';
import { CsvColumns } from '../csv/csv-columns.ts';
import { csvItem, csvMediaType, mappingOf } from '../csv/csv-items.ts';
import { CsvRowScanner } from '../csv/csv-rows.ts';
import { jsonItemOf, jsonItems } from './json-items.ts';

/** Most observations of one request. */
export const MOST_ITEMS = 10_000;

const LF = 10;

/** Media types of a push, by what they are read as. */
const READERS: Readonly<Record<string, (body: Buffer, contentType: string) => RawItem[]>> = {
  'application/json': jsonItems,
  'application/x-ndjson': ndjsonItems,
  'application/ndjson': ndjsonItems,
  'application/jsonl': ndjsonItems,
  'text/csv': csvItems,
};

/**
 * The items of a pushed body, in its order: JSON (an observation, a list, `{"observations": [...]}`), JSON lines, or CSV
 * with a header line. A byte-order mark is taken off. A line that cannot be read is an item that says so, and the
 * others stay good.
 *
 * @param contentType as the request has it; of its parameters, charset counts, and for CSV the mapping of `csvMediaType`
 * @throws HalcyonError `unsupported_media_type`; `invalid_parameter` for a body that cannot be taken apart;
 *   `payload_too_large` beyond `MOST_ITEMS`
 */
export function parsePush(contentType: string, body: Buffer): RawItem[] {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (reader === undefined) {
    throw new HalcyonError(
      'unsupported_media_type',
      `the content type is '${type}', should be application/json, application/x-ndjson or text/csv`,
    );
  }
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset.replaceAll('"', ''))) {
    throw new HalcyonError('unsupported_media_type', `the charset is '${charset}', should be utf-8`);
  }
  const items = reader(withoutMark(body), contentType);
  if (items.length > MOST_ITEMS) throw tooMany();
  return items;
}

function tooMany(): HalcyonError {
  return new HalcyonError(
    'payload_too_large',
    `a request may hold ${MOST_ITEMS} observations, send the rest in others`,
  );
}

function withoutMark(body: Buffer): Buffer {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
}

function ndjsonItems(body: Buffer): RawItem[] {
  const items: RawItem[] = [];
  for (let start = 0; start < body.length; ) {
    const found = body.indexOf(LF, start);
    const end = found < 0 ? body.length : found;
    const line = body.subarray(start, end);
    if (!isBlank(line)) items.push(jsonItemOf(line, ''));
    if (items.length > MOST_ITEMS) throw tooMany();
    start = end + 1;
  }
  return items;
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

function csvItems(body: Buffer, contentType: string): RawItem[] {
  const mapping = mappingOf(contentType);
  const mediaType = csvMediaType(mapping);
  let delimiter = ',';
  const scanner = new CsvRowScanner(() => delimiter);
  // The header line first and alone: it decides the delimiter of all others.
  const cut = body.indexOf(LF) + 1 || body.length;
  const [header, ...rest] = [...scanner.push(body.subarray(0, cut)), ...(cut === body.length ? scanner.end() : [])];
  if (header === undefined)
    throw new HalcyonError('invalid_parameter', 'the CSV should begin with a header line, and none can be read');
  const columns = header.unreadable || CsvColumns.of(header.text, 'observations', mapping);
  if (typeof columns === 'string') throw new HalcyonError('invalid_parameter', `the CSV cannot be read: ${columns}`);
  delimiter = columns.delimiter;
  if (cut < body.length) rest.push(...scanner.push(body.subarray(cut)), ...scanner.end());
  if (rest.length > MOST_ITEMS) throw tooMany();
  return rest.map((row) => csvItem(row, columns, mediaType, ''));
}
