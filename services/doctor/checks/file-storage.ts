import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { BUCKETS } from '../../datasets/storage/object-store.ts';
import { s3Connection } from '../../datasets/storage/s3-client.ts';
import { ok, wrong } from '../installation/finding.ts';
import type { Check } from '../installation/installation.ts';

const WHAT = 'files of datasets';

/** The S3-compatible store: reachable, lets us in, with its buckets. Folders are in the data folder, which is looked at. */
export const fileStorage: Check = {
  what: WHAT,
  look: async ({ configuration }) => {
    const { s3Endpoint, s3BucketPrefix: bucketPrefix, s3Region: region, s3AccessKey, s3SecretKey } = configuration;
    if (s3Endpoint === '') return [];
    const place = { endpoint: s3Endpoint, bucketPrefix, region, accessKey: s3AccessKey, secretKey: s3SecretKey };
    const connection = await s3Connection(place);
    const { origin } = new URL(s3Endpoint);
    try {
      const missing: string[] = [];
      for (const bucket of BUCKETS) {
        const Bucket = `${bucketPrefix}${bucket}`;
        const found = await connection.asked((client, inTime) => client.headBucket({ Bucket }, inTime));
        if (found === null) missing.push(Bucket);
      }
      if (missing.length === 0) return [ok(WHAT, `S3 at ${origin}, with its buckets`)];
      return [ok(WHAT, `S3 at ${origin}; the first start makes its buckets ${missing.join(', ')}`)];
    } catch (error) {
      if (!(error instanceof HalcyonError)) throw error;
      const cause = error.cause === undefined ? '' : ` (${messageOf(error.cause)})`;
      const remedy =
        'S3_ENDPOINT, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY should be those of the store';
      return [wrong(WHAT, `S3 at ${origin}: ${error.message}${cause}`, remedy)];
    } finally {
      connection.close();
    }
  },
};
