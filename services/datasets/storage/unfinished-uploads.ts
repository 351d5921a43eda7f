import { ListMultipartUploadsCommand, paginateListParts } from '@aws-sdk/client-s3';
import { isMissing, type S3Connection, unavailable } from './s3-client.ts';

/** An upload in parts, as requests name it. */
export interface UnfinishedUpload {
  readonly Bucket: string;
  readonly Key: string | undefined;
  readonly UploadId: string | undefined;
}

/**
 * Uploads of a bucket that are neither complete nor given up, and to which nothing has come since.
 *
 * @param before ms since the epoch
 * @throws HalcyonError `storage_unavailable`
 */
export async function* unfinishedUploads(
  s3: S3Connection,
  Bucket: string,
  before: number,
): AsyncGenerator<UnfinishedUpload, void> {
  let from: { readonly KeyMarker?: string | undefined; readonly UploadIdMarker?: string | undefined } = {};
  for (;;) {
    const asking = new ListMultipartUploadsCommand({ Bucket, ...from });
    const page = await s3.asked((client, inTime) => client.send(asking, inTime));
    for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
      const upload = { Bucket, Key, UploadId };
      const begun = Initiated?.getTime() ?? 0;
      if (begun < before && (await lastPart(s3, upload)) < before) yield upload;
    }
    if (page?.IsTruncated !== true) return;
    from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

/** When its last part came [ms since the epoch]; 0 where none has, infinite where the upload has ended meanwhile. */
async function lastPart({ client }: S3Connection, upload: UnfinishedUpload): Promise<number> {
  let last = 0;
  try {
    for await (const { Parts = [] } of paginateListParts({ client }, upload)) {
      for (const { LastModified } of Parts) last = Math.max(last, LastModified?.getTime() ?? 0);
    }
  } catch (error) {
    if (isMissing(error)) return Number.POSITIVE_INFINITY;
    throw unavailable(error);
  }
  return last;
}
