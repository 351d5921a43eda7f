import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { HalcyonError, type Problem } from '../../../schemas/errors.ts';
import { ClientGone, discard } from '../../http/body-reader.ts';

/** Longest text of a field [bytes]. */
const LONGEST_FIELD = 4096;
/** What the form needs beside the file at most [bytes]: boundaries, headers, other fields. */
const OVERHEAD = 1024 * 1024;
const TEXTS = ['dataset_id', 'file_name'] as const;

/** Bounds of an upload. */
export interface FormLimits {
  /** Largest file, bytes. */
  readonly fileBytes: number;
  /** How long the client may pause, ms. */
  readonly idleMs: number;
}

/** A form that has been read to its end. */
export interface ReadForm<T> {
  readonly dataset_id: string;
  readonly file_name: string;
  /** What became of the file. */
  readonly file: T;
}

/**
 * Reads an upload (multipart/form-data, RFC 7578) as it comes in, its fields in any order; other fields are passed over.
 * The file is given to `take` while it comes, never held in memory.
 *
 * @param take is given the file, and a signal that is aborted when the rest of the form cannot be read: it then leaves nothing
 * @param drop undoes what `take` did, where something is found wrong after the file
 * @throws HalcyonError `invalid_parameter`, `payload_too_large`, `request_timeout`; ClientGone; what `take` throws
 */
export async function readForm<T>(
  request: IncomingMessage,
  { fileBytes, idleMs }: FormLimits,
  take: (file: Readable, signal: AbortSignal) => Promise<T>,
  drop: (taken: T) => Promise<void>,
): Promise<ReadForm<T>> {
  if (Number(request.headers['content-length'] ?? 0) > fileBytes + OVERHEAD) {
    discard(request, fileBytes);
    throw tooLarge(fileBytes);
  }
  const stop = new AbortController();
  const texts = new Map<string, string>();
  const problems: Problem[] = [];
  const files: Promise<T>[] = [];
  let ended = false;
  const form = openForm(String(request.headers['content-type']), fileBytes);
  try {
    await new Promise<void>((resolve, reject) => {
      const idle = setTimeout(() => {
        const message = `the upload paused for more than ${idleMs / 1000} s; send it again`;
        reject(new HalcyonError('request_timeout', message));
      }, idleMs);
      request.on('data', () => idle.refresh());
      stop.signal.addEventListener('abort', () => clearTimeout(idle));
      request.once('error', () => reject(new ClientGone()));
      request.once('close', () => {
        if (!request.complete) reject(new ClientGone());
      });
      form.on('field', (name, value, _nameTruncated, truncated) => {
        if (name === 'file') problems.push(problem('file', 'Expected a file, received a text', 'value_error'));
        if (!TEXTS.some((known) => known === name)) return;
        if (texts.has(name)) problems.push(problem(name, 'Field should be given once', 'value_error'));
        if (truncated)
          problems.push(problem(name, `String should have at most ${LONGEST_FIELD} bytes`, 'string_too_long'));
        texts.set(name, value);
      });
      form.on('file', (name, file) => {
        // Also where nobody reads it any more: a part that is cut off says so on its own.
        file.on('error', (cause) => {
          // Whoever took it has stopped reading, and says why when it has removed what there is of it.
          if (cause.name !== 'AbortError') reject(unreadable(cause));
        });
        if (name !== 'file' || files.length > 0) {
          if (name === 'file') problems.push(problem('file', 'Field should be given once', 'value_error'));
          file.resume();
          return;
        }
        file.on('limit', () => reject(tooLarge(fileBytes)));
        const taken = take(file, stop.signal);
        // What it fails with ends the reading; it is waited for below.
        taken.catch(reject);
        files.push(taken);
      });
      form.once('error', (cause) => reject(unreadable(cause)));
      form.once('finish', () => {
        ended = true;
        clearTimeout(idle);
        resolve();
      });
      request.pipe(form);
    });
    const file = files[0] === undefined ? undefined : await files[0];
    for (const name of TEXTS) if (!texts.has(name)) problems.push(problem(name, 'Field required', 'missing'));
    if (file === undefined && problems.every(({ loc }) => loc[1] !== 'file')) {
      problems.push(problem('file', 'Field required', 'missing'));
    }
    if (problems.length > 0 || file === undefined) throw refused(problems);
    return { dataset_id: texts.get('dataset_id') ?? '', file_name: texts.get('file_name') ?? '', file };
  } catch (error) {
    stop.abort(error);
    request.unpipe(form);
    if (!ended) {
      form.destroy();
      if (!request.destroyed) discard(request, fileBytes);
    }
    for (const taken of await Promise.allSettled(files)) if (taken.status === 'fulfilled') await drop(taken.value);
    throw error;
  }
}

/**
 * The file called `file` of a form that is held already.
 *
 * @param contentType with its boundary
 * @throws HalcyonError `invalid_parameter` where the body is no such form, or has no such file
 */
export async function fileOfForm(body: Buffer, contentType: string): Promise<Buffer> {
  const form = openForm(contentType, body.length);
  const pieces: Buffer[] = [];
  let files = 0;
  await new Promise<void>((resolve, reject) => {
    form.on('file', (name, file) => {
      file.on('error', (cause) => reject(unreadable(cause)));
      if (name !== 'file') file.resume();
      else {
        files += 1;
        file.on('data', (piece: Buffer) => pieces.push(piece));
      }
    });
    form.once('error', (cause) => reject(unreadable(cause)));
    form.once('finish', resolve);
    form.end(body);
  });
  if (files === 0) throw refused([problem('file', 'Field required', 'missing')]);
  if (files > 1) throw refused([problem('file', 'Field should be given once', 'value_error')]);
  return Buffer.concat(pieces);
}

function openForm(contentType: string, fileBytes: number) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fileSize: fileBytes, fieldSize: LONGEST_FIELD, fields: 100, files: 4, headerPairs: 100 },
      highWaterMark: 1024 * 1024,
      fileHwm: 1024 * 1024,
    });
  } catch (cause) {
    throw unreadable(cause);
  }
}

function problem(field: string, msg: string, type: string): Problem {
  return { loc: ['body', field], msg, type };
}

/** An upload that is refused for what its fields hold. */
export function refused(problems: readonly Problem[]): HalcyonError {
  return new HalcyonError('invalid_parameter', problems.map(({ msg }) => msg).join('; '), { problems });
}

function unreadable(cause: unknown): HalcyonError {
  const msg = 'the body is no whole multipart/form-data with the boundary that its Content-Type names';
  return new HalcyonError('invalid_parameter', msg, {
    cause,
    problems: [{ loc: ['body'], msg, type: 'value_error' }],
  });
}

function tooLarge(limit: number): HalcyonError {
  return new HalcyonError(
    'payload_too_large',
    `the file is larger than ${limit} bytes, which this service takes at most`,
  );
}
