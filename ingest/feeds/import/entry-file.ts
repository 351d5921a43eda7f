import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { HalcyonError } from '../../../schemas/errors.ts';
import { repeatedKey } from '../../../schemas/json/repeated-key.ts';
import { assertRegularFile, pathReason } from '../../../schemas/path-reason.ts';
import type { CsvTable } from '../csv/csv-columns.ts';
import { readCsvFile } from '../csv/csv-file.ts';
import { type CsvMapping, PLAIN_MAPPING } from '../csv/csv-mapping.ts';
import { wrongAt } from '../push/json-items.ts';

/** One entry of a file: a station, or the limits of a variable. */
export interface FileEntry {
  /** Where it stands, for messages. */
  readonly place: string;
  readonly content: unknown;
  /** Why its row cannot be read; '' where it can. */
  readonly unreadable: string;
}

/** What a file may hold a list of. */
export type EntryTable = Exclude<CsvTable, 'observations'>;

/** What one entry of a file is called, and several. */
const WORDS: Readonly<Record<EntryTable, { readonly one: string; readonly many: string }>> = {
  stations: { one: 'station', many: 'stations' },
  limits: { one: 'limits', many: 'limits' },
};

/**
 * The entries of a file: a JSON object or list of them, or a CSV table.
 *
 * @param mapping of the folder that the file lies in
 * @throws HalcyonError `store_unreadable` where it cannot be read, is neither, or has no entry
 */
export async function readEntryFile(
  path: string,
  table: EntryTable,
  mapping: CsvMapping = PLAIN_MAPPING,
): Promise<FileEntry[]> {
  const { one, many } = WORDS[table];
  const body = await bytesOf(path, many);
  const text = body.toString('utf8').replace(/^\uFEFF/, '');
  const isJson = /^\s*[[{]/.test(text) && isUtf8(body);
  const entries = isJson ? jsonEntries(path, text, one) : await csvEntries(path, table, mapping);
  if (entries.length === 0) throw new HalcyonError('store_unreadable', `${path} names no ${one}`);
  return entries;
}

async function bytesOf(path: string, many: string): Promise<Buffer> {
  try {
    await assertRegularFile(path);
    return await readFile(path);
  } catch (cause) {
    const right = `expected a CSV or JSON file of ${many}`;
    throw new HalcyonError('store_unreadable', `${path} cannot be read: ${pathReason(cause)}; ${right}`, { cause });
  }
}

function jsonEntries(path: string, text: string, one: string): FileEntry[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new HalcyonError('store_unreadable', `${path} is no JSON: ${wrongAt(text)}`, { cause });
  }
  const repeated = repeatedKey(text);
  if (repeated !== null) throw new HalcyonError('store_unreadable', `${path} ${repeated}`);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((content, index) => ({
    place: `${basename(path)}, ${one} ${index + 1}`,
    content,
    unreadable: '',
  }));
}

async function csvEntries(path: string, table: EntryTable, mapping: CsvMapping): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  for await (const { file, columns, rows } of readCsvFile(path, basename(path), table, mapping)) {
    for (const row of rows) {
      const fields = row.unreadable === '' ? columns.read(row.text) : row.unreadable;
      const read =
        typeof fields === 'string' ? { content: null, unreadable: fields } : { content: fields, unreadable: '' };
      entries.push({ place: `${file}:${row.line}`, ...read });
    }
  }
  return entries;
}
