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
export function statementsOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => !line.trimStart().startsWith('--'));
  return lines
    .join('\n')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** Refuses a store that a newer version has made. */
export function refuseNewer(title: string, applied: readonly number[], known: readonly Migration[]): void {
  const newest = Math.max(0, ...known.map((migration) => migration.number));
  const newer = Math.max(0, ...applied);
  if (newer > newest) {
    throw new HalcyonError(
      'store_unreadable',
      `${title} was made by a newer version of Halcyon (step ${newer} of its tables; this one knows ${newest}).`,
    );
  }
}
