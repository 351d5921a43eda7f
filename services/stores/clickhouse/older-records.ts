import { slotOf } from '../../../schemas/time.ts';
import { literal } from './conditions.ts';
import type { StoreClient } from './store-client.ts';

/** What a store may forget by age. */
export type AgingTable =
  | 'observations'
  | 'judgements'
  | 'anomalies'
  | 'faults'
  | 'fault_values'
  | 'weather_events'
  | 'sensor_conditions'
  | 'lasting_conditions'
  | 'baselines'
  | 'dead_letters';

/** Days of one partition of the baselines, as their table has it. */
const BASELINE_DAYS = 30;
const DAY_MS = 86_400_000;
/** Partitions, or months of networks, that go by one statement. */
const DROPS = 100;

/**
 * Removes what is older than a time. Records go with their partition, when all of its month (of baselines, its 30 days) is
 * older: that rewrites nothing, however much is stored. A network's month of faults stays while one of them goes on or ended
 * later, and others of that month go row by row. So do dead letters and conditions of sensors, which are few, by their own age.
 *
 * @param before ms since the epoch
 * @returns how many months of all networks, or of faults of a network, were removed; or dead letters or conditions
 */
export async function removeOlder(client: StoreClient, table: AgingTable, before: number): Promise<number> {
  if (table === 'dead_letters') {
    // One that was replayed since has a version of its own, received at the same time.
    return removeRows(client, table, 'received < fromUnixTimestamp64Milli({before:Int64})', Math.floor(before));
  }
  if (table === 'sensor_conditions' || table === 'lasting_conditions') {
    return removeRows(client, table, 'slot < {before:Int64}', slotOf(before));
  }
  if (table === 'faults') return removeFaults(client, Math.floor(before));
  const found = await client.rows<[string]>(`SELECT DISTINCT _partition_id FROM ${olderOf(table, before)}`, {
    before: Math.floor(before),
  });
  for (let at = 0; at < found.length; at += DROPS) {
    const drops = found.slice(at, at + DROPS).map(([partition]) => `DROP PARTITION ID ${literal(partition)}`);
    await client.command(`ALTER TABLE ${table} ${drops.join(', ')}`);
  }
  return found.length;
}

/** Where the rows of a table are whose partitions are older as a whole. */
function olderOf(table: Exclude<AgingTable, 'faults'>, before: number): string {
  const month = 'toYYYYMM(fromUnixTimestamp64Milli({before:Int64}))';
  switch (table) {
    case 'baselines':
      return `baselines WHERE intDiv(day, ${BASELINE_DAYS}) < ${Math.floor(Math.floor(before / DAY_MS) / BASELINE_DAYS)}`;
    case 'weather_events':
      return `weather_events WHERE toYYYYMM(start) < ${month}`;
    default:
      return `${table} WHERE toYYYYMM(time) < ${month}`;
  }
}

async function removeRows(client: StoreClient, table: AgingTable, where: string, before: number): Promise<number> {
  const [[rows]] = await client.rows<[number]>(`SELECT count() FROM ${table} FINAL WHERE ${where}`, { before });
  if (rows > 0) await client.command(`DELETE FROM ${table} WHERE ${where}`, { before });
  return rows;
}

/** Removes the months of faults of each network in which none goes on or ended later; a month of all networks as a whole. */
async function removeFaults(client: StoreClient, before: number): Promise<number> {
  const months = await client.rows<[network: string, month: number, stays: number]>(
    `SELECT network, toYYYYMM(named) AS month, max((network, month) IN (
       SELECT network, toYYYYMM(named) FROM faults FINAL
       WHERE state != 'withdrawn' AND (end IS NULL OR end >= fromUnixTimestamp64Milli({before:Int64}))))
     FROM faults WHERE month < toYYYYMM(fromUnixTimestamp64Milli({before:Int64})) GROUP BY network, month`,
    { before },
  );
  const kept = new Set(months.flatMap(([, month, stays]) => (stays === 1 ? [month] : [])));
  const going = months.filter(([, , stays]) => stays === 0);
  const whole = new Set(going.flatMap(([, month]) => (kept.has(month) ? [] : [month])));
  if (whole.size > 0) {
    await client.command(`ALTER TABLE faults ${[...whole].map((month) => `DROP PARTITION ${month}`).join(', ')}`);
  }
  const rows = going.flatMap(([network, month]) => (kept.has(month) ? [`(${literal(network)}, ${month})`] : []));
  for (let at = 0; at < rows.length; at += DROPS) {
    const some = rows.slice(at, at + DROPS).join(', ');
    await client.command(`DELETE FROM faults WHERE (network, toYYYYMM(named)) IN (${some})`);
  }
  return going.length;
}
