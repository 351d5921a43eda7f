// Long trials of the identity service: what its times say, what random requests do, whether tokens outlive a change of
// keys, restarts and kills.
//   npm run test:identity [-- --only NAME,NAME --scale 0.1 --seed 1]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amountOf, countOf, refuse, runOptions } from '../../run-options.ts';
import { IdentityProcess } from './identity-process.ts';
import { enumeration } from './trials/enumeration.ts';
import { kills } from './trials/kills.ts';
import { randomRequests } from './trials/random-requests.ts';
import { rotation } from './trials/rotation.ts';

const TRIALS = [enumeration, randomRequests, rotation, kills];

const { values: options } = runOptions({
  options: {
    only: { type: 'string', default: TRIALS.map(({ name }) => name).join() },
    scale: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const [scale, seed] = [amountOf(options, 'scale'), countOf(options, 'seed')];
const names = options.only.split(',');
const chosen = TRIALS.filter(({ name }) => names.includes(name));
if (chosen.length !== names.length) {
  refuse(`--only takes ${TRIALS.map(({ name }) => name).join(', ')}`);
}
const folder = mkdtempSync(join(tmpdir(), 'halcyon-trials-'));
let failed = 0;
for (const trial of chosen) {
  console.log(`${trial.name}: ${trial.title}`);
  const began = performance.now();
  const say = (line: string) => console.log(`  ${((performance.now() - began) / 1000).toFixed(0)} s  ${line}`);
  const identity = await IdentityProcess.start(join(folder, trial.name));
  try {
    const { done, problems } = await trial.run({ identity, scale, seed, say });
    for (const problem of problems) say(`problem: ${problem}`);
    failed += problems.length;
    say(`${problems.length === 0 ? 'as it should be' : 'FAILED'}: ${done}`);
  } finally {
    await identity.process.kill();
  }
}
rmSync(folder, { recursive: true, force: true });
if (scale !== 1) console.log(`Scale ${scale}, NOT the full run.`);
process.exit(failed === 0 ? 0 : 1);
