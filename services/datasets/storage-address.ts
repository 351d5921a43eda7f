import type { Bucket } from './storage/object-store.ts';

const BUCKETS: readonly string[] = ['scratchpad', 'dataset', 'results'] satisfies Bucket[];

/** Where files of a dataset are, as requests and answers name it: `s3://dataset/<id>/<name>`; without a name, all of them. */
export interface StorageAddress {
  readonly bucket: Bucket;
  readonly dataset: string;
  readonly name: string | null;
}

/** Reads an address in our storage; null where it is elsewhere, or none. */
export function storageAddress(text: unknown): StorageAddress | null {
  const match = typeof text === 'string' ? /^s3:\/\/([a-z]+)\/([^/]+)(?:\/([^/]*))?$/.exec(text) : null;
  if (match === null || !BUCKETS.includes(match[1])) return null;
  return { bucket: match[1] as Bucket, dataset: match[2], name: match[3] || null };
}

/** An address as a text. */
export function addressText(bucket: Bucket, dataset: string | number, name: string | null = null): string {
  return `s3://${bucket}/${dataset}${name === null ? '' : `/${name}`}`;
}
