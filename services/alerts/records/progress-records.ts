import type { Statements } from '../../stores/catalogue.ts';

/** Up to which observation the settled verdicts of each network have been looked at, ms since the epoch. */
export async function progressOf(statements: Statements): Promise<Map<string, number>> {
  const rows = await statements.query('SELECT network, settled FROM alert_progress');
  return new Map(rows.map((row) => [String(row['network']), (row['settled'] as Date).getTime()]));
}

/** Notes that the settled verdicts of a network have been looked at up to an observation [ms since the epoch]. */
export async function noteProgress(statements: Statements, network: string, settled: number): Promise<void> {
  await statements.query(
    `INSERT INTO alert_progress (network, settled) VALUES ($1, $2)
     ON CONFLICT (network) DO UPDATE SET settled = greatest(alert_progress.settled, excluded.settled)`,
    [network, new Date(settled)],
  );
}
