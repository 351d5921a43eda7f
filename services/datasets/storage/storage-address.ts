import { BUCKETS, type Bucket } from './object-store.ts';

/** Where files of a dataset are, as requests and answers name it: `s3://dataset/<id>/<name>`; without a name, all of them. */
export interface StorageAddress {
  readonly bucket: Bucket;
  readonly dataset: string;
  readonly name: string | null;
}

/** Reads an address in our storage; null where it is elsewhere, or none. */
export function storageAddress(text: unknown): StorageAddress | null {
  const match = typeof text === 'string' ? /^s3:\/\/([a-z]+)\/([^/]+)(?:\/([^/]*))?$/.exec(text) : null;
  const bucket = BUCKETS.find((known) => known === match?.[1]);
  if (match === null || bucket === undefined) return null;
  return { bucket, dataset: match[2], name: match[3] || null };
}

/** An address as a text. */
export function addressText(bucket: Bucket, dataset: string | number, name: string | null = null): string {
  return `s3://${bucket}/${dataset}${name === null ? '' : `/${name}`}`;
}
