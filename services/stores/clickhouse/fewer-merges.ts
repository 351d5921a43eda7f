import type { StoreClient } from './store-client.ts';

/** The tables that small inserts come into without an end. */
const GROWING = ['observations', 'judgements', 'anomalies', 'fault_values'];
/**
 * How many times as large as the largest of them some parts have to be together before they are merged
 * (`merge_selector_base`). By the engine's own 5 a row that came with 2,000 others is merged ten times in half a minute, by
 * 10 four times, while a table has 13 parts instead of 6.
 */
const BASE = 10;

/** Has an embedded engine merge what grows less often; those who run a server set it as they like. */
export async function mergeLessOften(client: StoreClient): Promise<void> {
  const tables = GROWING.map((table) => `'${table}'`).join(', ');
  const unset = await client.rows<[string]>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND name IN (${tables})
       AND position(engine_full, 'merge_selector_base = ${BASE}') = 0`,
  );
  for (const [table] of unset)
    await client.command(`ALTER TABLE ${table} MODIFY SETTING merge_selector_base = ${BASE}`);
}
