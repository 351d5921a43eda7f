// npm run bench:export: a history of millions of observations out of the running service as one Parquet file, and what the
// service and its engine hold in memory meanwhile; beside it the engine's own writer on the same store, without the flags.
//   npm run bench:export [-- --observations 10000000 --stations 1000 --rounds 1]
import { once } from 'node:events';
import { createWriteStream, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { slotOf } from '../../schemas/time.ts';
import { prepareDataFolder } from '../../services/stores/data-folder.ts';
import { HalcyonProcess } from '../../test/resilience/halcyon-process.ts';
import { countOf, runOptions } from '../../test/run-options.ts';
import { MadeHistory, NETWORK } from '../made-history.ts';
import { cpuSecondsOf } from '../process-cpu.ts';
import { engineExport } from './engine-export.ts';
import { MemoryCourse } from './memory-course.ts';

const { values: given } = runOptions({
  options: {
    observations: { type: 'string', default: '10000000' },
    stations: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '1' },
  },
});
const observations = countOf(given, 'observations');
const stations = countOf(given, 'stations');
const rounds = countOf(given, 'rounds');
const GOAL_MB = 1_000;

const folder = await mkdtemp(join(tmpdir(), 'halcyon-bench-export-'));
const data = join(folder, 'data');
try {
  const last = slotOf(Date.now()) - 144;
  const slots = Math.ceil(observations / stations);
  await MadeHistory.in(data, async (history) => {
    await history.stations(stations);
    await history.reports(stations, last - slots + 1, last);
    await history.settledUntil(last);
  });
  for (let round = 1; round <= rounds; round++) {
    const ours = await exported(join(folder, 'service.parquet'));
    const engine = await engineExport(
      (await prepareDataFolder(data, false)).timeSeries,
      join(folder, 'engine.parquet'),
    );
    const rows = stations * slots;
    const rate = (seconds: number) => Math.round(rows / seconds).toLocaleString('en');
    console.log(
      `the service: ${ours.seconds.toFixed(1)} s, ${rate(ours.seconds)} rows/s, ${ours.megabytes.toFixed(0)} MB with flags; ` +
        `CPU service ${ours.cpu[0].toFixed(1)} s, engine ${ours.cpu[1].toFixed(1)} s`,
    );
    console.log(
      `the engine's own FORMAT Parquet: ${engine.seconds.toFixed(1)} s, ${rate(engine.seconds)} rows/s, ` +
        `${(statSync(join(folder, 'engine.parquet')).size / 1e6).toFixed(0)} MB without flags; ` +
        `CPU ${engine.cpu.toFixed(1)} s; ${(ours.seconds / engine.seconds).toFixed(1)} times its time`,
    );
    console.log(`read back by DuckDB: ${await told(join(folder, 'service.parquet'), join(folder, 'engine.parquet'))}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Takes the whole network as Parquet from a running service and prints its memory over time. */
async function exported(path: string): Promise<{ seconds: number; megabytes: number; cpu: readonly [number, number] }> {
  const system = await HalcyonProcess.on({ environment: { HALCYON_DATA: data }, only: 'detection' });
  await system.start(120_000);
  const pids = [system.pid, ...system.children()];
  const memory = new MemoryCourse({ service: pids[0], engine: pids[1] });
  const before = pids.map(cpuSecondsOf);
  const began = performance.now();
  const request = get(`${system.url}/api/v1/observations?network=${NETWORK}&limit=all&format=parquet`);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`the service answered ${answer.statusCode}`);
  await pipeline(answer, createWriteStream(path));
  const seconds = (performance.now() - began) / 1000;
  const cpu = pids.map((pid, i) => cpuSecondsOf(pid) - before[i]);
  const most = memory.stop();
  console.log(memory.table());
  console.log(`most: service ${most.service.toFixed(0)} MB (goal <= ${GOAL_MB}), engine ${most.engine.toFixed(0)} MB`);
  await system.stop();
  return { seconds, megabytes: statSync(path).size / 1e6, cpu: [cpu[0], cpu[1]] };
}

/** What both files hold: rows, keys, and sums of the values. */
async function told(ours: string, engines: string): Promise<string> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const sums = 'count(*), count(DISTINCT station_id), round(sum(temp_out), 3), round(sum(bar), 3)';
  const both: string[] = [];
  for (const path of [ours, engines]) {
    const reader = await connection.runAndReadAll(`SELECT ${sums} FROM '${path}'`);
    both.push(reader.getRows()[0].join(' '));
  }
  return both[0] === both[1] ? `both hold ${both[0]}` : `they differ: ${both.join(' and ')}`;
}
