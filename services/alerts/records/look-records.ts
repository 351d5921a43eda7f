import type { Statements } from '../../stores/catalogue.ts';

/** How often the alerts of a station have been held against what is stored; 0 where they never were. */
export async function looksAt(statements: Statements, network: string, station: string): Promise<number> {
  const rows = await statements.query('SELECT looks FROM alert_looks WHERE network = $1 AND station = $2', [
    network,
    station,
  ]);
  return rows.length === 0 ? 0 : Number(rows[0]['looks']);
}

/**
 * Notes one look more at a station. Whoever notes another meanwhile waits for the end of this transaction.
 *
 * @param before how many there were when the store was read
 * @returns false, and nothing is noted, where somebody has looked since
 */
export async function noteLook(
  statements: Statements,
  network: string,
  station: string,
  before: number,
): Promise<boolean> {
  const rows = await statements.query(
    `INSERT INTO alert_looks (network, station, looks) VALUES ($1, $2, 1)
     ON CONFLICT (network, station) DO UPDATE SET looks = alert_looks.looks + 1 WHERE alert_looks.looks = $3
     RETURNING looks`,
    [network, station, before],
  );
  return rows.length > 0;
}
