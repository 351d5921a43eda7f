// Prometheus reads a system that runs, faults are made in one on Kafka until it fires the alerts that tell of them, and an OpenTelemetry collector gets its traces and metrics. What is not on this machine
// is left out and said; the collector is built the first time, which takes Go and minutes, or is a FILE of one's own.
//   npm run test:monitoring [-- --only prometheus,alerts,collector --seconds 60 --collector FILE]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amountOf, runOptions } from '../../run-options.ts';
import { COLLECTOR, goProgram } from '../../servers/go-programs.ts';
import { alertTrial } from './alert-trial.ts';
import { collectorTrial } from './collector-trial.ts';
import { prometheusMissing, prometheusTrial } from './prometheus-trial.ts';

const { values: options } = runOptions({
  options: {
    only: { type: 'string', default: 'prometheus,alerts,collector' },
    seconds: { type: 'string', default: '60' },
    collector: { type: 'string' },
  },
});
const only = options.only.split(',');
const seconds = amountOf(options, 'seconds');
const folder = mkdtempSync(join(tmpdir(), 'halcyon-trials-'));
const problems: string[] = [];
let tried = 0;
if (only.includes('prometheus')) {
  const missing = prometheusMissing();
  if (missing !== null) console.log(`prometheus: not tried: ${missing}`);
  else {
    problems.push(...(await prometheusTrial(folder, seconds)));
    tried++;
  }
}
if (only.includes('alerts')) {
  const missing = prometheusMissing();
  if (missing !== null) console.log(`alerts: not tried: ${missing}`);
  else {
    problems.push(...(await alertTrial(folder)));
    tried++;
  }
}
if (only.includes('collector')) {
  const built = options.collector === undefined ? await goProgram(COLLECTOR) : { path: options.collector };
  if ('missing' in built) console.log(`collector: not tried: ${built.missing}`);
  else {
    problems.push(...(await collectorTrial(built.path, folder)));
    tried++;
  }
}
rmSync(folder, { recursive: true, force: true });
for (const problem of problems) console.log(`problem: ${problem}`);
console.log(`${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : tried > 0 ? 0 : 2);
