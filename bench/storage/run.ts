// npm run bench:storage: what the time series costs the engine with few networks and with many, on the tables of this version
// and of older steps, each in an empty store that is filled inside the engine. For each: processor time of an insert of one
// report of every station, merges included; then of a moment, a station's whole series and a month's report of one network.
//   npm run bench:storage [-- --networks 1,10,50,200 --stations 2000 --months 2 --minutes 10 --steps 15,16 --projection]
// Tables of step 15 take at most 100 networks. --minutes is how often a station reports. --projection adds a second order by slot to observations and judgements.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MOST_PARTITIONS } from '../../services/stores/clickhouse/insert-pieces.ts';
import { markdownTable } from '../../test/quality/markdown-table.ts';
import { countOf, refuse, runOptions } from '../../test/run-options.ts';
import { MeasuredStore } from './measured-store.ts';

/** Step from which on the tables have partitions by month alone. */
const BY_MONTH = 16;

const { values: given } = runOptions({
  options: {
    networks: { type: 'string', default: '1,10,50,200' },
    stations: { type: 'string', default: '2000' },
    months: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '10' },
    steps: { type: 'string', default: '15,16' },
    projection: { type: 'boolean', default: false },
  },
});
const listOf = (name: 'networks' | 'steps'): number[] => {
  const list = given[name].split(',').map(Number);
  if (list.every((one) => Number.isSafeInteger(one) && one >= 1)) return list;
  return refuse(`--${name} is '${given[name]}', should be whole numbers from 1 on with commas between them`);
};
const [stations, months, minutes] = [countOf(given, 'stations'), countOf(given, 'months'), countOf(given, 'minutes')];
if (minutes % 10 !== 0) refuse(`--minutes is '${given.minutes}', should be a multiple of 10`);

console.log(
  `${stations} stations, a report every ${minutes} minutes, ${months} months; medians of 3; CPU of the engine's process\n`,
);
const rows: string[][] = [];
for (const networks of listOf('networks')) {
  if (networks > stations) refuse(`--networks has ${networks}, should have at most as many as there are stations`);
  for (const step of listOf('steps')) {
    // The store cuts its inserts for tables by month: those by network and month would need a part for each.
    if (step < BY_MONTH && networks > MOST_PARTITIONS) continue;
    const folder = await mkdtemp(join(tmpdir(), 'halcyon-bench-storage-'));
    try {
      const store = await MeasuredStore.open(folder, step, { networks, stations, months, every: minutes / 10 });
      try {
        const filled = await store.fill(given.projection);
        const insert = await store.insert();
        const [moment, series, report] = [await store.moment(), await store.series(), await store.report()];
        const { bytes, parts } = await store.size();
        rows.push([
          `${networks}, step ${step}`,
          (filled.rows / filled.seconds / 1000).toFixed(0),
          insert.toFixed(0),
          ...[moment, series, report].flatMap(({ ms, cpuMs }) => [ms.toFixed(0), cpuMs.toFixed(0)]),
          bytes.toFixed(1),
          String(parts),
        ]);
        console.error(rows.at(-1)?.join('  '));
      } finally {
        await store.close();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
const header = [
  ...['networks', 'filled [1000 rows/s]', 'insert [CPU ms]', 'moment [ms]', 'CPU [ms]', 'series [ms]', 'CPU [ms]'],
  ...['report [ms]', 'CPU [ms]', 'stored [bytes a report]', 'parts'],
];
console.log(markdownTable(header, rows));
