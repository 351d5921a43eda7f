import { spawn } from 'node:child_process';
import { packageFile } from '../../../schemas/package-root.ts';

const TEST = 'test/services/datasets/queries/hostile-statements.long.ts';

/** Runs every hostile statement in a process, where `npm test` runs some of them; the test itself says what it finds. */
export async function hostile(): Promise<{ line: string; problems: readonly string[] }> {
  const mocha = packageFile('node_modules', 'mocha', 'bin', 'mocha.js');
  const environment = { ...process.env, HOSTILE: 'all' };
  const child = spawn(process.execPath, [mocha, TEST], { cwd: packageFile(), env: environment, stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { line: 'every hostile statement, each in a process', problems: code === 0 ? [] : [`${TEST} failed`] };
}
