import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../../schemas/package-root.ts';

const HERE = dirname(fileURLToPath(import.meta.url));

/*
 * What a process keeps is settled when it is loaded: the files `*.elements.ts` run in a process of their own.
 */
describe('a process that keeps elements beyond the five', () => {
  for (const file of readdirSync(HERE).filter((name) => name.endsWith('.elements.ts'))) {
    it(`does what ${file} asks`, function () {
      this.timeout(120_000);
      const mocha = packageFile('node_modules', 'mocha', 'bin', 'mocha.js');
      const { status, stdout, stderr } = spawnSync(process.execPath, [mocha, '--reporter=dot', `${HERE}/${file}`], {
        cwd: packageFile(),
        encoding: 'utf8',
        env: {
          ...process.env,
          HALCYON_ELEMENTS: `wind_gust,wind_direction,dew_point,temp_max,temp_min,solar_radiation,${HERE}/unlearnt.json`,
        },
      });
      assert.equal(status, 0, `${stdout}\n${stderr}`);
    });
  }
});
