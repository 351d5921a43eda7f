// Attacks as somebody would make them who has the source, on running systems, each with what it may do at most.
//   npm run test:security [-- --only NAME,NAME --scale 0.1]
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amountOf, refuse, runOptions } from '../../run-options.ts';
import { earlierAttacks } from './attacks/earlier-attacks.ts';
import { floodedLogins } from './attacks/flooded-logins.ts';
import { floodedRoutes } from './attacks/flooded-routes.ts';
import { foreignNetworks } from './attacks/foreign-networks.ts';
import { forgedAudit } from './attacks/forged-audit.ts';
import { greedyClient } from './attacks/greedy-client.ts';
import { openFolder } from './attacks/open-folder.ts';

const ATTACKS = [floodedLogins, floodedRoutes, foreignNetworks, openFolder, greedyClient, forgedAudit, earlierAttacks];

const { values: options } = runOptions({
  options: {
    only: { type: 'string', default: ATTACKS.map(({ name }) => name).join() },
    scale: { type: 'string', default: '1' },
  },
});
const scale = amountOf(options, 'scale');
const names = options.only.split(',');
const chosen = ATTACKS.filter(({ name }) => names.includes(name));
if (chosen.length !== names.length) refuse(`--only takes ${ATTACKS.map(({ name }) => name).join(', ')}`);

const folder = mkdtempSync(join(tmpdir(), 'halcyon-security-'));
const began = performance.now();
const seconds = () => `${((performance.now() - began) / 1000).toFixed(0)} s`;
let failed = 0;
for (const attack of chosen) {
  console.log(`${attack.name}: ${attack.title}`);
  const own = join(folder, attack.name);
  mkdirSync(own);
  try {
    const measures = await attack.run({ folder: own, scale, say: (line) => console.log(`  ${seconds()}  ${line}`) });
    for (const { what, found, limit, holds } of measures) {
      console.log(`  ${holds ? 'holds ' : 'FAILED'} ${what}: ${found}${limit === '' ? '' : ` (${limit})`}`);
      if (!holds) failed++;
    }
  } catch (error) {
    failed++;
    console.log(`  FAILED ${error instanceof Error ? error.stack : String(error)}`);
  }
}
rmSync(folder, { recursive: true, force: true });
console.log(
  `${failed === 0 ? 'as it should be' : `${failed} FAILED`} after ${seconds()}${scale === 1 ? '' : `, scale ${scale}: NOT the full run`}`,
);
process.exit(failed === 0 ? 0 : 1);
