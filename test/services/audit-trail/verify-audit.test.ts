import assert from 'node:assert/strict';
import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lineOf, readLine } from '../../../services/audit/audit-line.ts';
import { type AuditFinding, verifyAudit } from '../../../services/audit-trail/verify-audit.ts';
import { AuditFolderOfTest } from '../audit/audit-folder.ts';

describe('verifying the audit log', () => {
  let folder: AuditFolderOfTest;
  beforeEach(async () => {
    folder = await AuditFolderOfTest.make();
  });
  afterEach(() => folder.close());

  /** The only finding. */
  async function finding(): Promise<AuditFinding> {
    const { findings } = await verifyAudit(folder.audit);
    assert.equal(findings.length, 1, JSON.stringify(findings));
    return findings[0];
  }

  it('is whole over days and runs', async () => {
    await folder.run([3, 2, 4]);
    await folder.run([1]);
    const verdict = await verifyAudit(folder.audit);
    assert.deepEqual(verdict.findings, []);
    assert.deepEqual(
      [verdict.whole, verdict.chains, verdict.files, verdict.records, verdict.since],
      [true, 2, 4, 3 + 2 + 4 + 1 + 4, '2026-11-25T08:00:00.000Z'],
    );
  });

  it('is whole while a process writes', async () => {
    const audit = await folder.open();
    assert.equal((await verifyAudit(folder.audit)).whole, true);
    await audit.close();
  });

  it('says where there is none', async () => {
    await assert.rejects(verifyAudit(folder.audit), { code: 'insufficient_data', message: /holds no audit log/ });
  });

  for (const [what, change, line, says] of [
    ['edited', (lines: string[]) => lines.with(2, lines[2].replace('"ada"', '"bob"')), 3, /record 3 was changed/],
    ['removed', (lines: string[]) => lines.toSpliced(2, 1), 3, /record 3 is missing before this one/],
    [
      'removed, the first,',
      (lines: string[]) => lines.slice(1),
      1,
      /record 1 is missing before this one, and no record/,
    ],
    [
      'swapped',
      (lines: string[]) => [lines[0], lines[2], lines[1], ...lines.slice(3)],
      2,
      /record 2 is missing before/,
    ],
    ['repeated', (lines: string[]) => lines.toSpliced(2, 0, lines[1]), 3, /record 2 is out of its place/],
    [
      'inserted',
      (lines: string[]) => lines.toSpliced(2, 0, resealed(lines[2], { detail: 'new' })),
      4,
      /out of its place/,
    ],
    [
      'edited and sealed anew',
      (lines: string[]) => lines.with(2, resealed(lines[2], { detail: 'new' })),
      4,
      /follows another/,
    ],
    ['spoilt', (lines: string[]) => lines.with(2, 'nonsense'), 3, /no record of an audit log/],
    ['emptied', (lines: string[]) => lines.with(2, ''), 3, /no record of an audit log/],
  ] as const) {
    it(`names the first record that does not fit where one was ${what}`, async () => {
      await folder.run([4]);
      const [name] = await folder.files();
      await folder.tamper(name, change);
      const found = await finding();
      assert.deepEqual([found.wrong, found.file, found.line], [true, name, line]);
      assert.match(found.what, says);
      assert.equal((await verifyAudit(folder.audit)).whole, false);
    });
  }

  it('tells a chain that was rewritten as a whole from what the next process found of it', async () => {
    await folder.run([3]);
    await folder.run([1]);
    const [first, second] = await folder.files();
    let prev = '0'.repeat(64);
    await folder.tamper(first, (lines) =>
      lines.map((line) => {
        const sealed = resealed(line, { prev, detail: 'new' });
        prev = readLine(sealed)?.record.hash ?? '';
        return sealed;
      }),
    );
    const lines = await folder.lines(first);
    await writeFile(headOf(first), `${JSON.stringify({ number: lines.length, hash: prev })}\n`);
    const found = await finding();
    assert.deepEqual([found.file, found.line], [first, lines.length]);
    assert.match(found.what, new RegExp(`is another than ${second}, line 1, names`));
  });

  it('tells that records were cut off at the end', async () => {
    await folder.run([4]);
    const [name] = await folder.files();
    await folder.tamper(name, (lines) => lines.slice(0, -2));
    const found = await finding();
    assert.deepEqual([found.file, found.line, found.what], [name, null, 'records 5 to 6 are missing at its end']);
  });

  it('tells that they were cut off, though the head was made to fit, once another process has begun', async () => {
    await folder.run([4]);
    await folder.run([1]);
    const [name] = await folder.files();
    await folder.tamper(name, (lines) => lines.slice(0, -2));
    const last = readLine((await folder.lines(name)).at(-1) ?? '')?.record;
    await writeFile(headOf(name), JSON.stringify({ number: last?.number, hash: last?.hash }));
    assert.match((await finding()).what, /records 5 to 6 are missing at its end/);
  });

  it('tells that a day was removed from the middle', async () => {
    await folder.run([2, 2, 2]);
    const [, middle, last] = await folder.files();
    await folder.remove(middle);
    const found = await finding();
    assert.deepEqual([found.file, found.line], [last, 1]);
    assert.match(found.what, /records 4 to 5 are missing before this one/);
  });

  it('tells that the first day was removed', async () => {
    await folder.run([2, 2]);
    const [first, second] = await folder.files();
    await folder.remove(first);
    const found = await finding();
    assert.deepEqual([found.file, found.line], [second, 1]);
    assert.match(found.what, /records 1 to 3 are missing before this one, and no record says/);
  });

  it('tells that the last day was removed', async () => {
    await folder.run([2, 2]);
    const [first, second] = await folder.files();
    await folder.remove(second);
    const found = await finding();
    assert.deepEqual([found.file, found.line, found.what], [first, null, 'records 4 to 6 are missing at its end']);
  });

  it('tells that a whole chain was removed', async () => {
    await folder.run([2]);
    await folder.run([2]);
    const [first, second] = await folder.files();
    await folder.remove(first);
    assert.match((await finding()).what, /records 1 to 4 are missing at its end/);
    await folder.remove(headOf(first).slice(folder.audit.length + 1));
    const found = await finding();
    assert.deepEqual([found.file, found.line], [second, 1]);
    assert.match(found.what, /of which nothing is left: its files were removed/);
  });

  it('tells that a head was removed', async () => {
    await folder.run([2]);
    const [name] = await folder.files();
    await folder.remove(headOf(name).slice(folder.audit.length + 1));
    assert.match((await finding()).what, /^it is missing: how far the chain .* came is not known$/);
  });

  it('takes a last line that is cut for what a crash leaves behind, and the next process goes on', async () => {
    await folder.run([2]);
    const [name] = await folder.files();
    await appendFile(join(folder.audit, name), '{"time":"2026-11-25T08:0');
    await folder.run([1]);
    const found = await finding();
    assert.deepEqual([found.wrong, found.file, found.line], [false, name, 5]);
    assert.match(found.what, /the last line is cut, as after a crash/);
    assert.equal((await verifyAudit(folder.audit)).whole, true);
  });

  it('does not take records that are gone for a crash', async () => {
    await folder.run([2]);
    const [name] = await folder.files();
    const path = join(folder.audit, name);
    await truncate(path, (await readFile(path)).length - 10);
    const { whole, findings } = await verifyAudit(folder.audit);
    assert.equal(whole, false);
    assert.deepEqual(
      findings.map(({ wrong }) => wrong),
      [false, true],
    );
    assert.match(findings[1].what, /record 4 is missing at its end/);
  });

  it('is whole from the oldest day that is left once older ones are removed by age', async () => {
    await folder.run([2, 2, 2]);
    const audit = await folder.open();
    const removed = await audit.removeOlder(Date.UTC(2026, 10, 27));
    assert.equal(removed, 2);
    await audit.close();
    assert.deepEqual((await verifyAudit(folder.audit)).findings, []);
    assert.deepEqual(
      (await folder.files()).map((name) => name.slice(0, 10)),
      ['2026-11-27', '2026-11-27'],
    );
    // What is left is held as strictly as before.
    const [first] = await folder.files();
    await folder.tamper(first, (lines) => lines.slice(1));
    assert.match((await finding()).what, /records 1 to 6 are missing before this one/);
  });

  it('is whole where all of a chain is removed by age', async () => {
    await folder.run([2]);
    folder.now += 3 * 86_400_000;
    const audit = await folder.open();
    assert.equal(await audit.removeOlder(folder.now), 1);
    assert.equal(await audit.removeOlder(folder.now), 0);
    await audit.close();
    const verdict = await verifyAudit(folder.audit);
    assert.deepEqual([verdict.findings, verdict.chains], [[], 1]);
  });

  function headOf(file: string): string {
    return join(folder.audit, `${file.slice(11).replace('.jsonl', '')}.head`);
  }
});

/** A line with other fields, and a hash that is right for them. */
function resealed(line: string, fields: object): string {
  const { hash: _hash, ...record } = readLine(line)?.record ?? assert.fail('it is a record');
  return lineOf({ ...record, ...fields }).line;
}
