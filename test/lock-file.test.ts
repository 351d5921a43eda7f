import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { packageFile } from '../schemas/package-root.ts';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

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

  it('ties nobody to one registry', () => {
    assert.deepEqual(
      Object.values(lock.packages).filter((entry) => entry.resolved !== undefined),
      [],
    );
  });
});
