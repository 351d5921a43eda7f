// Runs the system while processes, servers and messages fail: nothing acknowledged may be lost, nothing doubled, and every
// settled verdict must be the one a replay of the same observations gives.
//   npm run test:resilience [-- --only NAME,NAME --scale 0.1 --seed 1]
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amountOf, countOf, refuse, runOptions } from '../run-options.ts';
import { isAsPromised, outcomeRow, type Result } from './outcome-table.ts';
import type { Scenario } from './scenario.ts';
import { ScenarioServers } from './scenario-servers.ts';
import { SCENARIOS } from './scenarios/registry.ts';

const { values: options } = runOptions({
  options: {
    only: { type: 'string', default: SCENARIOS.map(({ name }) => name).join() },
    scale: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const [scale, seed] = [amountOf(options, 'scale'), countOf(options, 'seed')];
const names = options.only.split(',');
const chosen = SCENARIOS.filter(({ name }) => names.includes(name));
if (chosen.length !== names.length) {
  refuse(`--only takes ${SCENARIOS.map(({ name }) => name).join(', ')}`);
}

const folder = mkdtempSync(join(tmpdir(), 'halcyon-resilience-'));
// A server that runs as somebody else has to reach its own folder.
chmodSync(folder, 0o711);
const servers = new ScenarioServers(join(folder, 'servers'));
mkdirSync(join(folder, 'servers'));
const began = performance.now();
const say = (line: string) => console.log(`  ${((performance.now() - began) / 1000).toFixed(0)} s  ${line}`);

const results: Result[] = [];
for (const scenario of chosen) {
  const result = await resultOf(scenario);
  results.push(result);
  // At once: a run that is ended early has shown this much.
  say(`${scenario.name}: ${JSON.stringify(outcomeRow(result, scale))}`);
}
await servers.stop();
rmSync(folder, { recursive: true, force: true });

console.log(scale === 1 ? 'Full scale:' : `Scale ${scale}, NOT the full run:`);
console.table(Object.fromEntries(results.map((result) => [result.scenario.name, outcomeRow(result, scale)])));
for (const { scenario, outcome } of results) console.log(`${scenario.name}: ${outcome?.done ?? 'failed'}`);
process.exit(results.every(isAsPromised) ? 0 : 1);

async function resultOf(scenario: Scenario): Promise<Result> {
  console.log(`${scenario.name}: ${scenario.title}`);
  const own = join(folder, scenario.name);
  mkdirSync(own);
  try {
    const outcome = await scenario.run({ servers, scale, seed, folder: own, say });
    for (const problem of outcome.problems) say(`problem: ${problem}`);
    for (const [what, { lost, doubled, foreign, different }] of Object.entries(outcome.findings)) {
      const wrong = { lost, doubled, foreign, different };
      for (const [kind, keys] of Object.entries(wrong)) {
        if (keys.length > 0) say(`${what}: ${keys.length} ${kind}, for example ${keys.slice(0, 5).join(' ; ')}`);
      }
    }
    return { scenario, outcome };
  } catch (error) {
    say(`failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return { scenario, outcome: null };
  }
}
