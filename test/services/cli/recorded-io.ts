import { Readable } from 'node:stream';
import type { CommandIo } from '../../../services/cli/frame/command-frame.ts';

/** An io that keeps what a command wrote. */
export interface RecordedIo extends CommandIo {
  out(): string;
  err(): string;
}

/** Pipes, no environment but `environment`, the clock at the start of 2026. */
export function recordedIo(changes: Partial<CommandIo> = {}): RecordedIo {
  const written: Record<'out' | 'err', Buffer[]> = { out: [], err: [] };
  return {
    stdout: { write: (some) => written.out.push(Buffer.from(some)) },
    stderr: { write: (some) => written.err.push(Buffer.from(some)) },
    stdin: Readable.from([]),
    environment: {},
    now: () => Date.UTC(2026, 0, 1),
    signal: new AbortController().signal,
    out: () => Buffer.concat(written.out).toString(),
    err: () => Buffer.concat(written.err).toString(),
    ...changes,
  };
}
