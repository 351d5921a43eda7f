import {
  isPacked,
  type PackedQuestions,
  packedAfter,
  packedLength,
  packQuestion,
  type QuestionThreads,
  unpackAnswer,
} from '../methods/packed-questions.ts';
import type { Answer, Question } from '../methods/temporal-method.ts';

/** Numbers that go to a thread at once: some milliseconds of an expensive method. */
const NUMBERS = 16_384;
/** Most of those that are asked ahead: what a batch of late reports leads to beyond that is answered when it is asked. */
const MOST = 128;

/**
 * Answers of a method to questions that are about to be asked, had from threads ahead of it. A method is a pure function, and
 * an answer is given only to the very question that it was found for: so what is judged does not depend on whether, or by
 * whom, it was foreseen.
 */
export class ForeseenAnswers {
  readonly #threads: QuestionThreads;
  /** Buffers that came back. */
  readonly #free: Float64Array<ArrayBuffer>[] = [];
  #asked: Promise<PackedQuestions | null>[] = [];
  #numbers: Float64Array<ArrayBuffer> | null = null;
  #count = 0;
  #end = 0;
  /** What was answered, in the order of asking, and how far that has been given out. */
  #answered: PackedQuestions[] = [];
  #given = 0;
  #at = 0;

  constructor(threads: QuestionThreads) {
    this.#threads = threads;
  }

  /** Asks ahead; the question may be written again. */
  ask(question: Question): void {
    const length = packedLength(question.history.length);
    if (this.#numbers !== null && this.#end + length > this.#numbers.length) this.#send();
    if (this.#asked.length >= MOST) return;
    this.#numbers ??= this.#room(length);
    this.#end = packQuestion(this.#numbers, this.#end, question);
    this.#count++;
  }

  /** Resolves when all that was asked is answered. */
  async arrived(): Promise<void> {
    this.#send();
    const asked = this.#asked;
    this.#asked = [];
    for (const answered of await Promise.all(asked)) if (answered !== null) this.#answered.push(answered);
  }

  /** Writes the answer to a question where it is the next that was foreseen; false where it is not. */
  take(question: Question, answer: Answer): boolean {
    const questions = this.#answered[0];
    if (questions === undefined || !isPacked(questions.numbers, this.#at, question)) return false;
    unpackAnswer(questions.numbers, this.#at, answer);
    this.#at = packedAfter(questions.numbers, this.#at);
    this.#given++;
    if (this.#given === questions.count) this.#drop();
    return true;
  }

  /** Forgets what was not asked after all. */
  forget(): void {
    while (this.#answered.length > 0) this.#drop();
  }

  #drop(): void {
    const questions = this.#answered.shift();
    if (questions !== undefined && this.#free.length < MOST) this.#free.push(questions.numbers);
    this.#given = 0;
    this.#at = 0;
  }

  #send(): void {
    if (this.#numbers === null) return;
    this.#asked.push(this.#threads.answer({ count: this.#count, numbers: this.#numbers }));
    this.#numbers = null;
    this.#count = 0;
    this.#end = 0;
  }

  #room(length: number): Float64Array<ArrayBuffer> {
    const free = this.#free.pop();
    return free !== undefined && free.length >= length ? free : new Float64Array(Math.max(NUMBERS, length));
  }
}
