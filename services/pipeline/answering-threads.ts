import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { answerPacked, type PackedQuestions, type QuestionThreads } from '../../detectors/methods/packed-questions.ts';
import type { TemporalMethod } from '../../detectors/methods/temporal-method.ts';
import { messageOf } from '../../schemas/errors.ts';
import type { TemporalMethodName } from '../../schemas/judgement-configuration.ts';
import type { Logger } from '../../schemas/logger.ts';
import { moduleToThread } from '../stores/fork-module.ts';

/** Threads that one judging process keeps busy. */
const MOST_THREADS = 3;
/** Batches that a thread has at once: the next one when it is through with the one at hand. */
const HANDED_AT_ONCE = 2;

/** A batch that nobody has begun with. */
interface Unbegun {
  readonly questions: PackedQuestions;
  readonly give: (answered: PackedQuestions | null) => void;
}

/**
 * Threads of this process that answer questions to a method, begun when there is first something to ask. This thread, which
 * could but wait, answers with them. What one that has ended does not answer is answered by who asks.
 */
export class AnsweringThreads implements QuestionThreads {
  readonly #method: TemporalMethod;
  readonly #most: number;
  readonly #logger: Logger;
  readonly #threads: AnsweringThread[] = [];
  readonly #unbegun: Unbegun[] = [];
  #helping = false;
  #closed = false;

  private constructor(method: TemporalMethod, most: number, logger: Logger) {
    this.#method = method;
    this.#most = most;
    this.#logger = logger;
  }

  /**
   * Threads for a method; null where handing its questions over costs as much as answering them, or there are no processors
   * for it.
   *
   * @param processors that are there beside the one that judges
   * @param say one line for the operator
   */
  static for(method: TemporalMethod, processors: number, logger: Logger) {
    if (method.expensive !== true || processors < 1) return null;
    return new AnsweringThreads(method, Math.min(processors, MOST_THREADS), logger);
  }

  answer(questions: PackedQuestions): Promise<PackedQuestions | null> {
    if (this.#closed) return Promise.resolve(null);
    while (this.#threads.length < this.#most) this.#threads.push(this.#begun());
    return new Promise((give) => {
      this.#unbegun.push({ questions, give });
      this.#handOut();
      if (!this.#helping) void this.#help();
    });
  }

  /** Ends the threads, whatever they are at. */
  async close(): Promise<void> {
    this.#end();
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** The threads begin with what was asked first. */
  #handOut(): void {
    for (const thread of this.#threads) {
      while (thread.waiting < HANDED_AT_ONCE) {
        const next = this.#unbegun.shift();
        if (next === undefined) return;
        void thread.answer(next.questions).then((answered) => {
          next.give(answered);
          this.#handOut();
        });
      }
    }
  }

  /** This thread begins with what was asked last; between two batches everything else of it has its turn. */
  async #help(): Promise<void> {
    this.#helping = true;
    for (;;) {
      await setImmediate();
      const last = this.#unbegun.pop();
      if (last === undefined) break;
      answerPacked(this.#method, last.questions);
      last.give(last.questions);
    }
    this.#helping = false;
  }

  #end(): void {
    this.#closed = true;
    for (const { give } of this.#unbegun.splice(0)) give(null);
  }

  #begun(): AnsweringThread {
    return new AnsweringThread(this.#method.specification.name, (why) => {
      if (this.#closed) return;
      // Judging goes on without threads: what killed one would kill the next.
      this.#end();
      this.#logger.warn(`a thread that judges has ended, one thread judges from here on: ${why}`);
    });
  }
}

class AnsweringThread {
  readonly #worker: Worker;
  /** Those who wait, in the order in which they asked. */
  #waiting: ((answered: PackedQuestions | null) => void)[] = [];

  constructor(method: TemporalMethodName, onEnd: (why: string) => void) {
    this.#worker = new Worker(moduleToThread('./answering-thread', import.meta.url), { workerData: method });
    let why = 'it ended by itself';
    this.#worker.on('message', (answered: PackedQuestions) => this.#waiting.shift()?.(answered));
    this.#worker.on('error', (error) => {
      why = messageOf(error);
    });
    this.#worker.once('exit', () => {
      onEnd(why);
      this.#answerNobody();
    });
    // Idle, it keeps nobody's process alive.
    this.#worker.unref();
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  answer(questions: PackedQuestions): Promise<PackedQuestions | null> {
    this.#worker.postMessage(questions, [questions.numbers.buffer]);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Ends the thread; who waits answers himself, however near the answer was. */
  async close(): Promise<void> {
    this.#answerNobody();
    await this.#worker.terminate();
  }

  #answerNobody(): void {
    for (const give of this.#waiting.splice(0)) give(null);
  }
}
