import { readFile, stat } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { assertRegularFile, pathReason } from '../../../../schemas/path-reason.ts';
import { DEFAULT_LIMITS } from '../../../http/http-limits.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { jsonOf } from '../../service/service-refusal.ts';

const { graphBytes: MOST_BYTES } = DEFAULT_LIMITS;

/**
 * The property graph of a request as its file has it; of `-` from standard input.
 *
 * @throws HalcyonError `invalid_parameter` where it cannot be read or is no JSON object; what is wrong in it, the service says
 */
export async function graphText(path: string, io: Pick<CommandIo, 'stdin' | 'signal'>): Promise<string> {
  const text = path === '-' ? await ofStandardInput(io) : await ofFile(path);
  const graph = jsonOf(text);
  if (typeof graph === 'object' && graph !== null && !Array.isArray(graph)) return text;
  const what = path === '-' ? 'standard input' : path;
  const message = `--graph: ${what} should hold a property graph as JSON, an object with nodes and edges`;
  throw new HalcyonError('invalid_parameter', message);
}

async function ofFile(path: string): Promise<string> {
  try {
    await assertRegularFile(path);
    if ((await stat(path)).size > MOST_BYTES) throw tooLarge(path);
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof HalcyonError) throw cause;
    throw new HalcyonError('invalid_parameter', `--graph: ${path} cannot be read: ${pathReason(cause)}`, { cause });
  }
}

async function ofStandardInput({ stdin, signal }: Pick<CommandIo, 'stdin' | 'signal'>): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of addAbortSignal(signal, stdin) as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(piece as Buffer);
    size += bytes.length;
    if (size > MOST_BYTES) throw tooLarge('standard input');
    pieces.push(bytes);
  }
  return Buffer.concat(pieces, size).toString('utf8');
}

function tooLarge(what: string): HalcyonError {
  return new HalcyonError('invalid_parameter', `--graph: ${what} should have at most ${MOST_BYTES} bytes`);
}
