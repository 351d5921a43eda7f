// Builds Helm and kustomize from their Go modules where that has not been done, and runs the tests of the chart with them.
//   npm run test:helm
import { spawnSync } from 'node:child_process';
import { packageFile } from '../../schemas/package-root.ts';
import { goProgram, HELM, KUSTOMIZE } from '../servers/go-programs.ts';

for (const program of [HELM, KUSTOMIZE]) {
  const began = performance.now();
  const built = await goProgram(program);
  if ('missing' in built) {
    console.log(built.missing);
    process.exit(2);
  }
  console.log(`${program.name} ${program.version} after ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
const mocha = packageFile('node_modules', 'mocha', 'bin', 'mocha.js');
const tests = ['helm-chart', 'kubernetes-manifests'].map((name) => `test/deploy/${name}.test.ts`);
const done = spawnSync(process.execPath, [mocha, ...tests], { cwd: packageFile(), stdio: 'inherit' });
process.exit(done.status ?? 1);
