import { HalcyonError } from '../../../schemas/errors.ts';
import { MeasuredSource } from './measured-source.ts';
import { keyParts } from './object-key.ts';
import type { ObjectPlace, ObjectStore, Written } from './object-store.ts';

/**
 * Copies an object and reads the copy again. One that is not right, or was not read to its end, stays where it is: another
 * copy of the same object may have come to the same place meanwhile, and what nobody refers to is swept up later.
 *
 * @returns what the copy holds
 * @throws ObjectMissing; HalcyonError `storage_unavailable` where the copy is not what was read; the signal's reason
 */
export async function copyVerified(
  store: Pick<ObjectStore, 'put' | 'read'>,
  from: ObjectPlace,
  to: ObjectPlace,
  signal?: AbortSignal,
): Promise<Written> {
  keyParts(to.key);
  const source = await store.read(from.bucket, from.key);
  let copied: Written;
  try {
    copied = await store.put(to.bucket, to.key, source, signal);
  } finally {
    source.destroy();
  }
  const found = await contentOf(await store.read(to.bucket, to.key), signal);
  if (found.sha256 === copied.sha256) return found;
  throw new HalcyonError('storage_unavailable', 'The storage holds another file than was copied; try again.');
}

async function contentOf(source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Written> {
  const measured = new MeasuredSource(source, signal);
  for await (const _ of measured.chunks());
  return measured.written();
}
