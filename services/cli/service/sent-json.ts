import { readFile, stat } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { HalcyonError } from '../../../schemas/errors.ts';
import { assertRegularFile, pathReason } from '../../../schemas/path-reason.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { jsonOf } from './service-refusal.ts';

/** What a file of a command holds. */
export interface SentJson {
  /** How the command line names it, such as `--graph`. */
  readonly name: string;
  /** What it should hold, such as `a property graph as JSON, an object with nodes and edges`. */
  readonly expected: string;
  /** Longest that it may be [bytes]. */
  readonly mostBytes: number;
}

/**
 * The JSON object that a command sends, as its file has it; of `-` from standard input.
 *
 * @throws HalcyonError `invalid_parameter` where it cannot be read or is no JSON object; what is wrong in it, the service says
 */
export async function sentJson(path: string, what: SentJson, io: Pick<CommandIo, 'stdin' | 'signal'>): Promise<string> {
  const text = path === '-' ? await ofStandardInput(what, io) : await ofFile(path, what);
  const body = jsonOf(text);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return text;
  const message = `${what.name}: ${path === '-' ? 'standard input' : path} should hold ${what.expected}`;
  throw new HalcyonError('invalid_parameter', message);
}

async function ofFile(path: string, what: SentJson): Promise<string> {
  try {
    await assertRegularFile(path);
    if ((await stat(path)).size > what.mostBytes) throw tooLarge(path, what);
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof HalcyonError) throw cause;
    throw new HalcyonError('invalid_parameter', `${what.name}: ${path} cannot be read: ${pathReason(cause)}`, {
      cause,
    });
  }
}

async function ofStandardInput(
  what: SentJson,
  { stdin, signal }: Pick<CommandIo, 'stdin' | 'signal'>,
): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of addAbortSignal(signal, stdin) as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(piece as Buffer);
    size += bytes.length;
    if (size > what.mostBytes) throw tooLarge('standard input', what);
    pieces.push(bytes);
  }
  return Buffer.concat(pieces, size).toString('utf8');
}

function tooLarge(source: string, { name, mostBytes }: SentJson): HalcyonError {
  return new HalcyonError('invalid_parameter', `${name}: ${source} should have at most ${mostBytes} bytes`);
}
