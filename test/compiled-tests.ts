import { cpSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../schemas/package-root.ts';
import { npmScript } from './npm-script.ts';

/** Where the tests lie compiled, with all that they import, see tsconfig.tests.json. */
const FOLDER = ['dist', 'tests'];

/**
 * Compiles the tests, and puts the files beside them that they read. From the sources each process of tests would compile
 * them again as it loads them, which takes five times as long for each.
 *
 * @throws Error with what the compiler wrote
 */
export async function compileTests(): Promise<void> {
  rmSync(packageFile(...FOLDER), { recursive: true, force: true });
  const { written, code } = await npmScript('build:tests');
  if (code !== 0) throw new Error(`the tests could not be compiled:\n${written}`);
  cpSync(packageFile('test'), packageFile(...FOLDER, 'test'), {
    recursive: true,
    filter: (path) => lstatSync(path).isDirectory() || !path.endsWith('.ts'),
  });
}

/** The compiled files of a pattern of tests, from the root of the package: `test/schemas/*.test.ts`. */
export function compiledTests(pattern: string): string {
  return join(...FOLDER, pattern.replace(/\.ts$/, '.js'));
}
