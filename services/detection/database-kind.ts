import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { HalcyonError } from '../../schemas/errors.ts';
import { headOfFile } from '../../schemas/head-of-file.ts';
import { pathReason } from '../../schemas/path-reason.ts';
import type { CollectorDatabase } from '../stores/collector/open-collector.ts';

/** Where observations are to be read from. */
export type Database =
  | { readonly kind: 'clickhouse'; readonly url: string }
  | { readonly kind: 'embedded'; readonly folder: string }
  | { readonly kind: 'csv'; readonly folder: string }
  | CollectorDatabase;

const SUPPORTED =
  "this version reads a ClickHouse URL (http://host:8123), the folder of an embedded store, a folder of CSV files, and a collector's SQLite file or PostgreSQL URL (postgres://host/database)";

const SQLITE = 'SQLite format 3\0';

/**
 * Finds out what a text from `--database` names.
 *
 * @throws HalcyonError `store_unreadable` that says what was found there and what could be read
 */
export async function databaseKind(text: string): Promise<Database> {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1].toLowerCase();
  if (scheme !== undefined) return urlKind(text, scheme);
  const found = await statOf(text);
  if (!found.isDirectory()) return fileKind(text, found);
  return folderKind(text);
}

/** True where a text names a collector's database: a PostgreSQL URL or an SQLite file. */
export async function namesCollector(text: string): Promise<boolean> {
  const scheme = /^([a-z]+):\/\//i.exec(text)?.[1].toLowerCase();
  if (scheme !== undefined) return isPostgres(scheme);
  const found = await stat(text).catch(() => null);
  return found?.isFile() === true && found.size > 0 && (await headOf(text)) === SQLITE;
}

function isPostgres(scheme: string): boolean {
  return scheme === 'postgres' || scheme === 'postgresql';
}

function urlKind(text: string, scheme: string): Database {
  if (scheme === 'http' || scheme === 'https' || scheme === 'clickhouse') {
    const url = text.replace(/^clickhouse:/i, 'http:');
    if (URL.canParse(url)) return { kind: 'clickhouse', url };
    throw unreadable(`the database URL cannot be read; it should look like http://user:password@host:8123/database`);
  }
  if (isPostgres(scheme)) return { kind: 'postgres', url: text };
  throw unreadable(`databases of ${scheme}:// cannot be read; ${SUPPORTED}`);
}

async function statOf(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (error) {
    throw unreadable(`cannot read the database ${path}: ${pathReason(error)}`, error);
  }
}

async function fileKind(path: string, found: Stats): Promise<Database> {
  if (!found.isFile()) throw unreadable(`${path} is neither a file nor a folder; ${SUPPORTED}`);
  if (found.size === 0) throw unreadable(`${path} is an empty file; ${SUPPORTED}`);
  if ((await headOf(path)) === SQLITE) return { kind: 'sqlite', path };
  if (/\.csv(\.gz)?$/i.test(path)) throw unreadable(`${path} is one CSV file, should be the folder that holds it`);
  throw unreadable(`${path} is a file that is no database; ${SUPPORTED}`);
}

/** The first bytes of a file, by which SQLite knows its own. */
async function headOf(path: string): Promise<string> {
  try {
    return (await headOfFile(path, SQLITE.length)).toString('latin1');
  } catch (error) {
    throw unreadable(`cannot read the database ${path}: ${pathReason(error)}`, error);
  }
}

async function folderKind(folder: string): Promise<Database> {
  const names = await namesIn(folder);
  if (names.includes('time-series')) return { kind: 'embedded', folder };
  if (names.some((name) => /\.csv(\.gz)?$/i.test(name))) return { kind: 'csv', folder };
  if (names.length === 0) throw unreadable(`${folder} is an empty folder; ${SUPPORTED}`);
  const some = names.slice(0, 5).join(', ') + (names.length > 5 ? ', ...' : '');
  throw unreadable(`${folder} holds neither an embedded store nor CSV files (${some}); ${SUPPORTED}`);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    throw unreadable(`cannot read the folder ${folder}: ${pathReason(error)}`, error);
  }
}

function unreadable(message: string, cause?: unknown): HalcyonError {
  return new HalcyonError('store_unreadable', message, cause === undefined ? {} : { cause });
}
