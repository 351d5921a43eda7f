// A log of many partitions on one broker: deployed, worked on by processes of every part, each of them started again and one
// killed while stations report; what is settled is held against an undisturbed run.
//   npm run test:partitions [-- --partitions 1000 --stations 24]
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKafka } from '../../../deploy/servers/kafka-server.ts';
import { type Installation, onInstallation } from '../../resilience/installation.ts';
import { isAsPromised, outcomeRow } from '../../resilience/outcome-table.ts';
import type { Outcome, ScenarioContext } from '../../resilience/scenario.ts';
import { ScenarioServers } from '../../resilience/scenario-servers.ts';
import { countOf, runOptions } from '../../run-options.ts';

const { values: options } = runOptions({
  options: { partitions: { type: 'string', default: '1000' }, stations: { type: 'string', default: '24' } },
});
const [partitions, stations] = [countOf(options, 'partitions'), countOf(options, 'stations')];
const PAUSE_MS = 500;
/** The broker's heap [MB], and how long the controller waits for it [ms]: with little of both it falls out while it makes thousands of partitions. */
const HEAP_MB = 1_024;
const SESSION_MS = 60_000;
const SETTINGS = { name: 'many', partitions, workers: ['temporal', 'spatial', 'sink'], history: { stations } } as const;

const folder = mkdtempSync(join(tmpdir(), 'halcyon-partitions-'));
chmodSync(folder, 0o711);
mkdirSync(join(folder, 'servers'));
const servers = new ScenarioServers(join(folder, 'servers'));
const began = performance.now();
const seconds = () => ((performance.now() - began) / 1000).toFixed(0);
const say = (line: string) => console.log(`  ${seconds()} s  ${line}`);

const outcome = await tried();
for (const problem of outcome.problems) say(`problem: ${problem}`);
for (const [what, { lost, doubled, foreign, different }] of Object.entries(outcome.findings)) {
  for (const [kind, keys] of Object.entries({ lost, doubled, foreign, different })) {
    if (keys.length > 0) say(`${what}: ${keys.length} ${kind}, for example ${keys.slice(0, 3).join(' ; ')}`);
  }
}
const scenario = { name: 'many', title: `${partitions} partitions`, run: tried };
const result = { scenario, outcome };
console.table({ [`${partitions} partitions`]: outcomeRow(result, 1) });
process.exit(isAsPromised(result) ? 0 : 1);

async function tried(): Promise<Outcome> {
  const kafka = await startKafka(join(folder, 'broker'), undefined, { heapMb: HEAP_MB, sessionMs: SESSION_MS });
  await servers.registry();
  say(`broker: ${memoryOf('kafka.Kafka')} MB before the log`);
  const context: ScenarioContext = { servers, scale: 1, seed: 1, folder, say };
  try {
    return await onInstallation(context, { ...SETTINGS, brokers: [kafka.address] }, restartAll, startAll);
  } finally {
    await kafka.stop();
    await servers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startAll(installation: Installation): Promise<void> {
  say(`log deployed; broker: ${memoryOf('kafka.Kafka')} MB`);
  await installation.start();
  const sizes = installation.processes.map(({ name, pid }) => `${name} ${residentOf(pid)} MB`);
  say(`every process is ready: ${sizes.join(', ')}`);
}

async function restartAll(installation: Installation): Promise<Outcome> {
  const { feed, history, workers, reads } = installation;
  say(`${history.pushed} slots pushed; broker: ${memoryOf('kafka.Kafka')} MB`);
  const restart = async () => {
    for (const process of [...workers, feed, reads]) {
      await process.stop();
      say(`${process.name} ready again after ${((await process.start()) / 1000).toFixed(1)} s`);
      await installation.look();
    }
    const killed = workers.find(({ name }) => name === 'spatial') ?? feed;
    await killed.kill();
    say(`${killed.name} ready ${((await killed.start()) / 1000).toFixed(1)} s after it was killed`);
  };
  await history.pushWhile(feed.url, restart(), PAUSE_MS);
  return installation.conclude(`${partitions} partitions`);
}

/** Memory of the process of this run that has a word in its command line [MB]. */
function memoryOf(word: string): number {
  const own = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  for (const pid of own) {
    const line = textOf(`/proc/${pid}/cmdline`);
    if (line.includes(word) && line.includes(folder)) return residentOf(Number(pid));
  }
  return Number.NaN;
}

/** Memory of a process [MB]. */
function residentOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(textOf(`/proc/${pid}/status`)) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
