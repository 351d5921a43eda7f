import type { IncomingMessage } from 'node:http';
import { HalcyonError } from '../../schemas/errors.ts';

/** A body may come in pieces for so many pauses in all: one that drips on holds what it has filled. */
const MOST_PAUSES = 15;

/** The client went away in the middle of its request: nobody is left to be answered. */
export class ClientGone extends Error {
  constructor() {
    super('the client closed the connection before its request was complete');
    this.name = 'ClientGone';
  }
}

/**
 * Reads a request's body as it comes in, never more than `limit` bytes of it.
 *
 * koa-body does not serve here. It has no limit on pauses, stops reading where a body is too large, so that a client that
 * is still sending sees a reset connection and no answer, turns bytes that are not UTF-8 into U+FFFD, and gives the value
 * that was parsed where size and depth have to be known before.
 *
 * @param limit bytes
 * @param idleMs how long the client may pause, ms; in all it may take fifteen times as long
 * @throws HalcyonError `payload_too_large`, `request_timeout`, `unsupported_media_type` (compressed); ClientGone
 */
export async function readBody(request: IncomingMessage, limit: number, idleMs: number): Promise<Buffer> {
  refuseCompressed(request);
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    discard(request, limit);
    throw tooLarge(limit);
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const late = (why: string) => {
      const message = `the body ${why}; send it in one go, or in smaller parts`;
      finish(() => reject(new HalcyonError('request_timeout', message)));
    };
    const idle = setTimeout(() => late(`paused for more than ${idleMs / 1000} s`), idleMs);
    const wholeMs = MOST_PAUSES * idleMs;
    const whole = setTimeout(() => late(`was not complete after ${wholeMs / 1000} s`), wholeMs);
    const onData = (chunk: Buffer) => {
      idle.refresh();
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      finish(() => reject(tooLarge(limit)));
      discard(request, limit);
    };
    const onEnd = () => finish(() => resolve(Buffer.concat(chunks, size)));
    const onGone = () => finish(() => reject(new ClientGone()));
    const finish = (settle: () => void) => {
      clearTimeout(idle);
      clearTimeout(whole);
      request.off('data', onData).off('end', onEnd).off('close', onGone);
      settle();
    };
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
}

/** @throws HalcyonError `unsupported_media_type` for a body that is compressed */
export function refuseCompressed(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() === 'identity') return;
  const message = `Content-Encoding '${encoding}' is not read; send the body as it is`;
  throw new HalcyonError('unsupported_media_type', message);
}

function tooLarge(limit: number): HalcyonError {
  return new HalcyonError('payload_too_large', `the body is larger than ${limit} bytes; send it in smaller parts`);
}

/**
 * Reads on without keeping anything: a client still sending would otherwise see a reset connection and not the answer.
 * One that goes on for as much again is cut off.
 */
export function discard(request: IncomingMessage, limit: number): void {
  let rest = Math.max(limit, 16 * 1024 * 1024);
  request.on('data', (chunk: Buffer) => {
    rest -= chunk.length;
    if (rest < 0) request.destroy();
  });
}
