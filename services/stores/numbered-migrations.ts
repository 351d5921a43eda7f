import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HalcyonError } from '../../schemas/errors.ts';
import { packageFile } from '../../schemas/package-root.ts';

/** One numbered step of a store's tables. */
export interface Migration {
  readonly number: number;
  /** File name without its ending, for example `0001_observations`. */
  readonly name: string;
  readonly statements: readonly string[];
  /** SHA-256 of the file, hexadecimal. */
  readonly digest: string;
}

/** The migrations of `schemas/<store>`, in order. */
export async function migrationsOf(store: 'clickhouse' | 'postgres'): Promise<Migration[]> {
  const folder = packageFile('schemas', store);
  const files = (await readdir(folder)).filter((file) => /^\d{4}_\w+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      return {
        number: Number(file.slice(0, 4)),
        name: file.replace(/\.sql$/, ''),
        statements: statementsOf(text),
        digest: createHash('sha256').update(text).digest('hex'),
      };
    }),
  );
}

/** The tables of a store that is new. */
export interface NewTables {
  /** The last migration that is in them: those after it follow. */
  readonly through: number;
  readonly statements: readonly string[];
}

/** What makes the tables of a new store of the time series at once: `schemas/clickhouse/tables_<through>.sql`. */
export async function newTables(): Promise<NewTables> {
  const folder = packageFile('schemas', 'clickhouse');
  const files = (await readdir(folder)).filter((file) => /^tables_\d{4}\.sql$/.test(file));
  if (files.length !== 1) throw new Error(`${folder} has ${files.length} files tables_<step>.sql, should have one`);
  const text = await readFile(join(folder, files[0]), 'utf8');
  return { through: Number(files[0].slice('tables_'.length, -'.sql'.length)), statements: statementsOf(text) };
}

/** Statements of a migration: each ends with a semicolon at the end of a line; lines that begin with `--` are comments. */
function statementsOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => !line.trimStart().startsWith('--'));
  return lines
    .join('\n')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** A step that a store has recorded. */
export interface AppliedMigration {
  readonly number: number;
  readonly digest: string;
}

/**
 * Refuses a store whose tables are not those of this version: made by a newer one, or by steps of another wording. What
 * was released is never reworded, so that the second is a store of a development version.
 *
 * @throws HalcyonError `store_unreadable`
 */
export function refuseForeign(title: string, applied: readonly AppliedMigration[], known: readonly Migration[]): void {
  const newest = Math.max(0, ...known.map((migration) => migration.number));
  for (const { number, digest } of applied) {
    if (number > newest) {
      throw new HalcyonError(
        'store_unreadable',
        `${title} was made by a newer version of Halcyon (step ${number} of its tables; this one knows ${newest}).`,
      );
    }
    const own = known.find((migration) => migration.number === number);
    if (own !== undefined && own.digest !== digest) {
      throw new HalcyonError(
        'store_unreadable',
        `${title} was made by another version of Halcyon: step ${number} of its tables (${own.name}) differs.`,
      );
    }
  }
}
