import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { builtBefore, KUSTOMIZE } from '../servers/go-programs.ts';

/**
 * What kustomize makes of a folder, as YAML: by `kubectl` of the path, or by the program that `npm run test:helm` has built;
 * null where there is neither.
 */
export function kustomized(folder: string): string | null {
  const byKubectl = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  const own = byKubectl.error === undefined ? null : builtBefore(KUSTOMIZE);
  if (byKubectl.error !== undefined && own === null) return null;
  const done = own === null ? byKubectl : spawnSync(own, ['build', folder], { encoding: 'utf8' });
  assert.equal(done.status, 0, done.stderr);
  return done.stdout;
}
