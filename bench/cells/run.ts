// npm run bench:cells: what a spatial worker takes of memory, of reading and of the processor, where the partitions of the log
// are areas of a continent and where they are none. Workers run one after the other, each in a process of its own, on made
// stations: most of them in and around cities. Prints a table, the mean of the workers and the greatest of them.
//   npm run bench:cells [-- --stations 50000 --workers 1,8 --partitions 96 --only hash,areas]
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { markdownTable } from '../../test/quality/markdown-table.ts';
import { countOf, refuse, runOptions } from '../../test/run-options.ts';
import type { WorkerCost } from './measure-worker.ts';

const { values: given } = runOptions({
  options: {
    stations: { type: 'string', default: '50000' },
    workers: { type: 'string', default: '1,8' },
    partitions: { type: 'string', default: '96' },
    only: { type: 'string', default: 'hash,areas' },
  },
});
const [stations, partitions] = [countOf(given, 'stations'), countOf(given, 'partitions')];
const counts = given.workers.split(',').map(Number);
if (!counts.every((count) => Number.isSafeInteger(count) && count >= 1 && count <= partitions)) {
  refuse(`--workers is '${given.workers}', should be whole numbers from 1 to --partitions with commas between them`);
}
const placements = given.only.split(',');
if (!placements.every((one) => one === 'hash' || one === 'areas')) {
  refuse(`--only is '${given.only}', should be hash, areas or both with a comma between them`);
}
const SCRIPT = fileURLToPath(new URL('./measure-worker.ts', import.meta.url));

function measured(first: number, end: number, placement: string): WorkerCost {
  const parameters = [stations, partitions, first, end].map(String);
  const command = ['--expose-gc', '--max-old-space-size=16384', '--import', 'tsx', SCRIPT, ...parameters, placement];
  return JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8' })) as WorkerCost;
}

/** The mean of the workers, and the greatest of them where that is another. */
function figure(costs: readonly WorkerCost[], of: (cost: WorkerCost) => number, digits: number): string {
  const values = costs.map(of);
  const text = (value: number) =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const mean = text(values.reduce((a, b) => a + b, 0) / values.length);
  const most = text(Math.max(...values));
  return mean === most ? mean : `${mean} (${most})`;
}

console.log(`${stations} stations, ${partitions} partitions; mean of the workers, and the greatest in brackets\n`);
const rows: string[][] = [];
for (const placement of placements) {
  for (const workers of counts) {
    const costs: WorkerCost[] = [];
    for (let worker = 0; worker < workers; worker++) {
      const at = (share: number) => Math.round((share * partitions) / workers);
      costs.push(measured(at(worker), at(worker + 1), placement));
      console.error(`${placement}, worker ${worker + 1} of ${workers}: ${JSON.stringify(costs.at(-1))}`);
    }
    rows.push([
      placement === 'areas' ? 'areas' : 'hash of the key',
      String(workers),
      figure(costs, ({ own }) => own, 0),
      figure(costs, ({ held }) => held, 0),
      figure(costs, ({ bytes }) => bytes / 2 ** 30, 2),
      figure(costs, (cost) => cost.partitions, 0),
      figure(costs, ({ observations }) => observations, 0),
      figure(costs, ({ cpu }) => cpu, 2),
      figure(costs, ({ startCpu }) => startCpu, 1),
    ]);
  }
}
const header = [
  ...['partitions are', 'workers', 'own stations', 'stations held', 'memory [GiB]', 'partitions read'],
  ...['observations read a slot', 'CPU of a slot [s]', 'CPU of the start [s]'],
];
console.log(markdownTable(header, rows));
