import { Worker } from 'node:worker_threads';
import { ObservationPacker } from '../../detectors/replay/packed-observations.ts';
import type { ReplayThreads } from '../../detectors/replay/replay.ts';
import type { ReplayStretch, ShareResult } from '../../detectors/replay/replay-result.ts';
import type { ReplayShare } from '../../detectors/replay/replay-share.ts';
import type { ReplayHistory } from '../../detectors/replay/replay-work.ts';
import type { Observation } from '../../schemas/observation.ts';
import { moduleToThread } from '../stores/fork-module.ts';
import type { ThreadAnswer, ThreadTask, ThreadWork } from './thread-messages.ts';

/** Batches that a thread may be behind by: some are judged while the next is read. */
const MOST_BEHIND = 3;
/** Observations from which on a thread saves more time than it takes to begin. */
const FEWEST_OBSERVATIONS = 200_000;
/** Threads that one reader keeps busy. */
const MOST_THREADS = 3;

/** Threads of this process that judge most stations of a replay while it reads; `close` ends them. */
export class JudgingThreads implements ReplayThreads {
  readonly #most: number;
  readonly #fewest: number;
  readonly #packer = new ObservationPacker();
  readonly #threads: JudgingThread[] = [];

  /**
   * @param most how many may be had
   * @param fewest observations below which all are judged by who reads them
   */
  constructor(most: number, fewest = FEWEST_OBSERVATIONS) {
    this.#most = Math.min(most, MOST_THREADS);
    this.#fewest = fewest;
  }

  countFor(observations: number): number {
    return observations >= this.#fewest ? this.#most : 0;
  }

  start(stretch: ReplayStretch, history: ReplayHistory, shares: readonly ReplayShare[]): void {
    for (const share of shares) this.#threads.push(new JudgingThread({ stretch, history, share }));
  }

  async take(observations: readonly Observation[]): Promise<void> {
    if (this.#threads.length === 0) return;
    const packed = this.#packer.pack(observations);
    await Promise.all(this.#threads.map((thread) => thread.take(packed)));
  }

  finish(): Promise<ShareResult[]> {
    return Promise.all(this.#threads.map((thread) => thread.finish()));
  }

  /** Ends the threads, whatever they are at. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

class JudgingThread {
  readonly #worker: Worker;
  readonly #result: Promise<ShareResult>;
  #behind = 0;
  #onTaken: () => void = () => {};

  constructor(work: ThreadWork) {
    this.#worker = new Worker(moduleToThread('./replay-thread', import.meta.url), { workerData: work });
    this.#result = new Promise<ShareResult>((resolve, reject) => {
      this.#worker.on('message', (answer: ThreadAnswer) => {
        if (answer !== 'taken') resolve(answer);
        this.#behind--;
        this.#onTaken();
      });
      this.#worker.once('error', reject);
      this.#worker.once('exit', () => reject(new Error('a thread that judges has ended before its time')));
    });
    // Whoever waits is told; nobody may be waiting yet.
    this.#result.catch(() => {});
  }

  /** Hands a batch over; resolves when there is room for the next. */
  async take(packed: ThreadTask): Promise<void> {
    this.#worker.postMessage(packed);
    this.#behind++;
    while (this.#behind >= MOST_BEHIND) {
      const taken = new Promise<void>((resolve) => {
        this.#onTaken = resolve;
      });
      await Promise.race([taken, this.#result]);
    }
  }

  finish(): Promise<ShareResult> {
    this.#worker.postMessage('finish' satisfies ThreadTask);
    return this.#result;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
