import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { HalcyonError } from '../../schemas/errors.ts';
import { pathCode, pathReason } from '../../schemas/path-reason.ts';
import { writeDraft, writing } from '../datasets/storage/draft-file.ts';
import { MeasuredSource } from '../datasets/storage/measured-source.ts';
import type { Written } from '../datasets/storage/object-store.ts';
import { makeFolder, syncFolder } from '../stores/data-folder.ts';
import { type BackupManifest, MANIFEST } from './backup-manifest.ts';

/** Name of the file that is being written. */
const DRAFT = 'unfinished';
/** Compressed and read in pieces of this size: in Node's own, of 16 KiB, it takes twice the time [bytes]. */
const PIECE = 256 * 1024;

/** A file of a back-up: `path` in the folder, size in bytes and SHA-256. */
export interface BackupFile extends Written {
  readonly path: string;
}

/** A back-up that is being written: files, and when all are there the manifest. */
export class BackupFolder {
  readonly path: string;
  readonly #files = new Map<string, BackupFile>();
  readonly #signal: AbortSignal;

  private constructor(path: string, signal: AbortSignal) {
    this.path = path;
    this.#signal = signal;
  }

  /** Begins a back-up in a folder that is empty or not there yet (mode 0700). @throws HalcyonError `cannot_write`, `conflict` */
  static async begin(folder: string, signal: AbortSignal): Promise<BackupFolder> {
    const path = resolve(folder);
    await makeFolder(path);
    const found = await readdir(path).catch((cause: unknown) => {
      throw new HalcyonError('cannot_write', `cannot write ${path}: ${pathReason(cause)}`, { cause });
    });
    if (found.length > 0) {
      const others = found.length === 1 ? found[0] : `${found.length} files and folders`;
      const what = found.includes(MANIFEST) ? 'a back-up' : others;
      throw new HalcyonError(
        'conflict',
        `${path} holds ${what} already; name an empty folder, or one that is not there`,
      );
    }
    return new BackupFolder(path, signal);
  }

  /** Writes a file, which replaces what was written there before (mode 0600, durable). */
  async write(path: string, source: AsyncIterable<Uint8Array>): Promise<BackupFile> {
    const place = join(this.path, path);
    await writing(mkdir(dirname(place), { recursive: true, mode: 0o700 }));
    const measured = new MeasuredSource(source, this.#signal);
    // Not beside its place: names of files may be as long as the file system takes.
    const draft = join(this.path, DRAFT);
    await writeDraft(draft, measured.chunks(), true);
    await writing(rename(draft, place));
    const file = { path, ...measured.written() };
    this.#files.set(path, file);
    return file;
  }

  /** The same of text, compressed. */
  async writeZipped(path: string, source: AsyncIterable<string>): Promise<BackupFile> {
    const zipped = createGzip({ level: 1, chunkSize: PIECE });
    pipeline(Readable.from(source, { objectMode: false }), zipped, () => undefined);
    return this.write(path, zipped);
  }

  /** A file that was written; undefined where it was not. */
  written(path: string): BackupFile | undefined {
    return this.#files.get(path);
  }

  /** Writes the manifest: from here on the back-up is whole. @returns what it says */
  async finish(told: Omit<BackupManifest, 'files'>): Promise<BackupManifest> {
    const folders = new Set(Array.from(this.#files.keys(), (path) => dirname(join(this.path, path))));
    for (const folder of folders) await writing(syncFolder(folder));
    const manifest = { ...told, files: [...this.#files.values()] };
    await this.write(MANIFEST, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)]));
    await writing(syncFolder(this.path));
    return manifest;
  }
}

/**
 * Reads every file of a back-up and holds it against the manifest.
 *
 * @throws HalcyonError `store_unreadable` where one is missing or another
 */
export async function verifyFiles(folder: string, manifest: BackupManifest, signal: AbortSignal): Promise<void> {
  for (const { path, size, sha256 } of manifest.files) {
    const measured = new MeasuredSource(readFileOf(folder, path), signal);
    try {
      for await (const _ of measured.chunks());
    } catch (cause) {
      signal.throwIfAborted();
      const why = pathCode(cause) === 'ENOENT' ? 'it is missing' : `it cannot be read (${pathReason(cause)})`;
      throw damaged(folder, path, why, cause);
    }
    const found = measured.written();
    if (found.size !== size) throw damaged(folder, path, `it has ${found.size} bytes, should have ${size}`);
    if (found.sha256 !== sha256) throw damaged(folder, path, 'its SHA-256 is another');
  }
}

/** The bytes of a file of a back-up. @throws HalcyonError `store_unreadable` where its path leads out of the folder */
export function readFileOf(folder: string, path: string): Readable {
  const root = resolve(folder);
  const place = resolve(root, path);
  if (!place.startsWith(root + sep)) throw damaged(folder, path, 'it lies outside of the folder');
  return createReadStream(place, { highWaterMark: PIECE });
}

/** The same of a file that is compressed, unpacked. */
export function readZippedOf(folder: string, path: string): Readable {
  const unzipped = createGunzip({ chunkSize: PIECE });
  pipeline(readFileOf(folder, path), unzipped, () => undefined);
  return unzipped;
}

function damaged(folder: string, path: string, why: string, cause?: unknown): HalcyonError {
  return new HalcyonError('store_unreadable', `The back-up ${folder} is damaged: ${path}: ${why}.`, { cause });
}
