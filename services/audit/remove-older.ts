import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { headName, lastRecord, listAudit } from './audit-files.ts';
import type { NamedRecord } from './audit-line.ts';

/** Records that one names: it stays a line that can be read at a glance. */
const AT_ONCE = 50;

/**
 * Removes the days of an audit log that lie before another, after what names the last record of each has been written: what
 * is left can still be held against it.
 *
 * @param day the first that stays, `2026-11-25`
 * @param own the chain that is being written: its head stays
 * @param say writes down what goes; resolves once it is there
 * @returns how many files were removed
 * @throws HalcyonError `store_unreadable`, and what the file system says
 */
export async function removeOlderDays(
  folder: string,
  day: string,
  own: string,
  say: (named: readonly NamedRecord[]) => Promise<void>,
): Promise<number> {
  const { files, heads } = (await listAudit(folder)) ?? { files: [], heads: [] };
  const old = files.filter((file) => file.day < day);
  if (old.length === 0) return 0;
  const named: NamedRecord[] = [];
  for (const { name } of old) {
    const last = await lastRecord(folder, name);
    if (last !== null) named.push({ chain: last.chain, number: last.number, hash: last.hash });
  }
  for (let from = 0; from < named.length; from += AT_ONCE) await say(named.slice(from, from + AT_ONCE));
  for (const { name } of old) await rm(join(folder, name), { force: true });
  const alive = new Set([own, ...files.filter((file) => file.day >= day).map(({ chain }) => chain)]);
  for (const chain of heads) if (!alive.has(chain)) await rm(join(folder, headName(chain)), { force: true });
  return old.length;
}
