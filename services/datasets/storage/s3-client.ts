import { finished, PassThrough, type Readable } from 'node:stream';
import type { S3, S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3';
import { HalcyonError } from '../../../schemas/errors.ts';

/** Which S3-compatible store, and as whom. */
export interface S3Place {
  readonly endpoint: string;
  readonly region: string;
  /** In front of the names of the buckets. */
  readonly bucketPrefix: string;
  /** What the SDK finds by itself where it is empty. */
  readonly accessKey: string;
  readonly secretKey: string;
  /** How long a request may take to be answered, tried again included [ms]; default 10,000. */
  readonly answerMs?: number;
}

const ANSWER_MS = 10_000;
const CONNECT_MS = 3_000;
/** How long a connection may stand still in the middle of a request [ms]. */
const IDLE_MS = 20_000;
const ATTEMPTS = 3;
/** Names of errors of those who may not, besides the answer 403. */
const REFUSED = ['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'CredentialsProviderError'];

/** What is sent as an object. */
interface Sent {
  readonly Bucket: string;
  readonly Key: string;
  readonly Body: Readable;
}

/** A client with limits on time. */
export interface S3Connection {
  /**
   * The answer to a request, which is to take the signal along; null where what it is about is not there.
   *
   * @throws HalcyonError `storage_unavailable`
   */
  asked<T>(request: (client: S3, inTime: { readonly abortSignal: AbortSignal }) => Promise<T>): Promise<T | null>;
  /** Sends an object of unknown size, in parts where it is larger than one. @throws what the body or the client throws */
  sent(object: Sent, partSize: number): Promise<void>;
  close(): void;
}

/** Makes a connection to servers that know as much of S3 as is common to all; nothing is asked yet. */
export async function s3Connection(place: S3Place): Promise<S3Connection> {
  // It speaks of versions of the SDK to come; which one is used is fixed here.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  // Large, and only here of use.
  const [{ S3 }, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const client = new S3(clientSettings(place));
  return {
    asked: async (request) => {
      const limit = new AbortController();
      // Unlike AbortSignal.timeout() it can be called off: the content of an object comes after the answer.
      const late = setTimeout(() => limit.abort(), place.answerMs ?? ANSWER_MS);
      try {
        return await request(client, { abortSignal: limit.signal });
      } catch (error) {
        if (isMissing(error)) return null;
        throw unavailable(error);
      } finally {
        clearTimeout(late);
      }
    },
    sent: async (params, partSize) => {
      // With several parts at once, one that fails does not keep the others from sending all that the body has. Its
      // abort() is of no use: it leaves requests under way.
      await new Upload({ client, params, partSize, queueSize: 1 }).done();
    },
    close: () => client.destroy(),
  };
}

function clientSettings({ endpoint, region, accessKey, secretKey }: S3Place): S3ClientConfig {
  return {
    endpoint,
    region,
    // Names of buckets as host names would need a DNS of their own.
    forcePathStyle: true,
    // The SDK's checksums by default are trailers, which many servers do not read. Requests are signed with their digest.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
    ...(accessKey !== '' && { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } }),
  };
}

/** True of the answer that there is none; without the bucket that it should be in, the store is not usable. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(error.name);
}

/** A failure of the store in the words of ours. */
export function unavailable(cause: unknown): HalcyonError {
  if (cause instanceof HalcyonError) return cause;
  return new HalcyonError('storage_unavailable', `The S3-compatible store ${failure(cause)}.`, { cause });
}

/** The content of an answer as a stream whose errors are `storage_unavailable`. */
export function inOurWords(body: Readable): Readable {
  const content = body.pipe(new PassThrough());
  // One that nobody listens to, as before it is read, would end the process. Whoever reads later still gets it.
  content.on('error', () => {});
  content.once('close', () => body.destroy());
  finished(body, (error) => {
    if (error) content.destroy(unavailable(error));
  });
  return content;
}

function failure(error: unknown): string {
  if (!(error instanceof Error)) return 'does not answer';
  const status = (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;
  if (status === 403 || REFUSED.includes(error.name)) return 'refuses access';
  if (status !== undefined && status < 500) return `refuses what was asked (${error.name})`;
  return 'does not answer';
}
