import { Readable } from 'node:stream';
import type { CommandIo } from '../../../services/cli/frame/command-frame.ts';

/** An io that keeps what a command wrote. */
export interface RecordedIo extends CommandIo {
  out(): string;
  err(): string;
}

/** Pipes, no environment but `environment`, the clock at the start of 2026. */
export function recordedIo(changes: Partial<CommandIo> = {}): RecordedIo {
  const written: Record<'out' | 'err', string[]> = { out: [], err: [] };
  return {
    stdout: { write: (text) => written.out.push(text) },
    stderr: { write: (text) => written.err.push(text) },
    stdin: Readable.from([]),
    environment: {},
    now: () => Date.UTC(2026, 0, 1),
    signal: new AbortController().signal,
    out: () => written.out.join(''),
    err: () => written.err.join(''),
    ...changes,
  };
}
