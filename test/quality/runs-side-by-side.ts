import { availableParallelism } from 'node:os';
import { forkModule } from '../../services/stores/fork-module.ts';
import type { Run, Scored } from './scored-run.ts';

/** Scores runs in processes of their own, as many at once as there are cores; the same run only once. */
export class RunsSideBySide {
  readonly #scored = new Map<string, Promise<Scored>>();
  readonly #waiting: (() => void)[] = [];
  readonly #onScored: (done: number, asked: number) => void;
  #free: number;
  #done = 0;

  /**
   * @param onScored is told of each run that is scored: how many are, of those asked for so far
   * @param processes how many at once
   */
  constructor(onScored: (done: number, asked: number) => void, processes = availableParallelism()) {
    this.#onScored = onScored;
    this.#free = processes;
  }

  /** @throws Error with what went wrong in the run */
  score(run: Run): Promise<Scored> {
    const key = JSON.stringify(run);
    let scored = this.#scored.get(key);
    if (scored === undefined) {
      scored = this.#inTurn(run);
      this.#scored.set(key, scored);
    }
    return scored;
  }

  async #inTurn(run: Run): Promise<Scored> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      const scored = await scoredByProcess(run);
      this.#onScored(++this.#done, this.#scored.size);
      return scored;
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}

function scoredByProcess(run: Run): Promise<Scored> {
  return new Promise((resolve, reject) => {
    const child = forkModule('./scored-run-process', import.meta.url, {});
    let answered = false;
    child.once('message', (answer: { scored?: Scored; failure?: string }) => {
      answered = true;
      if (answer.scored === undefined) reject(new Error(answer.failure));
      else resolve(answer.scored);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (!answered) reject(new Error(`a run ended with code ${code} before it had answered`));
    });
    child.send(run);
  });
}
