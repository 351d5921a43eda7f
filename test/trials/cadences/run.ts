// Networks that report every minute to every three hours, of mixed cadences and irregularly. In each minute of a ten-minute slot one
// report is absurd and one 20 degrees too warm. The command and a running system have to find each at its own time, within a
// second live, to count every value, to call no right value near it a failure, and to agree.
//   npm run test:cadences [-- --only 1,60,mixed --hours 72 --seed 1]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { SILENT } from '../../../schemas/logger.ts';
import { startTelemetry } from '../../../services/telemetry/start-telemetry.ts';
import { RunningSystem } from '../../integration/running-system.ts';
import { countOf, refuse, runOptions } from '../../run-options.ts';
import { type CadenceRow, cadenceRow, cadenceTable, differences } from './cadence-table.ts';
import { CADENCES } from './cadences.ts';
import { commandRun } from './command-run.ts';
import { faultyNetwork } from './faulty-network.ts';
import { LiveRun } from './live-run.ts';

const { values: options } = runOptions({
  options: {
    only: { type: 'string', default: CADENCES.map(({ name }) => name).join() },
    hours: { type: 'string', default: '72' },
    seed: { type: 'string', default: '1' },
  },
});
const [hours, seed] = [countOf(options, 'hours'), countOf(options, 'seed')];
const names = options.only.split(',').map((name) => (/^\d+$/.test(name) ? `every-${name}` : name));
const chosen = CADENCES.filter(({ name }) => names.includes(name));
if (chosen.length !== names.length) refuse(`--only takes ${CADENCES.map(({ name }) => name).join(', ')}`);
/** Least of 24 faults that are an hour apart, and what comes before and after them. */
const LEAST_HOURS = 54;
if (hours < LEAST_HOURS) refuse(`--hours is ${hours}, should be ${LEAST_HOURS} at least`);
const FROM = Date.UTC(2025, 5, 1);
/** Problems that are shown of a run over a network. */
const SHOWN_PROBLEMS = 4;

const folder = mkdtempSync(join(tmpdir(), 'halcyon-trials-'));
const began = performance.now();
const say = (line: string) => console.log(`${((performance.now() - began) / 1000).toFixed(0)} s  ${line}`);
const networks = chosen.map((cadence) => faultyNetwork(cadence, { from: FROM, to: FROM + hours * 3_600_000 }, seed));
const reports = networks.reduce((sum, { observations }) => sum + observations.length, 0);
say(`${networks.length} networks, ${reports} reports over ${hours} hours (seed ${seed})`);

const telemetry = await startTelemetry(readConfiguration({}), SILENT);
const system = new RunningSystem(join(folder, 'data'), FROM);
const rows: CadenceRow[] = [];
const others: string[] = [];
try {
  const byCommand = [];
  for (const network of networks) byCommand.push(await commandRun(folder, network));
  say('judged by the command');
  await system.start(() => telemetry.metrics());
  const run = new LiveRun(system, networks);
  await run.push();
  const live = await run.judged();
  say('judged by the running system');
  for (const [k, network] of networks.entries()) {
    rows.push(cadenceRow('command', network, byCommand[k], null));
    rows.push(cadenceRow('live', network, live[k], live[k].secondsToVerdict));
    others.push(...differences(network, byCommand[k], live[k]));
  }
  others.push(...system.failures);
} finally {
  await system.stop();
  await telemetry.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const { problems } of [...rows, { problems: others }]) {
  for (const problem of problems.slice(0, SHOWN_PROBLEMS)) console.log(`problem: ${problem}`);
  if (problems.length > SHOWN_PROBLEMS) console.log(`and ${problems.length - SHOWN_PROBLEMS} more like these`);
}
console.log(`\n${cadenceTable(rows)}\n`);
const count = rows.reduce((sum, { problems }) => sum + problems.length, others.length);
say(count === 0 ? 'everything is as it should be' : `${count} problems`);
process.exit(count === 0 ? 0 : 1);
