import type { Readable } from 'node:stream';
import { CONFIGURED_ELEMENTS } from '../../../schemas/elements/configured-elements.ts';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { printable } from '../../../schemas/printable.ts';
import type { Environment } from '../../../schemas/settings.ts';

/** A stream that a command writes to: a process's own, or a test's. */
export interface Output {
  write(some: string | Uint8Array): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** What a command is given instead of the process. */
export interface CommandIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: Readable;
  readonly environment: Environment;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** Aborted by SIGINT (Ctrl-C) and SIGTERM. */
  readonly signal: AbortSignal;
}

/** Where a command that goes on says what went wrong, and why. */
export function failuresTo({ stderr }: Pick<CommandIo, 'stderr'>): (line: string, cause: unknown) => void {
  return (line, cause) => void stderr.write(`${printable(`${line}: ${messageOf(cause)}`)}\n`);
}

/** A command: resolves with its exit code; what it throws becomes a message and an exit code. */
export type Command = (argv: readonly string[], io: CommandIo) => Promise<number>;

export interface FrameOptions {
  /** How long a command may take to end after the first signal before it is ended, ms. */
  readonly graceMs?: number;
}

const SIGNAL_EXIT = { SIGINT: 130, SIGTERM: 143 } as const;
type StopSignal = keyof typeof SIGNAL_EXIT;

/**
 * Runs a command and writes one line for each thing that was wrong: never a stack trace. With `--verbose` among the
 * arguments the chain of causes follows.
 *
 * @returns the exit code (section 4.4 of the interface document)
 */
export async function runInFrame(command: Command, argv: readonly string[], io: CommandIo): Promise<number> {
  try {
    refuseWrongElements();
    return await command(argv, io);
  } catch (error) {
    // Ctrl-C reaches the whole process group: what fails after it, such as the store's engine, fails because of it.
    if (io.signal.aborted) {
      io.stderr.write('interrupted\n');
      return SIGNAL_EXIT.SIGINT;
    }
    for (const line of errorLines(error)) io.stderr.write(`error: ${line}\n`);
    if (argv.includes('--verbose')) for (const line of causeLines(error)) io.stderr.write(`cause: ${line}\n`);
    return error instanceof HalcyonError ? error.exitCode : 1;
  }
}

/** What is wrong with HALCYON_ELEMENTS was found when this process was loaded. */
function refuseWrongElements(): void {
  const { problems } = CONFIGURED_ELEMENTS;
  if (problems.length === 0) return;
  throw new HalcyonError('invalid_configuration', problems.join('; '), {
    problems: problems.map((msg) => ({ loc: ['environment', 'HALCYON_ELEMENTS'], msg, type: 'value_error' })),
  });
}

function errorLines(error: unknown): string[] {
  if (!(error instanceof HalcyonError)) return [`unexpected: ${printable(messageOf(error))}`];
  if (error.problems.length > 1) return error.problems.map((problem) => printable(problem.msg));
  return [printable(error.message)];
}

function causeLines(error: unknown): string[] {
  const lines: string[] = [];
  let cause = error instanceof Error ? error.cause : undefined;
  while (cause !== undefined && lines.length < 10) {
    lines.push(printable(messageOf(cause)));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return lines;
}

/**
 * Runs a command as this process: signals, closed pipes and unhandled rejections included. Never returns to a caller
 * that goes on: the process ends with the command's exit code, once what was written is out.
 */
export async function runProcess(command: Command, options: FrameOptions = {}): Promise<void> {
  const { graceMs = 2000 } = options;
  const controller = new AbortController();
  let stoppedBy: StopSignal | undefined;
  const stop = (signal: StopSignal) => {
    if (stoppedBy !== undefined) process.exit(SIGNAL_EXIT[signal]);
    stoppedBy = signal;
    controller.abort(new HalcyonError('interrupted', `interrupted by ${signal}`));
    setTimeout(() => process.exit(SIGNAL_EXIT[signal]), graceMs).unref();
  };
  const fail = (error: unknown) => {
    process.stderr.write(`error: unexpected: ${printable(messageOf(error))}\n`);
    process.exit(1);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // `anomaly-detector | head`: whoever read has seen enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'EPIPE' ? process.exit(0) : fail(error),
  );
  process.stderr.on('error', () => undefined);
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  const io: CommandIo = {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    environment: process.env,
    now: Date.now,
    signal: controller.signal,
  };
  const code = await runInFrame(command, process.argv.slice(2), io);
  await flushed(process.stdout);
  await flushed(process.stderr);
  process.exit(stoppedBy !== undefined && code === SIGNAL_EXIT.SIGINT ? SIGNAL_EXIT[stoppedBy] : code);
}

/** Resolves when everything written before has left the process. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
