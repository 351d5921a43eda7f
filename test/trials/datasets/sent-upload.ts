import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

const MiB = 2 ** 20;

/** What is sent: a file of some length to a dataset. */
export interface SentUpload {
  readonly dataset: string;
  readonly mebibytes: number;
  /** Sees each mebibyte before it is sent. */
  readonly onPiece?: (piece: Buffer) => void;
}

/**
 * Uploads random bytes as they are made, with multipart/form-data.
 *
 * @param url of the endpoint, or of anything that takes a body
 * @returns the body of the answer
 * @throws Error where it is not answered 200
 */
export async function sendUpload(url: string, { dataset, mebibytes, onPiece }: SentUpload): Promise<string> {
  const field = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n';
  const head = field('dataset_id', dataset) + field('file_name', 'file.bin') + file;
  const end = '\r\n--x--\r\n';
  const headers = {
    'Content-Type': 'multipart/form-data; boundary=x',
    'Content-Length': Buffer.byteLength(head) + mebibytes * MiB + end.length,
  };
  const sending = request(url, { method: 'POST', headers });
  const answering = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.write(head);
  const random = randomBytes(MiB);
  for (let at = 0; at < mebibytes; at++) {
    // No two alike; a copy, as the one before may still be on its way.
    const piece = Buffer.from(random);
    piece.writeUInt32BE(at);
    onPiece?.(piece);
    if (!sending.write(piece)) await once(sending, 'drain');
  }
  sending.end(end);
  const [answer] = await answering;
  const body = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`an upload was answered ${answer.statusCode}: ${body}`);
  return body;
}
