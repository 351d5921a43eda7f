import { cp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import { quantile } from '../../test/quantile.ts';
import { MadeHistory, madeStation } from '../made-history.ts';
import { type Form, FormProcess } from './form-process.ts';
import { type NetworkShape, placeOf } from './network-shape.ts';
import { PushedReports, post } from './pushed-reports.ts';

/** What of a form is measured, and whether more of it is better. */
export interface Measured {
  readonly value: number;
  readonly unit: string;
  readonly better: 'more' | 'less';
}

/** Stations of one registration. */
const REGISTERED_AT_ONCE = 100_000;
/** What is pushed one after the other, each followed until it has been judged. */
const FOLLOWED = 20;
const FOLLOWED_AT_ONCE = 100;
/** How long a system is under load before it is killed [ms]. */
const LOAD_MS = 4_000;
const START_MS = 3_600_000;
const MB = 1e6;

const { latenessSlots, hindsightSlots } = liveJudgement(readConfiguration({}));

/** Makes the data folder that both forms begin with: stations, a history, its last hours not settled. @param last slot of the history */
export async function makeFolder(folder: string, shape: NetworkShape, last: number): Promise<void> {
  const process = await FormProcess.on('present', folder);
  await process.system.start();
  const { stations, historySlots } = shape;
  for (let from = 0; from < stations; from += REGISTERED_AT_ONCE) {
    const registrations = Array.from({ length: Math.min(REGISTERED_AT_ONCE, stations - from) }, (_, i) => ({
      station_id: madeStation(from + i),
      ...placeOf(shape, from + i),
      elevation: 100,
      pressure_level: 'station',
    }));
    await post(process, 'stations', 'application/json', JSON.stringify(registrations));
  }
  await process.system.stop();
  await rm(join(folder, 'windows.snapshot'), { force: true });
  const first = last - historySlots + 1;
  await MadeHistory.in(folder, async (history) => {
    await history.reports(stations, first, last);
    await history.baselines(stations, first, last);
    await history.settledUntil(last - latenessSlots - hindsightSlots);
    await history.merged();
  });
}

/** Measures a form on a copy of a made folder. @returns figures by name */
export async function measureForm(
  form: Form,
  made: string,
  shape: NetworkShape,
  last: number,
): Promise<Map<string, Measured>> {
  const folder = `${made}-${form}`;
  await cp(made, folder, { recursive: true });
  const figures = new Map<string, Measured>();
  const note = (name: string, value: number, unit: string, better: 'more' | 'less' = 'less') =>
    figures.set(name, { value, unit, better });
  const process = await FormProcess.on(form, folder);
  const reports = new PushedReports(shape, last + 1);
  const { system } = process;
  const start = async (after: string) => {
    const ready = await system.start(START_MS);
    const cpu = process.cpu();
    note(`start after ${after}: ready`, ready / 1000, 's');
    note(`start after ${after}: CPU until ready`, cpu.system + cpu.engine, 'CPU s');
    const began = performance.now();
    await reports.follow(process, FOLLOWED_AT_ONCE);
    note(`start after ${after}: judging`, (ready + performance.now() - began) / 1000, 's');
    await process.quiet();
    const spent = process.cpu();
    note(`start after ${after}: CPU until at rest`, spent.system + spent.engine, 'CPU s');
  };
  try {
    await start('nothing kept');
    const before = process.cpu();
    process.forgetPeak();
    const began = performance.now();
    const took = await reports.push(process, shape.pushed);
    const acknowledgedAll = performance.now() - began;
    while ((await process.behind()) > 0) await sleep(20);
    const judgedAll = performance.now() - began;
    await process.quiet();
    const cpu = process.cpu();
    note('observations a second, pushed to judged', shape.pushed / (judgedAll / 1000), 'obs/s', 'more');
    note('observations a second, pushed to acknowledged', shape.pushed / (acknowledgedAll / 1000), 'obs/s', 'more');
    note('CPU of the system, 1,000 observations', ((cpu.system - before.system) / shape.pushed) * 1000, 'CPU s');
    note('CPU of its engine, 1,000 observations', ((cpu.engine - before.engine) / shape.pushed) * 1000, 'CPU s');
    const memory = await process.memory();
    note('memory at its peak', memory.peak / MB, 'MB');
    note('memory settled', memory.resident / MB, 'MB');
    note('heap and buffers settled', memory.used / MB, 'MB');
    note('memory of its engine settled', memory.engine / MB, 'MB');
    note('anomalies of what was pushed', await reports.anomalies(process), '', 'more');
    noteTimes('push to acknowledged under load', took);
    const courses = [];
    for (let k = 0; k < FOLLOWED; k++) courses.push(await reports.follow(process, FOLLOWED_AT_ONCE));
    noteTimes(
      'push to acknowledged alone',
      courses.map(({ acknowledged }) => acknowledged),
    );
    noteTimes(
      'push to readable alone',
      courses.map(({ acknowledged, readable }) => acknowledged + readable),
    );
    noteTimes(
      'push to judged alone',
      courses.map(({ acknowledged, judged }) => acknowledged + judged),
    );
    await system.stop();
    note('disk', (await bytesOf(folder)) / MB, 'MB');
    await start('a stop');
    await reports.pushUntil(
      process,
      sleep(LOAD_MS).then(() => system.kill()),
    );
    await start('a kill under load');
    await system.stop();
  } finally {
    await system.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(`${folder}.memory`, { force: true });
  }
  return figures;

  function noteTimes(name: string, times: readonly number[]): void {
    const sorted = [...times].sort((a, b) => a - b);
    note(`${name}, p50`, quantile(sorted, 0.5), 'ms');
    note(`${name}, p99`, quantile(sorted, 0.99), 'ms');
  }
}

/** What the files of a folder take. */
async function bytesOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    // Files of the engine come and go.
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
  }
  return bytes;
}
