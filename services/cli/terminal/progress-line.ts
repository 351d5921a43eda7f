import cliProgress from 'cli-progress';
import { printable } from '../../../schemas/printable.ts';
import type { Output } from '../frame/command-frame.ts';

/** One line that says how far long work has come. */
export interface ProgressLine {
  update(done: number, total: number): void;
  /** Removes the line. */
  stop(): void;
}

const SILENT: ProgressLine = { update: () => undefined, stop: () => undefined };

/**
 * Progress on standard error, and only where that is a terminal: pipes and files get none.
 *
 * @param what the work, in a word or two
 * @param amountText an amount as it is shown beside the percentage; without it only that
 */
export function progressLine(stderr: Output, what: string, amountText?: (amount: number) => string): ProgressLine {
  if (stderr.isTTY !== true || !isWriteStream(stderr)) return SILENT;
  const bar = new cliProgress.SingleBar({
    stream: stderr,
    format: '{what} [{bar}] {percentage}%{amount}',
    barCompleteChar: '#',
    barIncompleteChar: '.',
    clearOnComplete: true,
    fps: 8,
  });
  let started = false;
  return {
    update(done, total) {
      const amount = amountText === undefined ? '' : ` ${amountText(done)} of ${amountText(total)}`;
      // Not part of the format: a name could look like one of its places.
      const texts = { what: printable(what), amount };
      if (!started) bar.start(total, 0, texts);
      started = true;
      bar.setTotal(total);
      bar.update(Math.min(done, total), texts);
    },
    stop() {
      if (started) bar.stop();
    },
  };
}

function isWriteStream(output: Output): output is NodeJS.WriteStream {
  return 'cursorTo' in output;
}
