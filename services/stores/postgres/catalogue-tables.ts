import { migrationsOf } from '../numbered-migrations.ts';

const MADE = /^CREATE TABLE IF NOT EXISTS (\w+)/;

/**
 * Names of the catalogue's tables in the order in which the migrations make them: those that others refer to come first.
 * A server may hold other programs' tables too, so that it is not asked.
 *
 * @param last number of the last migration that counts
 */
export async function catalogueTables(last = Number.POSITIVE_INFINITY): Promise<string[]> {
  const migrations = (await migrationsOf('postgres')).filter(({ number }) => number <= last);
  return migrations.flatMap(({ statements }) => statements.flatMap((statement) => MADE.exec(statement)?.[1] ?? []));
}
