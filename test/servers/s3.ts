import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type S3Server, startS3 } from '../../deploy/servers/s3-server.ts';
import { s3JarsMissing } from '../../deploy/servers/server-jars.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import './java.ts';

/** The settings by which an S3-compatible store is found. */
export type S3Settings = Pick<
  Configuration,
  's3Endpoint' | 's3BucketPrefix' | 's3Region' | 's3AccessKey' | 's3SecretKey'
>;

/** A server of a test's own, in a folder for temporary files that goes when it is stopped. */
export interface TestS3 extends S3Server {
  /** Settings with a prefix of their own: buckets that nobody else has. */
  settings(): S3Settings;
}

const KEYS = { accessKey: 'halcyon-tests', secretKey: 'geheim/+=' };
/** Longest name of a file that the server takes [bytes of UTF-8]; real ones take more than a file system does. */
export const LONGEST_S3_NAME = 218;

/** Why no S3-compatible store can be started here; null where one can. */
export const s3Missing = s3JarsMissing;

let started: Promise<TestS3> | undefined;

/** An S3-compatible store, started by whoever asks first; it ends after the last test. */
export function s3Server(): Promise<TestS3> {
  started ??= temporaryS3();
  return started;
}

after(async () => {
  await (await started)?.stop();
});

/** An S3-compatible store of a test's own, which it stops. */
export async function temporaryS3(): Promise<TestS3> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-s3-'));
  const server = await startS3(folder, KEYS);
  return {
    ...server,
    settings: () => ({
      s3Endpoint: server.url,
      s3BucketPrefix: `test-${randomUUID().slice(0, 8)}-`,
      s3Region: 'us-east-1',
      s3AccessKey: KEYS.accessKey,
      s3SecretKey: KEYS.secretKey,
    }),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
