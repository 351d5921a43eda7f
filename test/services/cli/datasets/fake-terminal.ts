import { Writable } from 'node:stream';
import type { Output } from '../../../../services/cli/frame/command-frame.ts';

/** Standard error that is a terminal, as far as a line of progress looks. */
export class FakeTerminal extends Writable implements Output {
  readonly isTTY = true;
  readonly columns = 100;
  text = '';
  readonly #onWrite: () => void;

  /** @param onWrite called with each write: the moment that a test waits for */
  constructor(onWrite: () => void = () => undefined) {
    super();
    this.#onWrite = onWrite;
  }

  /** What tells a terminal from other streams. */
  cursorTo(): boolean {
    return true;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
    this.#onWrite();
  }
}
