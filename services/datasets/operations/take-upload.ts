import { randomUUID } from 'node:crypto';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Caller } from '../../access/caller.ts';
import { filesOf, putFile } from '../catalogue/dataset-files.ts';
import { datasetOf, hold } from '../catalogue/dataset-records.ts';
import type { DatasetDependencies } from '../dataset-dependencies.ts';
import { catalogued } from '../dataset-id.ts';
import type { Written } from '../storage/object-store.ts';
import { assertMayChange } from './ownership.ts';

/** A file that has arrived on the scratchpad and belongs to nobody yet. */
export interface Arrived extends Written {
  readonly key: string;
}

/** Brings a file to the scratchpad, under a name of its own there. */
export async function arrive(
  { storage }: Pick<DatasetDependencies, 'storage'>,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Arrived> {
  const key = `${randomUUID()}/upload`;
  return { key, ...(await storage.put('scratchpad', key, source, signal)) };
}

/**
 * Makes a file that has arrived one of a dataset. The same file again changes nothing; another one of the same name
 * replaces it. Where it is refused, it is removed.
 *
 * @throws HalcyonError `conflict` where the dataset is loaded or deleted, `forbidden` where it is somebody else's
 */
export async function takeUpload(
  { catalogue, storage, networks }: Pick<DatasetDependencies, 'catalogue' | 'storage' | 'networks'>,
  upload: { readonly dataset: string; readonly name: string; readonly arrived: Arrived },
  caller: Caller | null,
): Promise<void> {
  const { name, arrived } = upload;
  const dataset = catalogued(upload.dataset);
  let unneeded: { readonly bucket: 'scratchpad'; readonly key: string } | null;
  try {
    await networks.assertNone(dataset);
    unneeded = await catalogue.transaction(async (statements) => {
      await hold(statements, dataset);
      const record = await datasetOf(statements, dataset);
      if (record !== null) assertMayChange(caller, record, `the dataset ${record.id}`);
      if (record !== null && record.state !== 'Staged') {
        const message = `the dataset ${record.id} is ${record.state}; files are uploaded before it is loaded`;
        throw new HalcyonError('conflict', message);
      }
      const files = await filesOf(statements, dataset);
      for (const { name: other, uploader: owner } of record === null ? files : []) {
        assertMayChange(caller, { owner, networks: null }, `the file '${other}' of ${upload.dataset}`);
      }
      const there = files.find((file) => file.name === name);
      const same = there?.sha256 === arrived.sha256 && (await storage.stat(there.bucket, there.key)) !== null;
      if (same) return { bucket: 'scratchpad', key: arrived.key };
      const { key, size, sha256 } = arrived;
      await putFile(statements, {
        dataset,
        name,
        bucket: 'scratchpad',
        key,
        size,
        sha256,
        // A curator helps out: the files stay of who registers them, or has registered them.
        uploader: record?.owner ?? files[0]?.uploader ?? caller?.id ?? null,
      });
      // One that is in permanent storage already is replaced by the load.
      return there?.bucket === 'scratchpad' ? { bucket: 'scratchpad', key: there.key } : null;
    });
  } catch (error) {
    await storage.remove('scratchpad', arrived.key);
    throw error;
  }
  if (unneeded !== null) await storage.remove(unneeded.bucket, unneeded.key);
}
