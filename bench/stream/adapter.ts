// Takes part in the stream comparison: adapter.ts BROKER FROM TO GROUP FOLDER, with METHOD, MIN_N and WORKERS in the environment.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { JudgingWork } from './judging-worker.ts';

/** How often it says how far it has come [ms]. */
const PROGRESS_MS = 200;
const MOST_PARTITIONS = 1_000;
/** What a few fetches bring has room in the nursery [MB], so that most of it is gone before the collector would copy it. */
const resourceLimits = { maxYoungGenerationSizeMb: 96 };

const [broker, from, to, group] = process.argv.slice(2);
const { METHOD = 'sigma', MIN_N = '12', WORKERS = String(availableParallelism()) } = process.env;
const newCounts = () => new Int32Array(new SharedArrayBuffer(4 * MOST_PARTITIONS));
const counts = newCounts();
const counted = newCounts();

let begun = false;
const workers = Array.from({ length: Number(WORKERS) }, () => {
  const work: JudgingWork = { broker, from, to, group, method: METHOD, minimum: Number(MIN_N), counts, counted };
  const worker = new Worker(new URL('judging-worker.js', import.meta.url), { workerData: work, resourceLimits });
  worker.on('message', (first: number) => {
    if (!begun) console.log(`FIRST ${first}`);
    begun = true;
  });
  worker.once('error', (error) => {
    console.error(error);
    process.exit(1);
  });
  return worker;
});
let said = 0;
const progress = setInterval(() => {
  const judged = counts.reduce((sum, one) => sum + one);
  // Without news nothing is said: a rate ends with the last observation.
  if (judged === said) return;
  said = judged;
  console.log(`P ${Date.now()} ${judged}`);
}, PROGRESS_MS);
process.once('SIGTERM', () => {
  clearInterval(progress);
  for (const worker of workers) worker.postMessage('stop');
});
