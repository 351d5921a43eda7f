import { newAnswer, type Question, type TemporalMethod } from '../detectors/methods/temporal-method.ts';
import { heapAfterCollection } from './collect-garbage.ts';

/** Before the heap is looked at: rounds for the compiler, and collections after which it lets go of what was called once. */
const WARM_UP = 40;
const COLLECTIONS = 12;
/** What each verdict of a run would leave is less than a nursery, which would be collected. */
const RUNS = 9;
const ROUNDS = 16;

/** Judges every question so many times. By index: an iterator would be put on the heap and counted. */
export function judgeAll(method: TemporalMethod, questions: readonly Question[], rounds: number): void {
  const answer = newAnswer();
  for (let round = 0; round < rounds; round++) {
    for (let k = 0; k < questions.length; k++) method.judge(questions[k], answer);
  }
}

/** Bytes of heap a verdict leaves behind: of the run that left the least, as the compiler and the collector leave some in others. */
export function verdictHeap(method: TemporalMethod, questions: readonly Question[]): number {
  judgeAll(method, questions, WARM_UP);
  for (let k = 0; k < COLLECTIONS; k++) {
    heapAfterCollection();
    judgeAll(method, questions, 1);
  }
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const before = heapAfterCollection();
    judgeAll(method, questions, ROUNDS);
    const left = process.memoryUsage().heapUsed - before;
    least = Math.min(least, left / (ROUNDS * questions.length));
  }
  return least;
}
