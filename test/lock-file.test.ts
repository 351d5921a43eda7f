import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { packageFile } from '../schemas/package-root.ts';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Packages for other platforms that no registry in reach had when the lock was made: npm takes them as they come. */
const WITHOUT_HASH = [
  'node_modules/@chdb/lib-darwin-arm64',
  'node_modules/@chdb/lib-darwin-x64',
  'node_modules/@chdb/lib-linux-arm64-gnu',
];

describe('package-lock.json', () => {
  const lock = JSON.parse(readFileSync(packageFile('package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };

  // A lock made where a platform's package could not be seen leaves it out, and `npm ci` refuses such a lock everywhere.
  it('names the package of every platform', () => {
    const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
      Object.keys(entry.optionalDependencies ?? {}).filter(
        (name) => !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages),
      ),
    );
    assert.deepEqual(missing, []);
  });

  // A package for another platform is looked at by nobody here, and installed without a hash it could be any.
  it('has the hash of every package that could be had', () => {
    const without = Object.entries(lock.packages).filter(([path, { integrity }]) => path !== '' && !integrity);
    assert.deepEqual(
      without.map(([path]) => path),
      WITHOUT_HASH,
    );
    for (const { integrity } of Object.values(lock.packages)) assert.match(integrity ?? 'sha512-', /^sha512-/);
  });

  it('ties nobody to one registry', () => {
    assert.deepEqual(
      Object.values(lock.packages).filter((entry) => entry.resolved !== undefined),
      [],
    );
  });
});
