import { forgetUnregistered, referredKeys } from '../catalogue/dataset-files.ts';
import { hold } from '../catalogue/dataset-records.ts';
import type { DatasetDependencies } from '../dataset-dependencies.ts';
import { BUCKETS, type StoredObject } from '../storage/object-store.ts';

/** Objects that are looked up at once. */
const PIECE = 1_000;

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
  { catalogue, storage }: Pick<DatasetDependencies, 'catalogue' | 'storage'>,
  { now, graceMs, keepMs }: { readonly now: number; readonly graceMs: number; readonly keepMs: number },
): Promise<Swept> {
  const unregistered = await forgetUnregistered(catalogue, new Date(now - keepMs));
  const isOld = ({ modified }: StoredObject) => modified <= now - graceMs;
  let orphans = 0;
  for (const bucket of BUCKETS) {
    for await (const old of inPieces(storage.list(bucket), isOld)) {
      const keys = old.map(({ key }) => key);
      const referred = await referredKeys(catalogue, bucket, keys);
      for (const key of keys.filter((each) => !referred.has(each))) {
        const removed = await catalogue.transaction(async (statements) => {
          // A load may just be putting another file in its place: whether it did is known while the dataset is held.
          await hold(statements, key.split('/')[0]);
          const there = await storage.stat(bucket, key);
          if (there === null || !isOld(there)) return false;
          if ((await referredKeys(statements, bucket, [key])).size > 0) return false;
          await storage.remove(bucket, key);
          return true;
        });
        if (removed) orphans += 1;
      }
    }
  }
  return { orphans, unregistered, unfinished: await storage.removeUnfinished(now - graceMs) };
}

/** Those of some objects that hold a condition, a bounded number at a time. */
async function* inPieces(
  objects: AsyncIterable<StoredObject>,
  holds: (object: StoredObject) => boolean,
): AsyncGenerator<StoredObject[]> {
  let piece: StoredObject[] = [];
  for await (const object of objects) {
    if (!holds(object)) continue;
    piece.push(object);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
