import { TEMPORAL_METHODS } from '../detectors/methods/registry.ts';
import { newAnswer, type Question, type TemporalMethod } from '../detectors/methods/temporal-method.ts';
import { thresholdOf } from '../detectors/methods/threshold.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../schemas/variables.ts';
import { SERIES_KINDS, seededSeries, withMissing } from '../test/detectors/methods/seeded-series.ts';
import { heapAfterCollection } from './collect-garbage.ts';
import type { Figure } from './figure.ts';

/** Values in a window; for `stl` a day of them. */
const WINDOW = 36;
const WINDOWS: Readonly<Record<string, number>> = { stl: 144 };
const QUESTIONS = 500;
const RUNS = 21;
const RUN_MS = 30;
/** Rounds before anything is measured: the compiler's. */
const WARM_UP = 40;
/** Microseconds a verdict that are aimed at, by method. */
const GOALS: Readonly<Record<string, string>> = {
  arima: '<= 25',
  '3sigma': '<= 0.5',
  mad: '<= 2',
  iqr: '<= 2',
  isolation_forest: '<= 300',
  stl: '<= 100',
  lof: '<= 20',
};

/** Questions of every kind of series, rounded to the resolution of every variable in turn; a share of the window missing. */
function questionsOf(method: TemporalMethod, missing: number): Question[] {
  const threshold = thresholdOf(method.specification, null);
  const window = WINDOWS[method.specification.name] ?? WINDOW;
  return Array.from({ length: QUESTIONS }, (_, k) => {
    const variable = VARIABLES[k % VARIABLES.length];
    const { resolution, floor } = VARIABLE_SPECIFICATIONS[variable];
    const kind = SERIES_KINDS[Math.floor(k / VARIABLES.length) % SERIES_KINDS.length];
    const series = seededSeries(kind, window + 1, k + 1).map((value) => Math.round(value / resolution) * resolution);
    const history = withMissing(series.slice(0, window), missing, k);
    return { history, value: series[window], variable, floor, threshold };
  });
}

/** Judges every question so many times. By index: an iterator would be put on the heap and counted. */
function judgeAll(method: TemporalMethod, questions: readonly Question[], rounds: number): void {
  const answer = newAnswer();
  for (let round = 0; round < rounds; round++) {
    for (let k = 0; k < questions.length; k++) method.judge(questions[k], answer);
  }
}

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

/** Bytes of heap a verdict leaves behind: the median run, as the compiler leaves some as well. */
function heapBytes(method: TemporalMethod, questions: readonly Question[]): number {
  const bytes: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const before = heapAfterCollection();
    judgeAll(method, questions, 4);
    bytes.push((process.memoryUsage().heapUsed - before) / (4 * questions.length));
  }
  return bytes.sort((a, b) => a - b)[Math.floor(RUNS / 2)];
}

/** What a verdict costs by every registered method, on windows of 36 values (`stl` 144): microseconds, and bytes of heap. */
export async function verdictCost(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, method] of TEMPORAL_METHODS) {
    const goal = GOALS[name] ?? '';
    const full = questionsOf(method, 0);
    const gappy = questionsOf(method, 0.1);
    figures.push({ name: `${name}: a verdict`, value: microseconds(method, full), unit: 'us', goal });
    figures.push({
      name: `${name}: a verdict, 10 % missing`,
      value: microseconds(method, gappy),
      unit: 'us',
      goal: '',
    });
    figures.push({ name: `${name}: heap a verdict`, value: heapBytes(method, full), unit: 'bytes', goal: '< 1' });
  }
  return figures;
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, value, unit, goal } of await verdictCost()) {
    console.log(
      `${name.padEnd(36)} ${value.toFixed(2).padStart(10)} ${unit.padEnd(6)} ${goal === '' ? '' : `goal ${goal}`}`,
    );
  }
}
