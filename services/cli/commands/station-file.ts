import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { readCsvFile } from '../../../ingest/feeds/import/csv-file.ts';
import { PLAIN_MAPPING } from '../../../ingest/feeds/import/csv-mapping.ts';
import { wrongAt } from '../../../ingest/feeds/push/json-items.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { assertRegularFile, pathReason } from '../../../schemas/path-reason.ts';

/** One station of a file. */
export interface StationEntry {
  /** Where it stands, for messages. */
  readonly place: string;
  readonly registration: unknown;
  /** Why its row cannot be read; '' where it can. */
  readonly unreadable: string;
}

/**
 * The stations of a file: a JSON object or list of them, or CSV as `stations.csv` of a folder has it.
 *
 * @throws HalcyonError `store_unreadable` where it cannot be read, is neither, or names no station
 */
export async function readStationFile(path: string): Promise<StationEntry[]> {
  const body = await bytesOf(path);
  const text = body.toString('utf8').replace(/^\uFEFF/, '');
  const isJson = /^\s*[[{]/.test(text) && isUtf8(body);
  const entries = isJson ? jsonEntries(path, text) : await csvEntries(path);
  if (entries.length === 0) throw new HalcyonError('store_unreadable', `${path} names no station`);
  return entries;
}

async function bytesOf(path: string): Promise<Buffer> {
  try {
    await assertRegularFile(path);
    return await readFile(path);
  } catch (cause) {
    const right = 'expected a CSV or JSON file of stations';
    throw new HalcyonError('store_unreadable', `${path} cannot be read: ${pathReason(cause)}; ${right}`, { cause });
  }
}

function jsonEntries(path: string, text: string): StationEntry[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new HalcyonError('store_unreadable', `${path} is no JSON: ${wrongAt(text)}`, { cause });
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((registration, index) => ({
    place: `${basename(path)}, station ${index + 1}`,
    registration,
    unreadable: '',
  }));
}

async function csvEntries(path: string): Promise<StationEntry[]> {
  const entries: StationEntry[] = [];
  for await (const { file, columns, rows } of readCsvFile(path, basename(path), 'stations', PLAIN_MAPPING)) {
    for (const row of rows) {
      const fields = row.unreadable === '' ? columns.read(row.text) : row.unreadable;
      const read =
        typeof fields === 'string'
          ? { registration: null, unreadable: fields }
          : { registration: fields, unreadable: '' };
      entries.push({ place: `${file}:${row.line}`, ...read });
    }
  }
  return entries;
}
