import assert from 'node:assert/strict';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../services/cli/halcyon-command.ts';
import { AuditFolderOfTest } from '../audit/audit-folder.ts';
import { folderWithCatalogue } from '../stores/made-folders.ts';
import { recordedIo } from './recorded-io.ts';

describe('halcyon audit', () => {
  let folder: AuditFolderOfTest;
  beforeEach(async () => {
    folder = await AuditFolderOfTest.make();
  });
  afterEach(() => folder.close());

  async function run(argv: readonly string[], data = folder.data, input = '') {
    const io = recordedIo({
      environment: { HALCYON_DATA: data },
      now: () => folder.now,
      stdin: Readable.from([input]),
    });
    const code = await runInFrame(halcyonCommand, argv, io);
    return { code, out: io.out(), err: io.err() };
  }

  it('verify says that all is whole', async () => {
    await folder.run([2, 1]);
    const { code, out, err } = await run(['audit', 'verify']);
    assert.deepEqual([code, err], [0, '']);
    assert.equal(out, 'whole; chains: 1, files: 2, records that fit: 5, since 2026-11-25T08:00:00.000Z\n');
  });

  it('verify names file and line of the first record that does not fit, and ends with 1', async () => {
    await folder.run([4]);
    const [name] = await folder.files();
    await folder.tamper(name, (lines) => lines.toSpliced(2, 1));
    const { code, out } = await run(['audit', 'verify', '--data', folder.data], '/nowhere');
    assert.equal(code, 1);
    assert.equal(
      out,
      `wrong: ${name}, line 3: record 3 is missing before this one\n` +
        'not whole; chains: 1, files: 1, records that fit: 2, since 2026-11-25T08:00:00.000Z\n',
    );
    const told = await run(['audit', 'verify', '--json']);
    assert.equal(told.code, 1);
    const { whole, findings } = JSON.parse(told.out) as { whole: boolean; findings: unknown[] };
    const what = 'record 3 is missing before this one';
    assert.deepEqual([whole, findings], [false, [{ wrong: true, file: name, line: 3, what }]]);
  });

  it('verify takes a last line that is cut for a crash, and ends with 0', async () => {
    await folder.run([1]);
    const [name] = await folder.files();
    await appendFile(join(folder.audit, name), '{"time":"20');
    const { code, out } = await run(['audit', 'verify']);
    assert.equal(code, 0);
    assert.match(out, /^note: .*, line 4: the last line is cut, as after a crash/);
  });

  it('list shows the newest, and escapes what terminals would obey', async () => {
    await folder.run([2]);
    const audit = await folder.open();
    await audit.record({ action: 'silence.add', result: 'done', about: { kind: 'silence', id: 'a\u001b[2Jb' } });
    await audit.close();
    const { code, out } = await run(['audit', 'list', '--action', 'silence.add', '--limit', '2']);
    assert.equal(code, 0);
    assert.match(out, /Time\s+Who\s+From\s+Action/);
    assert.ok(!out.includes('\u001b'), out);
    assert.equal(out.match(/silence\.add/g)?.length, 2);
    const json = await run(['audit', 'list', '--json', '--actor', 'ada']);
    assert.equal((JSON.parse(json.out) as { records: unknown[] }).records.length, 2);
    assert.equal((await run(['audit', 'list', '--actor', 'bob'])).out, 'no records\n');
  });

  for (const [argv, code, says] of [
    [['audit'], 3, /^error: halcyon audit lacks a command, should be followed by one of verify, list/],
    [['audit', 'check'], 3, /^error: unknown command 'check'/],
    [['audit', 'verify', '--what'], 3, /^error: unknown option '--what'/],
    [['audit', 'verify', 'folder'], 3, /^error: too many arguments/],
    [['audit', 'verify', '--data'], 3, /^error: option '--data <folder>' argument missing/],
    [['audit', 'verify', '--data', ''], 3, /^error: --data is '', should be a data folder: /],
    [
      ['audit', 'verify', '--data', '/nowhere/at/all'],
      3,
      /^error: --data is '\/nowhere\/at\/all', should be a data folder: there is nothing of that name/,
    ],
    [
      ['audit', 'verify', '--data', '/dev/null'],
      3,
      /^error: --data is '\/dev\/null', should be a data folder: it is no folder/,
    ],
    [
      ['audit', 'verify', '--data', '/tmp/a\u0000b'],
      3,
      /^error: --data is .* should be a data folder: a path cannot hold a NUL/,
    ],
    [['audit', 'verify'], 4, /^error: .*\/audit holds no audit log: nothing was recorded, or it was removed/],
    [['audit', 'list', '--limit', '0'], 3, /^error: --limit is '0', should be a whole number from 1 to 10000/],
    [['audit', 'list', '--limit', 'many'], 3, /^error: --limit is 'many', should be a whole number from 1 to 10000/],
    [['audit', 'list', '--action', 'x'], 3, /^error: --action is 'x', should be one of audit\.begin, /],
    [['audit', 'list', '--result', 'good'], 3, /^error: --result is 'good', should be one of done, refused, failed/],
  ] as const) {
    it(`says what is wrong with ${JSON.stringify(argv.join(' '))}`, async () => {
      const { code: ended, out, err } = await run(argv);
      assert.deepEqual([ended, out], [code, ''], err);
      assert.match(err, says);
      assert.equal(err.split('\n').filter(Boolean).length, 1, err);
    });
  }

  it('says that a file of it cannot be read', async () => {
    await folder.run([1]);
    await mkdir(join(folder.audit, '2026-11-26.20261125T080000Z-1-aaaa.jsonl'));
    const { code, err } = await run(['audit', 'verify']);
    assert.equal(code, 2);
    assert.match(err, /^error: .*aaaa\.jsonl cannot be read: it is a folder, should be a file/);
  });

  it('has what commands did on the catalogue itself, and none of what only read', async () => {
    const data = await folderWithCatalogue();
    const list = async () => {
      const { out } = await run(['audit', 'list', '--json', '--data', data]);
      return (JSON.parse(out) as { records: { action: string; result: string; from: string }[] }).records;
    };
    assert.equal((await run(['identity', 'user', 'list'], data)).code, 0);
    assert.deepEqual(await list(), []);
    const words = ['identity', 'user', 'add', 'grace', '--role', 'user', '--password-file', '-'];
    assert.equal((await run(words, data, 'a password of some length\n')).code, 0);
    assert.equal((await run(['backup', data], data)).code, 2);
    const records = await list();
    assert.deepEqual(
      records
        .filter(({ action }) => !action.startsWith('audit.'))
        .map(({ action, result }) => `${action} ${result}`)
        .sort(),
      ['backup.take failed', 'user.add done'],
    );
    assert.equal((await run(['audit', 'verify', '--data', data])).code, 0);
  });
});
