import { randomUUID } from 'node:crypto';
import type { Row, Statements } from '../../stores/catalogue.ts';

/** The report on a month that is told to one address. Times in ms since the epoch. */
export interface ReportMail {
  /** The same at every attempt. */
  readonly id: string;
  readonly network: string;
  /** Beginning of the month, UTC. */
  readonly month: number;
  readonly address: string;
  /** How often it was begun. */
  readonly attempts: number;
  readonly created: number;
}

/** Writes that somebody is to be told of a month, once, whoever writes it. */
export async function addReportMail(
  statements: Statements,
  { network, month, address, created }: Pick<ReportMail, 'network' | 'month' | 'address' | 'created'>,
): Promise<void> {
  await statements.query(
    `INSERT INTO report_mails (id, network, month, address, created, due) VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (network, month, address) DO NOTHING`,
    [randomUUID(), network, new Date(month), address, new Date(created)],
  );
}

/**
 * Takes one mail that is due, for as long as a lease: nobody else takes it meanwhile, and whoever dies leaves it to others.
 *
 * @returns null where none is due
 */
export async function takeReportMail(statements: Statements, now: number, leaseMs: number): Promise<ReportMail | null> {
  const rows = await statements.query(
    `UPDATE report_mails SET leased = $2, attempts = attempts + 1
     WHERE id = (
       SELECT id FROM report_mails WHERE state = 'pending' AND due <= $1 AND (leased IS NULL OR leased <= $1)
       ORDER BY month, network, address LIMIT 1 FOR UPDATE SKIP LOCKED
     ) RETURNING *`,
    [new Date(now), new Date(now + leaseMs)],
  );
  return rows.length === 0 ? null : mailOf(rows[0]);
}

/** Keeps a mail that takes long for as long again. @param until ms since the epoch */
export async function keepReportMail(statements: Statements, id: string, until: number): Promise<void> {
  await statements.query("UPDATE report_mails SET leased = $2 WHERE id = $1 AND state = 'pending'", [
    id,
    new Date(until),
  ]);
}

/** Notes that a mail has arrived. @param at ms since the epoch */
export async function noteMailed(statements: Statements, id: string, at: number): Promise<void> {
  await statements.query(
    `UPDATE report_mails SET state = 'delivered', delivered = $2, leased = NULL, error = NULL WHERE id = $1`,
    [id, new Date(at)],
  );
}

/** Notes that an attempt has failed, and when the next is due [ms since the epoch]; null: it is given up. */
export async function noteNotMailed(
  statements: Statements,
  id: string,
  error: string,
  due: number | null,
): Promise<void> {
  await statements.query(
    `UPDATE report_mails SET state = CASE WHEN $3::timestamptz IS NULL THEN 'failed' ELSE 'pending' END,
       due = coalesce($3::timestamptz, due), leased = NULL, error = $2
     WHERE id = $1`,
    [id, error, due === null ? null : new Date(due)],
  );
}

function mailOf(row: Row): ReportMail {
  return {
    id: String(row['id']),
    network: String(row['network']),
    month: (row['month'] as Date).getTime(),
    address: String(row['address']),
    attempts: Number(row['attempts']),
    created: (row['created'] as Date).getTime(),
  };
}
