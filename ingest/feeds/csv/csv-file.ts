import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { HalcyonError } from '../../../schemas/errors.ts';
import { assertRegularFile, pathReason } from '../../../schemas/path-reason.ts';
import { CsvColumns, type CsvTable } from './csv-columns.ts';
import type { CsvMapping } from './csv-mapping.ts';
import { type CsvRow, CsvRowScanner } from './csv-rows.ts';

const CHUNK_BYTES = 1 << 18;

/** Some records of one file, in the order of the file. */
export interface CsvBlock {
  /** Name of the file inside its folder. */
  readonly file: string;
  readonly columns: CsvColumns;
  readonly rows: readonly CsvRow[];
}

/**
 * Reads a CSV file, compressed with gzip where its name ends in `.gz`, in blocks that bound memory.
 *
 * @param path of the file
 * @param file what messages call it
 * @throws HalcyonError `store_unavailable` where it is not there, `store_unreadable` where it cannot be read, is damaged
 *   or has other columns
 */
export async function* readCsvFile(
  path: string,
  file: string,
  table: CsvTable,
  mapping: CsvMapping,
): AsyncGenerator<CsvBlock> {
  let columns: CsvColumns | null = null;
  const scanner = new CsvRowScanner(() => columns?.delimiter ?? mapping.delimiter ?? ',');
  const blockOf = (rows: CsvRow[]): CsvBlock | null => {
    const header = columns === null ? rows.shift() : undefined;
    if (header !== undefined) columns = columnsOf(header, file, table, mapping);
    return columns === null || rows.length === 0 ? null : { file, columns, rows };
  };
  try {
    await assertRegularFile(path);
    for await (const chunk of chunksOf(path)) {
      const block = blockOf(scanner.push(chunk));
      if (block !== null) yield block;
    }
  } catch (error) {
    throw readingError(error, file);
  }
  const block = blockOf(scanner.end());
  if (block !== null) yield block;
  if (columns === null) {
    throw new HalcyonError('store_unreadable', `${file} is empty: its first line should name the columns`);
  }
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const bytes = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  if (!path.endsWith('.gz')) {
    yield* bytes as AsyncIterable<Buffer>;
    return;
  }
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  bytes.on('error', (error) => gunzip.destroy(error));
  try {
    yield* Readable.from(bytes.pipe(gunzip)) as AsyncIterable<Buffer>;
  } finally {
    bytes.destroy();
    gunzip.destroy();
  }
}

function columnsOf(header: CsvRow, file: string, table: CsvTable, mapping: CsvMapping): CsvColumns {
  const columns = header.unreadable !== '' ? header.unreadable : CsvColumns.of(header.text, table, mapping);
  if (typeof columns !== 'string') return columns;
  throw new HalcyonError('store_unreadable', `${file}: ${columns}`);
}

/** What a failure to read a file means to the user. */
export function readingError(cause: unknown, file: string): HalcyonError {
  if (cause instanceof HalcyonError) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOENT') return new HalcyonError('store_unavailable', `${file} is not there`, { cause });
  if (code === 'EACCES' || code === 'EPERM') {
    return new HalcyonError('store_unreadable', `${file} may not be read by this user`, { cause });
  }
  if (code === 'Z_BUF_ERROR') {
    return new HalcyonError('store_unreadable', `${file} is cut off: the gzip stream has no end`, { cause });
  }
  if (code.startsWith('Z_'))
    return new HalcyonError('store_unreadable', `${file} is damaged, or no gzip file`, { cause });
  return new HalcyonError('store_unreadable', `${file} cannot be read: ${pathReason(cause)}`, { cause });
}
