import type { Statements } from '../../stores/catalogue.ts';
import { forgetUnregistered, isReferred } from '../catalogue/dataset-files.ts';
import { hold } from '../catalogue/dataset-records.ts';
import type { DatasetParts } from '../dataset-parts.ts';
import type { Bucket, StoredObject } from '../storage/object-store.ts';

const BUCKETS: readonly Bucket[] = ['scratchpad', 'dataset', 'results'];

/** What a sweep removed. */
export interface Swept {
  /** Files that belonged to no dataset: what a process that was killed had begun. */
  readonly orphans: number;
  /** Uploads for datasets that nobody registered. */
  readonly unregistered: number;
  /** Files that were never written to their end. */
  readonly unfinished: number;
}

/**
 * Removes from the storage what no dataset has.
 *
 * @param now ms since the epoch
 * @param graceMs what has been touched since may belong to work under way [ms]
 * @param keepMs how long uploads wait for their dataset to be registered [ms]
 */
export async function sweep(
  { catalogue, storage }: Pick<DatasetParts, 'catalogue' | 'storage'>,
  { now, graceMs, keepMs }: { readonly now: number; readonly graceMs: number; readonly keepMs: number },
): Promise<Swept> {
  const unregistered = await forgetUnregistered(catalogue, new Date(now - keepMs));
  let orphans = 0;
  const isOrphan = async (statements: Statements, object: StoredObject | null) =>
    object !== null && object.modified <= now - graceMs && !(await isReferred(statements, object.bucket, object.key));
  for (const bucket of BUCKETS) {
    for await (const object of storage.list(bucket)) {
      if (!(await isOrphan(catalogue, object))) continue;
      const removed = await catalogue.transaction(async (statements) => {
        // In permanent storage a load may just be putting another file in its place: it asks while it holds the dataset.
        await hold(statements, object.key.split('/')[0]);
        if (!(await isOrphan(statements, await storage.stat(bucket, object.key)))) return false;
        await storage.remove(bucket, object.key);
        return true;
      });
      if (removed) orphans += 1;
    }
  }
  return { orphans, unregistered, unfinished: await storage.removeUnfinished(now - graceMs) };
}
