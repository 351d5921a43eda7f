import { literal } from './conditions.ts';
import type { StoreClient } from './store-client.ts';

/** What a store may forget by age. */
export type AgingTable = 'observations' | 'judgements' | 'anomalies' | 'baselines' | 'dead_letters';

/** Days of one partition of the baselines, as their table has it. */
const BASELINE_DAYS = 30;
const DAY_MS = 86_400_000;
/** Partitions that are dropped by one statement. */
const DROPS = 100;

/**
 * Removes what is older than a time. Records go with their partition, when all of its month (of baselines, its 30 days) is
 * older: that rewrites nothing, however much is stored. Dead letters, which are few, go by their own age.
 *
 * @param before ms since the epoch
 * @returns how many partitions were dropped, or dead letters removed
 */
export async function removeOlder(client: StoreClient, table: AgingTable, before: number): Promise<number> {
  if (table === 'dead_letters') return removeDeadLetters(client, before);
  const condition =
    table === 'baselines'
      ? `intDiv(day, ${BASELINE_DAYS}) < ${Math.floor(Math.floor(before / DAY_MS) / BASELINE_DAYS)}`
      : 'toYYYYMM(time) < toYYYYMM(fromUnixTimestamp64Milli({before:Int64}))';
  const found = await client.rows<[string]>(`SELECT DISTINCT _partition_id FROM ${table} WHERE ${condition}`, {
    before: Math.floor(before),
  });
  for (let at = 0; at < found.length; at += DROPS) {
    const drops = found.slice(at, at + DROPS).map(([partition]) => `DROP PARTITION ID ${literal(partition)}`);
    await client.command(`ALTER TABLE ${table} ${drops.join(', ')}`);
  }
  return found.length;
}

async function removeDeadLetters(client: StoreClient, before: number): Promise<number> {
  const where = 'received < fromUnixTimestamp64Milli({before:Int64})';
  const parameters = { before: Math.floor(before) };
  const [[rows]] = await client.rows<[number]>(`SELECT count() FROM dead_letters FINAL WHERE ${where}`, parameters);
  // One that was replayed since has a version of its own, received at the same time.
  if (rows > 0) await client.command(`DELETE FROM dead_letters WHERE ${where}`, parameters);
  return rows;
}
