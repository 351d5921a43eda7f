import type { Migration } from '../numbered-migrations.ts';
import { MigrationTurn } from './migration-turn.ts';
import type { StoreClient } from './store-client.ts';
import { MOVED, TableMove } from './table-move.ts';

/** What makes a table that takes the place of another one. */
const MAKES = new RegExp(`^CREATE TABLE IF NOT EXISTS (\\w+)${MOVED} AS \\1\\b`);

/** The tables that a migration makes anew, in order; most make none. */
export function movedBy({ statements }: Pick<Migration, 'statements'>): string[] {
  return statements.flatMap((statement) => MAKES.exec(statement)?.[1] ?? []);
}

/** What a move is given besides the migration. */
export interface MoveOptions {
  /** Whether this process has just made the tables: nobody has stored anything in them. */
  readonly isFirst: boolean;
  /** Whether another process has done it while this one waited for its turn. */
  readonly isDone: () => Promise<boolean>;
  /** Notes that it is done. */
  readonly record: () => Promise<void>;
  /** Told in a line what it has come to, and who is waited for. */
  readonly say: (line: string) => void;
}

/**
 * Carries out a migration that makes tables anew: each takes the place of its predecessor with all that is stored there. It
 * may be killed at any moment, and goes on where it was when it is called again.
 */
export function moveTables(
  client: StoreClient,
  migration: Migration,
  { isFirst, isDone, record, say }: MoveOptions,
): Promise<void> {
  return MigrationTurn.take(client, say, async (turn) => {
    if (await isDone()) return;
    const tables = movedBy(migration);
    for (const statement of migration.statements) {
      if (!tables.some((table) => isOf(statement, table))) await client.command(statement);
    }
    const move = (table: string) => {
      const own = migration.statements.filter((statement) => isOf(statement, table));
      return new TableMove(client, turn, { step: migration.number, table, statements: own, say }).run(isFirst);
    };
    if (isFirst) await Promise.all(tables.map(move));
    else for (const table of tables) await move(table);
    await record();
  });
}

/** Whether a statement makes or changes what takes the place of a table. */
function isOf(statement: string, table: string): boolean {
  return new RegExp(`^(CREATE TABLE IF NOT EXISTS|ALTER TABLE) ${table}${MOVED}\\b`).test(statement);
}
