import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile } from '../../schemas/package-root.ts';

const HERE = packageFile('test', 'elements');
const FILES = readdirSync(HERE).filter((name) => name.endsWith('.elements.ts'));

/** What mocha's reporter `json` writes of a test. */
interface Told {
  readonly fullTitle: string;
  readonly file: string;
  readonly err: { readonly stack?: string };
}

/*
 * What a process keeps is settled when it is loaded: the files `*.elements.ts` run in a process of their own, all in one.
 */
describe('a process that keeps elements beyond the five', () => {
  let passes: readonly Told[] = [];
  let failures: readonly Told[] = [];

  before(() => {
    const folder = mkdtempSync(join(tmpdir(), 'halcyon-elements-'));
    const output = join(folder, 'told.json');
    const mocha = packageFile('node_modules', 'mocha', 'bin', 'mocha.js');
    const words = ['--reporter=json', `--reporter-option=output=${output}`, '--require=./test/compiled-processes.ts'];
    try {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [mocha, ...words, ...FILES.map((name) => join(HERE, name))],
        {
          cwd: packageFile(),
          encoding: 'utf8',
          env: {
            ...process.env,
            HALCYON_ELEMENTS: `wind_gust,wind_direction,dew_point,temp_max,temp_min,solar_radiation,${HERE}/unlearnt.json`,
          },
        },
      );
      ({ passes, failures } = JSON.parse(readFileSync(output, 'utf8')) as Record<'passes' | 'failures', Told[]>);
      assert.ok(
        failures.every(({ file }) => FILES.some((name) => file === join(HERE, name))),
        `${stdout}\n${stderr}`,
      );
      assert.equal(status, failures.length, `${stdout}\n${stderr}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  for (const name of FILES) {
    it(`does what ${name} asks`, () => {
      const of = (all: readonly Told[]) => all.filter(({ file }) => file === join(HERE, name));
      assert.equal(
        of(failures)
          .map(({ fullTitle, err }) => `${fullTitle}: ${err.stack}`)
          .join('\n'),
        '',
      );
      assert.ok(of(passes).length > 0);
    });
  }
});
