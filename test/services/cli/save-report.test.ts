import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HalcyonError } from '../../../schemas/errors.ts';
import { saveReport } from '../../../services/cli/detector/save-report.ts';
import { checkWritable } from '../../../services/cli/frame/written-file.ts';
import { shortTermReport } from '../../../services/detection/short-term-report.ts';
import { asOrdinaryUser } from '../../as-ordinary-user.ts';
import { request, result } from '../detection/made-up-result.ts';

const REPORT = shortTermReport(request(), 'alps', result(), { arima: 5 });

describe('saving a report', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-save-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const refused = (reason: RegExp) => (error: unknown) => {
    assert.ok(error instanceof HalcyonError);
    assert.equal(error.code, 'cannot_write');
    assert.equal(error.exitCode, 1);
    assert.match(error.message, reason);
    return true;
  };

  it('replaces what was there', async () => {
    const path = join(folder, 'r.json');
    writeFileSync(path, 'old');
    await checkWritable(path);
    assert.equal(readFileSync(path, 'utf8'), 'old');
    await saveReport(path, REPORT);
    assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), REPORT);
    assert.deepEqual(readdirSync(folder), ['r.json']);
  });

  it('writes through a link and keeps the link', async () => {
    writeFileSync(join(folder, 'real.json'), 'old');
    symlinkSync('real.json', join(folder, 'link.json'));
    await saveReport(join(folder, 'link.json'), REPORT);
    assert.deepEqual(JSON.parse(readFileSync(join(folder, 'real.json'), 'utf8')), REPORT);
    assert.deepEqual(readdirSync(folder).sort(), ['link.json', 'real.json']);
  });

  it('writes to a device as it is', async () => {
    await checkWritable('/dev/null');
    await saveReport('/dev/null', REPORT);
  });

  it('finds out beforehand that it cannot, and leaves nothing', async () => {
    await assert.rejects(checkWritable(folder), refused(/it is a folder/));
    await assert.rejects(checkWritable(join(folder, 'no', 'r.json')), refused(/there is no folder .*\/no/));
    await assert.rejects(checkWritable(join(folder, 'x'.repeat(300))), refused(/the name is too long/));
    writeFileSync(join(folder, 'file'), '');
    await assert.rejects(checkWritable(join(folder, 'file', 'r.json')), refused(/no folder/));
    assert.deepEqual(readdirSync(folder), ['file']);
  });

  it('respects permissions', async () => {
    chmodSync(folder, 0o555);
    const path = join(folder, 'r.json');
    await asOrdinaryUser(() => assert.rejects(checkWritable(path), refused(/permission denied/)));
    chmodSync(folder, 0o755);
    writeFileSync(path, 'old');
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    await asOrdinaryUser(() => assert.rejects(saveReport(path, REPORT), refused(/permission denied/)));
    assert.equal(readFileSync(path, 'utf8'), 'old');
    chmodSync(folder, 0o700);
  });
});
