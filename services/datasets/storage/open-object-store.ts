import { join, resolve } from 'node:path';
import type { Configuration } from '../../../schemas/configuration.ts';
import { FolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { S3Store } from './s3-store.ts';

/**
 * Opens the storage of files: an S3-compatible store where one is configured, else folders `files/<bucket>/<key>` in the
 * data folder.
 *
 * @throws HalcyonError `storage_unavailable` where the server does not answer or refuses the keys, `cannot_write` where
 *   the folders cannot be made
 */
export async function openObjectStore({
  data,
  s3Endpoint,
  s3BucketPrefix,
  s3Region,
  s3AccessKey,
  s3SecretKey,
}: Pick<
  Configuration,
  'data' | 's3Endpoint' | 's3BucketPrefix' | 's3Region' | 's3AccessKey' | 's3SecretKey'
>): Promise<ObjectStore> {
  if (s3Endpoint === '') return FolderStore.open(join(resolve(data), 'files'));
  return S3Store.open({
    endpoint: s3Endpoint,
    bucketPrefix: s3BucketPrefix,
    region: s3Region,
    accessKey: s3AccessKey,
    secretKey: s3SecretKey,
  });
}
