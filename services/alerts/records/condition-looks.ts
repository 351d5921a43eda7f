import type { Statements } from '../../stores/catalogue.ts';

/** A look at the conditions of a network. */
export interface ConditionLook {
  readonly network: string;
  /** What is read. */
  readonly reading: string;
  /** When, ms since the epoch. */
  readonly at: number;
}

/**
 * Takes a look for all processes: the next is due after a time.
 *
 * @param everyMs how often there is one [ms]
 * @returns false where another has taken it
 */
export async function takeLook(
  statements: Statements,
  { network, reading, at }: ConditionLook,
  everyMs: number,
): Promise<boolean> {
  const rows = await statements.query(
    `INSERT INTO condition_looks (network, reading, looked) VALUES ($1, $2, $3)
     ON CONFLICT (network, reading) DO UPDATE SET looked = excluded.looked WHERE condition_looks.looked <= $4
     RETURNING looked`,
    [network, reading, new Date(at), new Date(at - everyMs)],
  );
  return rows.length > 0;
}

/** Holds a look until the transaction ends. @returns false where another has begun a later one */
export async function holdLook(statements: Statements, { network, reading, at }: ConditionLook): Promise<boolean> {
  const rows = await statements.query(
    'SELECT looked FROM condition_looks WHERE network = $1 AND reading = $2 AND looked = $3 FOR UPDATE',
    [network, reading, new Date(at)],
  );
  return rows.length > 0;
}
