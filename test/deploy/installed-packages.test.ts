import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { packageFile } from '../../schemas/package-root.ts';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dependencies?: Readonly<Record<string, string>> }>>;
}

const textOf = (file: string) => readFileSync(packageFile(file), 'utf8');

describe('what npm installs', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as Lock;
  const manifest = JSON.parse(textOf('package.json')) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly scripts: Readonly<Record<string, string>>;
  };

  // Swagger UI brings it; npm writes it back into the lock file when that package is renewed: take it out there again.
  it('has no package that reports to others where it was installed', () => {
    for (const [path, { dependencies = {} }] of Object.entries(packages)) {
      assert.doesNotMatch(path, /@scarf\//);
      assert.ok(!Object.keys(dependencies).some((name) => name.startsWith('@scarf/')), path);
    }
    for (const name of ['swagger-ui-dist', 'redoc']) {
      assert.ok(!(name in manifest.dependencies), `files of ${name} are copied by the build`);
    }
  });

  it('runs no script of a package, and none of ours rests on one that is then left out', () => {
    assert.match(textOf('.npmrc'), /^ignore-scripts=true$/m);
    // With that setting npm also leaves out what would come before and after a script of ours.
    const names = Object.keys(manifest.scripts);
    assert.deepEqual(
      names.filter((name) => names.some((other) => name === `pre${other}` || name === `post${other}`)),
      [],
    );
  });
});
