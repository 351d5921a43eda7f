import { createHash } from 'node:crypto';
import type { Bucket, ObjectStore, StoredObject } from '../../../../services/datasets/storage/object-store.ts';

export const MiB = 2 ** 20;
const CHUNK = 64 * 1024;

/** Unfinished work of a store, which it ends. */
export function unfinished(store: ObjectStore): Promise<number> {
  return store.removeUnfinished(Date.now() + 3_600_000);
}

/** All objects of a bucket. */
export async function listed(store: ObjectStore, bucket: Bucket): Promise<StoredObject[]> {
  const objects: StoredObject[] = [];
  for await (const object of store.list(bucket)) objects.push(object);
  return objects;
}

/** A content as a stream gives it. */
export async function* chunksOf(content: Buffer): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < content.length; at += CHUNK) yield content.subarray(at, at + CHUNK);
}

/** So many bytes that need no memory. */
export async function* generated(size: number): AsyncGenerator<Buffer, void> {
  const chunk = Buffer.alloc(CHUNK, 'halcyon ');
  for (let left = size; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
}

/** As a store gives it. */
export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
