import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { packageFile } from '../schemas/package-root.ts';

/** What a script of the project says and ends with. */
function run(script: string, ...options: readonly string[]) {
  const environment = { ...process.env, HALCYON_QUALITY_DATA: '/no/such/folder' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', packageFile(script), ...options], {
    cwd: packageFile('.'),
    encoding: 'utf8',
    env: environment,
  });
  return { status, said: stdout + stderr };
}

describe('options of the scripts for measurements and trials', () => {
  const refused: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['bench/run.ts', ['verdict', '--stations', '-3'], /'--stations' argument is ambiguous/],
    ['bench/run.ts', ['--roundz', '3'], /Unknown option '--roundz'/],
    ['bench/run.ts', ['command'], /\/no\/such\/folder should be a folder with stations.csv/],
    ['bench/live/run.ts', ['--minutes=a'], /--minutes is 'a', should be a number above 0/],
    ['bench/export/run.ts', ['--observations=1.5'], /--observations is '1.5', should be a whole number from 1 on/],
    ['test/resilience/run.ts', ['--scale=0'], /--scale is '0', should be a number above 0/],
  ];
  for (const [script, options, words] of refused) {
    it(`${script} ${options.join(' ')}: one line, and code 2`, () => {
      const { status, said } = run(script, ...options);
      assert.match(said.trimEnd(), words);
      assert.doesNotMatch(said.trimEnd(), /\n/);
      assert.equal(status, 2);
    }).timeout(60_000);
  }

  it('bench/run.ts does not ask for a folder that no part needs', () => {
    const { said } = run('bench/run.ts', 'verdict', '--against', '/no/such/file');
    assert.match(said, /^--against: there is no file/);
    assert.doesNotMatch(said, /folder/);
  }).timeout(60_000);
});
