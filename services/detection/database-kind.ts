import type { Stats } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { HalcyonError } from '../../schemas/errors.ts';

/** Where observations are to be read from. */
export type Database =
  | { readonly kind: 'clickhouse'; readonly url: string }
  | { readonly kind: 'embedded'; readonly folder: string }
  | { readonly kind: 'csv'; readonly folder: string };

const SUPPORTED =
  'this version reads a ClickHouse URL (http://host:8123), the folder of an embedded store, and a folder of CSV files';

/**
 * Finds out what a text from `--database` names.
 *
 * @throws HalcyonError `store_unreadable` that says what was found there and what could be read
 */
export async function databaseKind(text: string): Promise<Database> {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1].toLowerCase();
  if (scheme !== undefined) return urlKind(text, scheme);
  const found = await statOf(text);
  if (!found.isDirectory()) throw await refusedFile(text, found);
  return folderKind(text);
}

function urlKind(text: string, scheme: string): Database {
  if (scheme === 'http' || scheme === 'https' || scheme === 'clickhouse') {
    const url = text.replace(/^clickhouse:/i, 'http:');
    if (URL.canParse(url)) return { kind: 'clickhouse', url };
    throw unreadable(`the database URL cannot be read; it should look like http://user:password@host:8123/database`);
  }
  if (scheme === 'postgres' || scheme === 'postgresql') throw unreadable(`PostgreSQL cannot be read yet; ${SUPPORTED}`);
  throw unreadable(`databases of ${scheme}:// cannot be read; ${SUPPORTED}`);
}

async function statOf(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (error) {
    throw unreadable(`cannot read the database ${path}: ${reasonOf(error)}`, error);
  }
}

async function refusedFile(path: string, found: Stats): Promise<HalcyonError> {
  if (!found.isFile()) return unreadable(`${path} is neither a file nor a folder; ${SUPPORTED}`);
  if (found.size === 0) return unreadable(`${path} is an empty file; ${SUPPORTED}`);
  const head = Buffer.alloc(16);
  try {
    const file = await open(path, 'r');
    try {
      await file.read(head, 0, head.length, 0);
    } finally {
      await file.close();
    }
  } catch (error) {
    return unreadable(`cannot read the database ${path}: ${reasonOf(error)}`, error);
  }
  if (head.toString('latin1') === 'SQLite format 3\0') {
    return unreadable(`${path} is an SQLite database, which cannot be read yet; ${SUPPORTED}`);
  }
  if (/\.csv(\.gz)?$/i.test(path)) return unreadable(`${path} is one CSV file, should be the folder that holds it`);
  return unreadable(`${path} is a file that is no database; ${SUPPORTED}`);
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
    throw unreadable(`cannot read the folder ${folder}: ${reasonOf(error)}`, error);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is nothing of that name',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a part of the path is no folder',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links go in a circle',
};

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason';
  return REASONS[code] ?? code;
}

function unreadable(message: string, cause?: unknown): HalcyonError {
  return new HalcyonError('store_unreadable', message, cause === undefined ? {} : { cause });
}
