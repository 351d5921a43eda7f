import { type AuditFile, firstRecord, lastRecord, listAudit } from './audit-files.ts';
import type { NamedRecord } from './audit-line.ts';

/**
 * The last records of the chains of a folder that no chain has named at its beginning: whoever begins another one names
 * them, so that none of them can be removed or cut unseen.
 *
 * @throws HalcyonError `store_unreadable`
 */
export async function unnamedEnds(folder: string): Promise<NamedRecord[]> {
  const { files } = (await listAudit(folder)) ?? { files: [] };
  const named = new Map<string, number>();
  const ends = new Map<string, AuditFile>();
  for (const file of files) {
    const isFirst = !ends.has(file.chain);
    ends.set(file.chain, file);
    const { named: others = [] } = isFirst ? ((await firstRecord(folder, file.name)) ?? {}) : {};
    for (const { chain, number } of others) named.set(chain, Math.max(number, named.get(chain) ?? 0));
  }
  const unnamed: NamedRecord[] = [];
  for (const { name, chain } of ends.values()) {
    const last = await lastRecord(folder, name);
    if (last === null || last.number <= (named.get(chain) ?? 0)) continue;
    unnamed.push({ chain, number: last.number, hash: last.hash });
  }
  return unnamed;
}
