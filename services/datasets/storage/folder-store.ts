import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BytePart } from '../../../schemas/byte-part.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { pathCode, pathReason } from '../../../schemas/path-reason.ts';
import { makeFolder } from '../../stores/data-folder.ts';
import { copyVerified } from './copy-verified.ts';
import { discardDraft, writeDraft, writing } from './draft-file.ts';
import { MeasuredSource } from './measured-source.ts';
import { isKey, keyParts } from './object-key.ts';
import {
  BUCKETS,
  type Bucket,
  ObjectMissing,
  type ObjectPlace,
  type ObjectStore,
  type StoredObject,
  type Written,
} from './object-store.ts';

/** Holds files that are being written. */
const INCOMING = 'incoming';
/** How much is read at a time [bytes]. */
const READ = 256 * 1024;
/** A folder that is removed just when a file is to move into it is made again, so often. */
const MOST_TRIES = 20;

/** Objects as files `<root>/<bucket>/<key>`. A file is written in `<root>/incoming` and moves when the disk has it. */
export class FolderStore implements ObjectStore {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  /**
   * Opens a folder; what is missing of it is made (mode 0700).
   *
   * @param root absolute
   * @throws HalcyonError `cannot_write`
   */
  static async open(root: string): Promise<FolderStore> {
    for (const folder of [...BUCKETS, INCOMING]) await makeFolder(join(root, folder));
    return new FolderStore(root);
  }

  async put(bucket: Bucket, key: string, source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Written> {
    const path = this.#path({ bucket, key });
    const draft = join(this.#root, INCOMING, randomUUID());
    const measured = new MeasuredSource(source, signal);
    await writeDraft(draft, measured.chunks(), true);
    try {
      signal?.throwIfAborted();
      await writing(moveDurably(draft, path));
    } catch (error) {
      await discardDraft(draft);
      throw error;
    }
    return measured.written();
  }

  async stat(bucket: Bucket, key: string): Promise<StoredObject | null> {
    const found = await unlessMissing(stat(this.#path({ bucket, key })));
    if (found === null || !found.isFile()) return null;
    return { bucket, key, size: found.size, modified: Math.floor(found.mtimeMs) };
  }

  async read(bucket: Bucket, key: string, part?: BytePart): Promise<Readable> {
    const file = await unlessMissing(open(this.#path({ bucket, key })));
    if (file === null) throw new ObjectMissing({ bucket, key });
    return file.createReadStream({ highWaterMark: READ, ...part });
  }

  copy(from: ObjectPlace, to: ObjectPlace, signal?: AbortSignal): Promise<Written> {
    return copyVerified(this, from, to, signal);
  }

  async remove(bucket: Bucket, key: string): Promise<void> {
    const path = this.#path({ bucket, key });
    await unlessMissing(rm(path));
    // It stays where other files are in it.
    await rmdir(dirname(path)).catch(() => {});
  }

  async *list(bucket: Bucket): AsyncGenerator<StoredObject, void> {
    const folders = await unlessMissing(opendir(join(this.#root, bucket)));
    for await (const folder of folders ?? []) {
      if (!folder.isDirectory()) continue;
      for (const name of (await unlessMissing(readdir(join(this.#root, bucket, folder.name)))) ?? []) {
        const key = `${folder.name}/${name}`;
        const found = isKey(key) ? await this.stat(bucket, key) : null;
        if (found !== null) yield found;
      }
    }
  }

  async localFile(bucket: Bucket, key: string): Promise<string> {
    if ((await this.stat(bucket, key)) === null) throw new ObjectMissing({ bucket, key });
    return this.#path({ bucket, key });
  }

  async removeUnfinished(before: number): Promise<number> {
    const incoming = join(this.#root, INCOMING);
    let removed = 0;
    for (const name of (await unlessMissing(readdir(incoming))) ?? []) {
      const draft = join(incoming, name);
      const found = await unlessMissing(stat(draft));
      if (found === null || found.mtimeMs >= before) continue;
      await unlessMissing(rm(draft));
      removed += 1;
    }
    return removed;
  }

  async check(): Promise<string> {
    const probe = join(this.#root, INCOMING, randomUUID());
    try {
      await writeFile(probe, 'halcyon', { mode: 0o600 });
      await rm(probe);
    } catch (cause) {
      await discardDraft(probe);
      throw unavailable(cause);
    }
    return 'a folder';
  }

  async close(): Promise<void> {}

  #path({ bucket, key }: ObjectPlace): string {
    return join(this.#root, bucket, ...keyParts(key));
  }
}

/** Moves a file so that it is there after a loss of power too, with the folder it moves into. */
async function moveDurably(draft: string, path: string): Promise<void> {
  const folder = dirname(path);
  for (let tries = 1; ; tries++) {
    try {
      await mkdir(folder, { mode: 0o700 }).catch(unless('EEXIST'));
      await rename(draft, path);
      break;
    } catch (error) {
      // With its last file a folder is removed, by whoever else works in it.
      if (pathCode(error) !== 'ENOENT' || tries === MOST_TRIES) throw error;
    }
  }
  await sync(folder).catch(unless('ENOENT'));
  await sync(dirname(folder));
}

async function sync(folder: string): Promise<void> {
  const file = await open(folder);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Passes over the errors of one code. */
function unless(code: string): (error: unknown) => void {
  return (error) => {
    if (pathCode(error) !== code) throw error;
  };
}

/** Null where there is nothing of that path. @throws HalcyonError `storage_unavailable` where it cannot be used */
async function unlessMissing<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(pathCode(error))) return null;
    throw unavailable(error);
  }
}

function unavailable(cause: unknown): HalcyonError {
  const code = pathCode(cause) === 'ENOSPC' ? 'insufficient_storage' : 'storage_unavailable';
  return new HalcyonError(code, `The folder of the files cannot be used: ${pathReason(cause)}.`, { cause });
}
