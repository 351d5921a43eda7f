import cliProgress from 'cli-progress';
import type { Output } from '../command-frame.ts';

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
 */
export function progressLine(stderr: Output, what: string): ProgressLine {
  if (stderr.isTTY !== true || !isWriteStream(stderr)) return SILENT;
  const bar = new cliProgress.SingleBar({
    stream: stderr,
    format: `${what} [{bar}] {percentage}%`,
    barCompleteChar: '#',
    barIncompleteChar: '.',
    clearOnComplete: true,
    fps: 8,
  });
  let started = false;
  return {
    update(done, total) {
      if (!started) bar.start(total, 0);
      started = true;
      bar.setTotal(total);
      bar.update(Math.min(done, total));
    },
    stop() {
      if (started) bar.stop();
    },
  };
}

function isWriteStream(output: Output): output is NodeJS.WriteStream {
  return 'cursorTo' in output;
}
