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
