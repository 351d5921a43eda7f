import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../schemas/package-root.ts';

const BUNDLE = packageFile('dist', 'bin');
/** How a module names what it begins as a process or a thread of its own. */
const BEGINS = /(?:forkModule|moduleToFork|moduleToThread|processPool)\('\.\/([^']+)'/g;

describe('the bundle of the commands', () => {
  it('has every process and thread that the services begin', () => {
    const services = packageFile('services');
    const sources = readdirSync(services, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const begun = sources.flatMap((file) =>
      Array.from(readFileSync(join(services, file), 'utf8').matchAll(BEGINS), ([, name]) => name),
    );
    assert.ok(begun.length > 5, `${begun.length} found`);
    assert.deepEqual(begun.filter((name) => !existsSync(join(BUNDLE, `${name}.js`))).sort(), []);
  });

  it('is what the package installs as its commands', () => {
    const { bin, version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
      bin: Record<string, string>;
      version: string;
    };
    for (const file of Object.values(bin)) {
      assert.equal(
        execFileSync(process.execPath, [packageFile(file), '--version'], { encoding: 'utf8' }).trim(),
        version,
      );
    }
  });
});
