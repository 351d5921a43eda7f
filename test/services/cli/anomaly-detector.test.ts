import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wordsToRun } from '../../compiled.ts';
import { reportShape } from '../detection/report-shape.ts';
import { writeSpikedFolder } from '../detection/spiked-folder.ts';

function run(...argv: string[]) {
  const environment = { ...process.env, FORCE_COLOR: '0', HALCYON_DATA: '/nowhere' };
  const words = wordsToRun('services/cli/anomaly-detector.ts');
  return spawnSync(process.execPath, [...words, ...argv], { encoding: 'utf8', env: environment });
}

describe('anomaly-detector as a process', () => {
  let parent: string;
  before(() => {
    parent = mkdtempSync(join(tmpdir(), 'halcyon-process-'));
    writeSpikedFolder(join(parent, 'alps'));
  });
  after(() => rmSync(parent, { recursive: true }));

  it('judges a folder of CSV files and saves the report', () => {
    const save = join(parent, 'r.json');
    const done = run('--database', join(parent, 'alps'), '--end', '1663285800', '--spatial-verify', '--save', save);
    assert.equal(done.stderr, '');
    assert.equal(done.status, 0);
    assert.match(done.stdout, /^Total Stations: +3$/m);
    assert.match(done.stdout, /^Device Failures: +[1-9]/m);
    const report = reportShape.parse(JSON.parse(readFileSync(save, 'utf8')));
    assert.equal(report.metadata.timestamp, '2022-09-15T23:50:00Z');
  });

  it('ends with the exit code of what was wrong, and one line', () => {
    const missing = run('--database', join(parent, 'nothing'));
    assert.equal(missing.status, 2);
    assert.match(missing.stderr, /^error: cannot read the database .*nothing: there is nothing of that name\n$/);
    assert.equal(missing.stdout, '');
  });
});
