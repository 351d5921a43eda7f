import { printable } from '../../../schemas/printable.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { paintFor } from '../terminal/paint.ts';

/** What a command tells on standard error while it works. */
export interface Narration {
  readonly warn: (line: string) => void;
  /** Written only where details were asked for, with the seconds since the command began. */
  readonly explain: (line: string) => void;
}

export function narrationOf(io: CommandIo, verbose: boolean): Narration {
  const paint = paintFor(io.stderr, io.environment);
  const began = performance.now();
  return {
    warn: (line) => {
      io.stderr.write(`${paint('yellow', 'warning:')} ${printable(line)}\n`);
    },
    explain: (line) => {
      if (!verbose) return;
      const seconds = ((performance.now() - began) / 1000).toFixed(2);
      io.stderr.write(paint('dim', `debug: ${seconds} s ${printable(line)}\n`));
    },
  };
}
