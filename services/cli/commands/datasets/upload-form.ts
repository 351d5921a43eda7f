import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { assertRegularFile, pathReason } from '../../../../schemas/path-reason.ts';

/** Bytes that are read at once. */
const PIECE = 256 * 1024;

/** A file on its way to a dataset. */
export interface UploadForm {
  readonly headers: Readonly<Record<string, string>>;
  /** The form, read from the file while it is sent. */
  readonly body: AsyncIterable<Uint8Array>;
  /** SHA-256 of what was sent, hexadecimal; '' before all of it was. */
  sha256(): string;
  close(): Promise<void>;
}

/**
 * Opens a file to be sent as multipart/form-data (RFC 7578). A file that changes meanwhile breaks the form off before its
 * end, so that the service keeps nothing of it.
 *
 * @param onProgress is told how many bytes of how many were read
 * @throws HalcyonError `invalid_parameter` where the file cannot be read, also from the body
 */
export async function openUploadForm(
  path: string,
  { dataset, name }: { readonly dataset: string; readonly name: string },
  onProgress: (done: number, total: number) => void,
): Promise<UploadForm> {
  const file = await openFile(path);
  const { size, mtimeNs } = await file.stat({ bigint: true });
  const boundary = `halcyon-${randomUUID()}`;
  const head = Buffer.from(
    [
      field('dataset_id', dataset),
      field('file_name', name),
      // Browsers escape names so (HTML, "multipart form data"); the service goes by `file_name`.
      `${disposition('file')}; filename="${name.replaceAll('"', '%22')}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ].join(''),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const total = Number(size);
  let sha256 = '';
  return {
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': String(head.length + total + tail.length),
    },
    body: pieces(),
    sha256: () => sha256,
    close: () => file.close(),
  };

  function disposition(of: string): string {
    return `--${boundary}\r\nContent-Disposition: form-data; name="${of}"`;
  }

  function field(of: string, text: string): string {
    return `${disposition(of)}\r\n\r\n${text}\r\n`;
  }

  async function* pieces(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    yield head;
    let done = 0;
    while (done < total) {
      const piece = await pieceAt(done);
      if (piece.length === 0) throw changed(path);
      hash.update(piece);
      done += piece.length;
      onProgress(done, total);
      yield piece;
    }
    const now = await file.stat({ bigint: true });
    if (now.size !== size || now.mtimeNs !== mtimeNs) throw changed(path);
    sha256 = hash.digest('hex');
    yield tail;
  }

  async function pieceAt(position: number): Promise<Uint8Array> {
    const buffer = Buffer.allocUnsafe(Math.min(PIECE, total - position));
    try {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      return buffer.subarray(0, bytesRead);
    } catch (cause) {
      throw unreadable(path, cause);
    }
  }
}

/** Why a path is no file that can be read; null where it is one. */
export async function unreadableFile(path: string): Promise<string | null> {
  try {
    await (await openFile(path)).close();
    return null;
  } catch (error) {
    return (error as HalcyonError).message;
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    await assertRegularFile(path);
    return await open(path, 'r');
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function unreadable(path: string, cause: unknown): HalcyonError {
  return new HalcyonError('invalid_parameter', `cannot read '${path}': ${pathReason(cause)}`, { cause });
}

function changed(path: string): HalcyonError {
  return new HalcyonError(
    'invalid_parameter',
    `'${path}' was changed while it was read; upload it when it is complete`,
  );
}
