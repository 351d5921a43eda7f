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
/** Partitions that are dropped by one statement. */
const DROPS = 100;

/**
 * Removes what is older than a time. Records go with their partition, when all of its month (of baselines, its 30 days) is
 * older: that rewrites nothing, however much is stored. A month of faults stays while one of them goes on or ended later.
 * Dead letters and conditions of sensors, which are few, go by their own age.
 *
 * @param before ms since the epoch
 * @returns how many partitions were dropped, or dead letters or conditions removed
 */
export async function removeOlder(client: StoreClient, table: AgingTable, before: number): Promise<number> {
  if (table === 'dead_letters') {
    // One that was replayed since has a version of its own, received at the same time.
    return removeRows(client, table, 'received < fromUnixTimestamp64Milli({before:Int64})', Math.floor(before));
  }
  if (table === 'sensor_conditions' || table === 'lasting_conditions') {
    return removeRows(client, table, 'slot < {before:Int64}', slotOf(before));
  }
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
function olderOf(table: AgingTable, before: number): string {
  const month = 'toYYYYMM(fromUnixTimestamp64Milli({before:Int64}))';
  switch (table) {
    case 'baselines':
      return `baselines WHERE intDiv(day, ${BASELINE_DAYS}) < ${Math.floor(Math.floor(before / DAY_MS) / BASELINE_DAYS)}`;
    case 'faults':
      return `faults WHERE toYYYYMM(named) < ${month} AND _partition_id NOT IN (
        SELECT _partition_id FROM faults FINAL
        WHERE state != 'withdrawn' AND (end IS NULL OR end >= fromUnixTimestamp64Milli({before:Int64})))`;
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
