import { TEMPORAL_METHODS } from '../detectors/methods/registry.ts';
import type { Question, TemporalMethod } from '../detectors/methods/temporal-method.ts';
import type { Figure } from './figure.ts';
import { judgeAll, verdictHeap } from './verdict-heap.ts';
import { verdictQuestions } from './verdict-questions.ts';

const RUNS = 21;
const RUN_MS = 30;
/** Rounds before anything is measured: the compiler's. */
const WARM_UP = 40;
/** Microseconds a verdict that are aimed at, by method. */
const GOALS: Readonly<Record<string, string>> = {
  arima: '<= 10',
  '3sigma': '<= 0.2',
  mad: '<= 1',
  iqr: '<= 1',
  isolation_forest: '<= 100',
  stl: '<= 50',
  lof: '<= 10',
};

/** Median over the runs of microseconds of CPU time a verdict: other programs on the machine count less than by the clock. */
function microseconds(method: TemporalMethod, questions: readonly Question[]): number {
  const start = performance.now();
  judgeAll(method, questions, WARM_UP);
  const rounds = Math.max(1, Math.round((RUN_MS * WARM_UP) / (performance.now() - start)));
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const before = process.cpuUsage();
    judgeAll(method, questions, rounds);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / (rounds * questions.length));
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)];
}

/** What a verdict costs by every registered method, on windows of 36 values (`stl` 144): microseconds, and bytes of heap. */
export async function verdictCost(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, method] of TEMPORAL_METHODS) {
    const goal = GOALS[name] ?? '';
    const full = verdictQuestions(method, 0);
    const gappy = verdictQuestions(method, 0.1);
    figures.push({ name: `${name}: a verdict`, value: microseconds(method, full), unit: 'us', goal });
    figures.push({
      name: `${name}: a verdict, 10 % missing`,
      value: microseconds(method, gappy),
      unit: 'us',
      goal: '',
    });
    figures.push({ name: `${name}: heap a verdict`, value: verdictHeap(method, full), unit: 'bytes', goal: '< 1' });
  }
  return figures;
}
