import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import parseRange from 'range-parser';
import type { BytePart } from '../../../schemas/byte-part.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { has } from '../middleware/conditional.ts';

/** A file as the body of an answer: sent whole, in part, or not at all to who has it. */
export class FileBody {
  /** bytes */
  readonly size: number;
  /** Strong ETag of its bytes, in quotes. */
  readonly tag: string;
  /** Its content, or a part of it. */
  readonly read: (part?: BytePart) => Promise<Readable>;

  constructor(file: Pick<FileBody, 'size' | 'tag' | 'read'>) {
    this.size = file.size;
    this.tag = file.tag;
    this.read = file.read;
  }
}

/** Another unit than bytes is passed over (RFC 9110, section 14.2). */
const BYTES = /^bytes=/i;
const LAST_BYTES = /^bytes=-0*[1-9]\d*$/i;

/** What an endpoint with such an answer says of the headers of its requests. */
export const FILE_REQUEST_HEADERS = {
  'If-None-Match': 'The `ETag` of the file that the client has: 304 where it is still that one.',
  Range: 'The bytes that are asked for, such as `bytes=0-1023`. Of several ranges the whole file is sent.',
  'If-Range': 'The `ETag` of the file that the client has a part of: the whole file is sent where it is another one.',
} as const;

/**
 * Sends a file: 304 where the client has it, a part where it asks for one range of bytes (RFC 9110, sections 13 and 14).
 *
 * @throws HalcyonError `range_not_satisfiable` for a range beyond its end
 */
export async function sendFile(
  context: Context,
  { size, tag, read }: FileBody,
  type = 'application/octet-stream',
): Promise<void> {
  context.set({ ETag: tag, 'Accept-Ranges': 'bytes', 'Cache-Control': 'private, no-cache' });
  if (has(context, tag)) {
    context.status = 304;
    return;
  }
  const part = partOf(context, size, tag);
  if (part !== null) {
    context.status = 206;
    context.set('Content-Range', `bytes ${part.start}-${part.end}/${size}`);
  }
  context.type = type;
  if (context.method !== 'HEAD') context.body = part === null ? await read() : await read(part);
  context.length = part === null ? size : part.end - part.start + 1;
}

/** The part that is asked for; null for the whole file, also where what is asked for is no range of bytes. */
function partOf(context: Context, size: number, tag: string): BytePart | null {
  const asked = context.get('Range');
  const had = context.get('If-Range');
  if (context.method !== 'GET' || !BYTES.test(asked) || (had !== '' && had !== tag)) return null;
  const ranges = parseRange(size, asked, { combine: true });
  if (ranges === -2) return null;
  if (ranges !== -1) return ranges.length === 1 ? ranges[0] : null;
  // The parser takes the last bytes of a file that has fewer for none.
  if (size > 0 && LAST_BYTES.test(asked)) return { start: 0, end: size - 1 };
  context.set('Content-Range', `bytes */${size}`);
  throw new HalcyonError(
    'range_not_satisfiable',
    `Range is '${asked.slice(0, 100)}', should be bytes of the file, which has ${size}`,
  );
}
