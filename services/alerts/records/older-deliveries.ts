import type { Statements } from '../../stores/catalogue.ts';

/**
 * Removes deliveries that were written before a time [ms since the epoch] and have arrived or were given up, of tests and of
 * alerts that are resolved. The alerts stay.
 *
 * @returns how many
 */
export async function removeOlderDeliveries(statements: Statements, before: number): Promise<number> {
  const rows = await statements.query(
    `WITH removed AS (
       DELETE FROM deliveries WHERE state <> 'pending' AND created < $1
         AND (alert IS NULL OR alert IN (SELECT id FROM alerts WHERE state = 'resolved')) RETURNING id
     ) SELECT count(*)::integer AS removed FROM removed`,
    [new Date(before)],
  );
  return Number(rows[0]?.['removed'] ?? 0);
}
