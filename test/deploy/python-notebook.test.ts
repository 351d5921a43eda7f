import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { packageFile } from '../../schemas/package-root.ts';
import { NOTEBOOK, pythonWith } from '../servers/python-packages.ts';
import { RunningApplication } from '../services/api/running-application.ts';
import { someStation } from '../services/api/some-records.ts';

describe('the notebook', () => {
  const running = new RunningApplication();
  let python = '';

  before(async function () {
    this.timeout(300_000);
    const found = await pythonWith(NOTEBOOK);
    if ('missing' in found) {
      console.log(`      ${found.missing}`);
      return this.skip();
    }
    python = found.python;
    running.parts.stations = [someStation({ network: 'demo' })];
    await running.start();
  });

  after(() => running.stop());

  // It ended with KeyError: 'timestamp'.
  it('says of a day without observations that there are none', async () => {
    const script = readFileSync(packageFile('deploy/python/halcyon_notebook.py'), 'utf8');
    const env = { ...process.env, HALCYON_PUBLIC_URL: running.listening.url };
    const out = (await promisify(execFile)(python, ['-c', script], { env })).stdout;
    assert.match(out, /^0 anomalies from /m);
    assert.match(out, /^0 observations of 0 stations by REST\n0 observations by Parquet/m);
  });
});
