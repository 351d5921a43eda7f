import type { S3Connection } from './s3-client.ts';

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
    const where = { Bucket, ...from };
    const page = await s3.asked((client, inTime) => client.listMultipartUploads(where, inTime));
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
async function lastPart(s3: S3Connection, upload: UnfinishedUpload): Promise<number> {
  let last = 0;
  for (let from: string | undefined; ; ) {
    const where = { ...upload, PartNumberMarker: from };
    const page = await s3.asked((client, inTime) => client.listParts(where, inTime));
    if (page === null) return Number.POSITIVE_INFINITY;
    for (const { LastModified } of page.Parts ?? []) last = Math.max(last, LastModified?.getTime() ?? 0);
    if (page.IsTruncated !== true) return last;
    from = page.NextPartNumberMarker;
  }
}
