import { randomUUID } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import type { BytePart } from '../../../schemas/byte-part.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { copyVerified } from './copy-verified.ts';
import { writeDraft, writing } from './draft-file.ts';
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
import { inOurWords, type S3Connection, type S3Place, s3Connection, unavailable } from './s3-client.ts';
import { unfinishedUploads } from './unfinished-uploads.ts';

const MiB = 2 ** 20;
/** Size of a part of an upload [bytes]; about three are in memory: on its way, being gathered, being put together. */
const PART = 8 * MiB;
/** As many parts an upload may have. */
const MOST_PARTS = 10_000;
/** How much of the source is read ahead while a part is on its way [bytes]. */
const AHEAD = MiB;

/** Objects in buckets of an S3-compatible store. */
export class S3Store implements ObjectStore {
  readonly #s3: S3Connection;
  readonly #place: S3Place;

  private constructor(s3: S3Connection, place: S3Place) {
    this.#s3 = s3;
    this.#place = place;
  }

  /** Opens a store and makes the buckets that are missing. @throws HalcyonError `storage_unavailable` */
  static async open(place: S3Place): Promise<S3Store> {
    const store = new S3Store(await s3Connection(place), place);
    try {
      await Promise.all(BUCKETS.map((bucket) => store.#makeBucket(bucket)));
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  /** At most 10,000 parts of 8 MiB. @throws HalcyonError `payload_too_large` where there is more */
  async put(bucket: Bucket, key: string, source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Written> {
    const measured = new MeasuredSource(source, signal);
    const body = Readable.from(measured.chunks(), { objectMode: false, highWaterMark: AHEAD });
    try {
      await this.#s3.sent({ ...this.#named({ bucket, key }), Body: body }, PART);
    } catch (error) {
      measured.assertSound();
      if (measured.size <= MOST_PARTS * PART) throw unavailable(error);
      const most = `${(MOST_PARTS * PART) / 2 ** 30} GiB`;
      throw new HalcyonError('payload_too_large', `The S3-compatible store takes files up to ${most}.`, {
        cause: error,
      });
    } finally {
      body.destroy();
    }
    return measured.written();
  }

  async stat(bucket: Bucket, key: string): Promise<StoredObject | null> {
    const named = this.#named({ bucket, key });
    const found = await this.#s3.asked((client, inTime) => client.headObject(named, inTime));
    if (found === null) return null;
    return { bucket, key, size: found.ContentLength ?? 0, modified: found.LastModified?.getTime() ?? 0 };
  }

  async read(bucket: Bucket, key: string, part?: BytePart): Promise<Readable> {
    const named = { ...this.#named({ bucket, key }), ...(part && { Range: `bytes=${part.start}-${part.end}` }) };
    const found = await this.#s3.asked((client, inTime) => client.getObject(named, inTime));
    if (found === null) throw new ObjectMissing({ bucket, key });
    return inOurWords(found.Body as Readable);
  }

  copy(from: ObjectPlace, to: ObjectPlace, signal?: AbortSignal): Promise<Written> {
    // By way of this process: the server's own copy ends at 5 GiB and has no digest.
    return copyVerified(this, from, to, signal);
  }

  async remove(bucket: Bucket, key: string): Promise<void> {
    const named = this.#named({ bucket, key });
    await this.#s3.asked((client, inTime) => client.deleteObject(named, inTime));
  }

  async *list(bucket: Bucket): AsyncGenerator<StoredObject, void> {
    let from: string | undefined;
    do {
      const where = { Bucket: this.#bucket(bucket), ContinuationToken: from };
      const page: ListObjectsV2CommandOutput | null = await this.#s3.asked((client, inTime) =>
        client.listObjectsV2(where, inTime),
      );
      for (const { Key: key = '', Size: size = 0, LastModified } of page?.Contents ?? []) {
        if (isKey(key)) yield { bucket, key, size, modified: LastModified?.getTime() ?? 0 };
      }
      from = page?.NextContinuationToken;
    } while (from !== undefined);
  }

  async localFile(bucket: Bucket, key: string, folder: string): Promise<string> {
    const [part, name] = keyParts(key);
    const content = await this.read(bucket, key);
    try {
      const place = join(folder, bucket, part);
      await writing(mkdir(place, { recursive: true, mode: 0o700 }));
      const draft = join(place, randomUUID());
      await writeDraft(draft, content, false);
      await writing(rename(draft, join(place, name)));
      return join(place, name);
    } finally {
      content.destroy();
    }
  }

  async removeUnfinished(before: number): Promise<number> {
    let removed = 0;
    for (const bucket of BUCKETS) {
      for await (const upload of unfinishedUploads(this.#s3, this.#bucket(bucket), before)) {
        await this.#s3.asked((client, inTime) => client.abortMultipartUpload(upload, inTime));
        removed += 1;
      }
    }
    return removed;
  }

  async check(): Promise<string> {
    await Promise.all(
      BUCKETS.map(async (bucket) => {
        if (await this.#hasBucket(bucket)) return;
        throw new HalcyonError('storage_unavailable', `The S3-compatible store has lost the bucket ${bucket}.`);
      }),
    );
    return 'S3-compatible store';
  }

  async close(): Promise<void> {
    this.#s3.close();
  }

  async #hasBucket(bucket: Bucket): Promise<boolean> {
    const named = { Bucket: this.#bucket(bucket) };
    return (await this.#s3.asked((client, inTime) => client.headBucket(named, inTime))) !== null;
  }

  async #makeBucket(bucket: Bucket): Promise<void> {
    if (await this.#hasBucket(bucket)) return;
    const named = { Bucket: this.#bucket(bucket) };
    await this.#s3
      .asked((client, inTime) => client.createBucket(named, inTime))
      .catch(async (error: unknown) => {
        // Another process may have made it just now.
        if (!(await this.#hasBucket(bucket))) throw error;
      });
  }

  #bucket(bucket: Bucket): string {
    return this.#place.bucketPrefix + bucket;
  }

  #named({ bucket, key }: ObjectPlace): { Bucket: string; Key: string } {
    keyParts(key);
    return { Bucket: this.#bucket(bucket), Key: key };
  }
}
