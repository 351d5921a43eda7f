import { type ChildProcess, spawn } from 'node:child_process';

/** A program with its arguments; no shell reads them. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

/** What a program may take. */
export interface ProgramLimits {
  readonly timeMs: number;
  /** Longest output [bytes]. */
  readonly mostBytes: number;
}

/** What decoding one message may take: one of 100 stations takes some 0.1 s and writes 5 MiB. */
export const DECODING: ProgramLimits = { timeMs: 20_000, mostBytes: 64 * 1024 * 1024 };

/** What is kept of the messages of a program [characters]. */
const LAST_WORDS = 2_000;
/** What of the environment a program is given: where programs and their tables are, and no secret. */
const GIVEN = ['PATH', 'ECCODES_DEFINITION_PATH', 'ECCODES_SAMPLES_PATH', 'SYSTEMROOT'];

/** Output of a program that ended by itself with status 0, or why there is none in words. */
export type ProgramEnd = { readonly output: Buffer; readonly words: string } | string;

/**
 * Runs a program on some bytes. When this resolves, nothing of the process is left: it is killed when its time is over,
 * when it writes too much, and when the signal is aborted.
 */
export async function runProgram(
  { file, args }: Program,
  input: Buffer,
  { timeMs, mostBytes }: ProgramLimits,
  signal?: AbortSignal,
): Promise<ProgramEnd> {
  const child = spawn(file, args, { stdio: 'pipe', shell: false, env: environment(), windowsHide: true });
  let why = '';
  const stop = (reason: string) => {
    why ||= reason;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => stop(`it did not end in ${timeMs / 1000} s`), timeMs);
  const onAbort = () => stop('it was stopped');
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  const pieces: Buffer[] = [];
  let bytes = 0;
  child.stdout.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > mostBytes) stop(`it wrote more than ${mostBytes / 1024 / 1024} MiB`);
    else pieces.push(piece);
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-LAST_WORDS);
  });
  // A program that ends before it has read everything closes the pipe: what it says counts.
  child.stdin.on('error', () => undefined).end(input);
  const ended = await endOf(child);
  clearTimeout(timer);
  signal?.removeEventListener('abort', onAbort);
  if (why !== '') return why;
  if (ended === 0) return { output: Buffer.concat(pieces), words };
  return lastLine(words) || String(ended);
}

/** The last line with anything in it: what went wrong in the end. */
export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}

/** Its status, or in words how it ended. */
function endOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status, by) => resolve(status === 0 ? 0 : `it ended with ${by ?? `status ${status}`}`));
  });
}

function environment(): Record<string, string> {
  const given = GIVEN.map((name): [string, string | undefined] => [name, process.env[name]]);
  return Object.fromEntries([
    ['LC_ALL', 'C.UTF-8'],
    ...given.filter((pair): pair is [string, string] => pair[1] !== undefined),
  ]);
}
