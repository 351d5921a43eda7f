import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { Middleware } from 'koa';

/** What becomes smaller; Parquet is compressed by itself. */
const COMPRESSED = /^(application\/(json|geo\+json|vnd\.apache\.arrow\.stream)|text\/csv)\b/;
/** A shorter body fits a packet or two as it is [bytes]. */
const SHORTEST = 1_024;
/** Two thirds of the time of the usual level, for a tenth more bytes. */
const OPTIONS = { level: 4 } as const;

const zipped = promisify<Buffer, { readonly level: number }, Buffer>(gzip);

/** Sends answers by gzip to clients that take it (`Accept-Encoding`), streams piece by piece. */
export function compressed(): Middleware {
  return async (context, next) => {
    context.vary('Accept-Encoding');
    await next();
    const body: unknown = context.body;
    if (!COMPRESSED.test(context.type) || context.acceptsEncodings('gzip', 'identity') !== 'gzip') return;
    if (body instanceof Readable) {
      context.set('Content-Encoding', 'gzip');
      // What one of the two ends with, the other does too; Koa sends the second and hears of it.
      if (context.method !== 'HEAD') context.body = pipeline(body, createGzip(OPTIONS), () => undefined);
    } else if (typeof body === 'string' || Buffer.isBuffer(body)) {
      const bytes = Buffer.from(body);
      if (bytes.length < SHORTEST) return;
      context.set('Content-Encoding', 'gzip');
      context.body = await zipped(bytes, OPTIONS);
    }
  };
}
