import type { Readable } from 'node:stream';
import type { BytePart } from '../../../schemas/byte-part.ts';
import { HalcyonError } from '../../../schemas/errors.ts';

/** Where files are: just arrived, for good, made by queries. */
export const BUCKETS = ['scratchpad', 'dataset', 'results'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** Where an object is. */
export interface ObjectPlace {
  readonly bucket: Bucket;
  /** `<folder>/<file name>`, the folder by convention a UUID. */
  readonly key: string;
}

/** An object that is there. */
export interface StoredObject extends ObjectPlace {
  /** bytes */
  readonly size: number;
  /** When it was written [ms since the epoch]; a server may know it to the second only, rounded down. */
  readonly modified: number;
}

/** What an object holds. */
export interface Written {
  /** bytes */
  readonly size: number;
  /** Hexadecimal, in lower case. */
  readonly sha256: string;
}

/** There is no object of that key. */
export class ObjectMissing extends HalcyonError {
  constructor({ bucket, key }: ObjectPlace, cause?: unknown) {
    super('not_found', `there is no file '${key}' in ${bucket}`, { cause });
    this.name = 'ObjectMissing';
  }
}

/**
 * Files under keys. Besides what is said below, whatever the store itself fails at is `storage_unavailable`, or
 * `cannot_write` where a disk takes nothing more, and a key that would lead out of its bucket is `invalid_parameter`.
 */
export interface ObjectStore {
  /**
   * Writes a stream as an object, whole or not at all; what has the key is replaced. The digest is of what was written.
   * The source leaves the memory of a chunk alone once it has given it, as streams do.
   * An error of the source, or the reason of the signal, is thrown as it is and leaves nothing.
   */
  put(bucket: Bucket, key: string, source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Written>;
  /** Null where there is none. */
  stat(bucket: Bucket, key: string): Promise<StoredObject | null>;
  /**
   * The content, or a part of it that is within its size. Whoever asks reads it to its end or destroys it.
   *
   * @throws ObjectMissing
   */
  read(bucket: Bucket, key: string, part?: BytePart): Promise<Readable>;
  /** Copies, reads the copy again and resolves with what it holds. @throws ObjectMissing */
  copy(from: ObjectPlace, to: ObjectPlace, signal?: AbortSignal): Promise<Written>;
  /** Also where there is none. */
  remove(bucket: Bucket, key: string): Promise<void>;
  /** All objects of a bucket in any order; those that come or go meanwhile may be among them or not. */
  list(bucket: Bucket): AsyncIterable<StoredObject>;
  /**
   * A path of this machine where the object can be read: the file itself, which is not to be changed, or a copy made in
   * `folder`. It ends as the file name does.
   *
   * @throws ObjectMissing
   */
  localFile(bucket: Bucket, key: string, folder: string): Promise<string>;
  /**
   * Ends what was begun, never finished and not touched since.
   *
   * @param before ms since the epoch
   * @returns how many
   */
  removeUnfinished(before: number): Promise<number>;
  /** Asks whether it works, by a real request. @returns what it is: `folder /x`, `S3 at http://...` */
  check(): Promise<string>;
  close(): Promise<void>;
}
