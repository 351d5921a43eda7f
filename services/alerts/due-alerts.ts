import { CONDITIONS } from '../../schemas/alert.ts';
import type { Statements } from '../stores/catalogue.ts';
import { type AlertEngine, gathered, SHORTEST_END_MS, type Touched } from './alert-engine.ts';

/** An alert that may have ended is looked at again after this time, any other after the second [ms]. */
const ENDING_MS = 60_000;
const OTHERS_MS = 600_000;
/** Alerts that are looked at in one go. */
const MOST = 1_000;

/**
 * Stations with alerts that are to be held against the store again although no verdict has come: they may have ended, or
 * somebody has said something else of their anomalies. Whoever asks first has them; others get them the next time.
 *
 * @param now current time, ms since the epoch
 */
export async function dueAlerts(
  statements: Statements,
  engine: Pick<AlertEngine, 'settledUntil'>,
  now: number,
): Promise<Touched[]> {
  const rows = await statements.query(
    `SELECT id, network, station, first_time, last_time, checked FROM alerts
     WHERE state <> 'resolved' AND checked <= $1 AND classification <> ALL($2::text[]) ORDER BY checked LIMIT ${MOST}`,
    [new Date(now - ENDING_MS), [...CONDITIONS]],
  );
  const settled = new Map<string, number>();
  const due: { id: string; touched: Touched }[] = [];
  for (const row of rows) {
    const network = String(row['network']);
    const until = settled.get(network) ?? (await engine.settledUntil(network));
    settled.set(network, until);
    const [from, to, checked] = ['first_time', 'last_time', 'checked'].map((name) => (row[name] as Date).getTime());
    if (until - to <= SHORTEST_END_MS && checked > now - OTHERS_MS) continue;
    due.push({ id: String(row['id']), touched: { network, station: String(row['station']), from, to } });
  }
  if (due.length === 0) return [];
  const taken = await statements.query(
    `UPDATE alerts SET checked = $2 WHERE id = ANY($3::text[]) AND checked <= $1 RETURNING id`,
    [new Date(now - ENDING_MS), new Date(now), due.map(({ id }) => id)],
  );
  const ours = new Set(taken.map((row) => String(row['id'])));
  return gathered(due.filter(({ id }) => ours.has(id)).map(({ touched }) => touched));
}
