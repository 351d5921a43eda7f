import { spawn } from 'node:child_process';
import { packageFile } from '../../../../schemas/package-root.ts';
import { type Attack, atMost, type Measure } from '../attack.ts';

/** What was tried before and held, as tests that npm test has too. */
const TESTS = {
  'forged tokens': 'test/services/identity/forged-tokens.test.ts',
  'hostile statements': 'test/services/datasets/queries/hostile-statements.long.ts',
  'roles by endpoint': 'test/services/access/access-control.test.ts',
  'hostile clients': 'test/services/api/hostile-clients.test.ts',
  'hostile pictures': 'test/services/patterns/drawing.test.ts',
  'addresses outside': 'test/schemas/outward-hosts.test.ts',
  'networks kept apart': 'test/integration/networks-apart.test.ts',
} as const;

/** The attacks that held before. */
export const earlierAttacks: Attack = {
  name: 'earlier',
  title: `the attacks of before: ${Object.keys(TESTS).join(', ')}`,
  async run() {
    const measures: Measure[] = [];
    for (const [name, file] of Object.entries(TESTS)) {
      const { passed, failed } = await counts(file);
      measures.push({
        ...atMost(`${name}: tests failed, of ${passed + failed}`, failed, 0),
        holds: failed === 0 && passed > 0,
      });
    }
    return measures;
  },
};

/** How many tests of a file pass and fail; one that ends before its last test has failed. */
async function counts(file: string): Promise<{ readonly passed: number; readonly failed: number }> {
  const mocha = packageFile('node_modules', 'mocha', 'bin', 'mocha.js');
  const child = spawn(process.execPath, [mocha, '--timeout', '120000', file], {
    cwd: packageFile(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  child.stdout.on('data', (chunk: Buffer) => {
    written += chunk.toString('utf8');
  });
  await new Promise((resolve) => child.once('close', resolve));
  const [, passed, failed] = /^(\d+) passed, (\d+) failed/m.exec(written) ?? [];
  return passed === undefined ? { passed: 0, failed: 1 } : { passed: Number(passed), failed: Number(failed) };
}
