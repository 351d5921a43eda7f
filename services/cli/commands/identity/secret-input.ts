import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { read } from 'read';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { pathReason } from '../../../../schemas/path-reason.ts';
import type { CommandIo } from '../../frame/command-frame.ts';

/** Longest secret that is read [bytes]. */
const MOST_BYTES = 4_096;

/**
 * A secret of a command: from a file, from standard input (`-`), or typed twice at a prompt; never from an argument, which
 * every user of the machine can see.
 *
 * @param what what it is: `password`
 * @param option the option that names the file: `--password-file`
 * @throws HalcyonError `invalid_parameter`
 */
export async function secretFrom(
  file: string | undefined,
  what: string,
  option: string,
  io: CommandIo,
): Promise<string> {
  const secret = file === undefined ? await typed(what, option, io) : withoutLineEnd(await contents(file, option, io));
  if (secret === '') throw new HalcyonError('invalid_parameter', `the ${what} is empty`);
  if (Buffer.byteLength(secret) > MOST_BYTES) throw new HalcyonError('invalid_parameter', `the ${what} is too long`);
  return secret;
}

async function contents(file: string, option: string, io: CommandIo): Promise<string> {
  if (file === '-') return text(io.stdin);
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new HalcyonError('invalid_parameter', `${option}: ${file} cannot be read: ${pathReason(cause)}`, { cause });
  });
}

/** An editor ends a file with a line; the secret is what stands in it. */
function withoutLineEnd(contents: string): string {
  return contents.replace(/\r?\n$/, '');
}

async function typed(what: string, option: string, io: CommandIo): Promise<string> {
  if (!('isTTY' in io.stdin) || io.stdin.isTTY !== true) {
    const message = `the ${what} is missing: give ${option} FILE, ${option} - for standard input, or a terminal to ask at`;
    throw new HalcyonError('invalid_parameter', message);
  }
  const once = (prompt: string) =>
    read({ prompt, silent: true, input: io.stdin, output: io.stderr as NodeJS.WriteStream }).catch((cause: unknown) => {
      throw new HalcyonError('interrupted', 'interrupted', { cause });
    });
  const first = await once(`${what}: `);
  io.stderr.write('\n');
  const second = await once(`${what} again: `);
  io.stderr.write('\n');
  if (first !== second) throw new HalcyonError('invalid_parameter', `the two ${what}s differ`);
  return first;
}
