import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile } from '../../../schemas/package-root.ts';

interface Sized {
  readonly name: string;
  readonly bytes: number;
}

describe('the size of an installation', () => {
  let modules = '';
  before(() => {
    modules = mkdtempSync(join(tmpdir(), 'halcyon-modules-'));
  });
  after(() => rmSync(modules, { recursive: true, force: true }));

  it('is that of each package with those inside it, the largest first', async () => {
    const file = (bytes: number, ...path: string[]) => {
      mkdirSync(join(modules, ...path), { recursive: true });
      writeFileSync(join(modules, ...path, 'file'), Buffer.alloc(bytes, 1));
    };
    file(100_000, 'small');
    file(200_000, '@scope', 'large');
    file(400_000, '@scope', 'large', 'node_modules', 'inside');
    const { packageSizes } = (await import(packageFile('deploy/packages/install-size.mjs'))) as {
      packageSizes(modules: string): Sized[];
    };
    const sizes = packageSizes(modules);
    assert.deepEqual(
      sizes.map(({ name }) => name),
      ['@scope/large', 'small'],
    );
    assert.ok(Math.abs(sizes[0].bytes - 600_000) < 50_000, String(sizes[0].bytes));
  });
});
