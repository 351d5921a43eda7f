import assert from 'node:assert/strict';
import { chmod, mkdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditRecordShape } from '../../../schemas/http/answers/audit-answer.ts';
import { readLine } from '../../../services/audit/audit-line.ts';
import { auditTrail } from '../../../services/audit-trail/read-audit.ts';
import { verifyAudit } from '../../../services/audit-trail/verify-audit.ts';
import { until } from '../../until.ts';
import { AuditFolderOfTest, silence } from './audit-folder.ts';

describe('the audit log of a process', () => {
  let folder: AuditFolderOfTest;
  beforeEach(async () => {
    folder = await AuditFolderOfTest.make();
  });
  afterEach(() => folder.close());

  async function recordsOf(name: string) {
    return (await folder.lines(name)).map((line) => readLine(line)?.record ?? assert.fail(line));
  }

  it('has a record on disk when it says so, in a file that only its owner reads', async () => {
    const audit = await folder.open();
    await audit.record(silence('s1', { requestId: 'r-1' }));
    const [name] = await folder.files();
    const [begin, record] = await recordsOf(name);
    assert.equal((await stat(join(folder.audit, name))).mode & 0o777, 0o600);
    assert.equal((await stat(folder.audit)).mode & 0o777, 0o700);
    assert.equal(begin.action, 'audit.begin');
    const { chain, hash, prev, ...said } = record;
    assert.equal(prev, begin.hash);
    assert.match(hash, /^[0-9a-f]{64}$/);
    assert.equal(name, `2026-11-25.${chain}.jsonl`);
    assert.deepEqual(said, {
      time: '2026-11-25T08:00:00.000Z',
      since: null,
      count: 1,
      who: { id: 'sub-ada', username: 'ada', client: null },
      role: 'curator',
      from: '192.0.2.7',
      action: 'silence.add',
      about: { kind: 'silence', id: 's1' },
      network: 'north',
      result: 'done',
      reason: null,
      detail: null,
      request_id: 'r-1',
      number: 2,
    });
    await audit.close();
  });

  it('counts a record as not on disk while nothing says that the chain ends with it', async () => {
    const audit = await folder.open();
    await rename(folder.audit, `${folder.audit}.away`);
    await writeFile(folder.audit, '');
    await audit.record(silence('s1'));
    assert.match(audit.check().detail, /^1 record is not on disk: /);
    await rm(folder.audit);
    await rename(`${folder.audit}.away`, folder.audit);
    await audit.record(silence('s2'));
    assert.deepEqual(audit.check(), { ok: true, detail: 'every record is on disk' });
    await audit.close();
  });

  it('is read as it is documented, also a beginning that names what came before', async () => {
    await (await folder.open()).close();
    const audit = await folder.open();
    await audit.record(silence('s1'));
    const { items } = await auditTrail(folder.audit).page({ limit: 10 });
    assert.ok(items.some(({ action }) => action === 'audit.begin'));
    for (const record of items) auditRecordShape.strict().parse(record);
    await audit.close();
  });

  it('records changes at once in the order in which they came, one by one', async () => {
    const audit = await folder.open();
    await Promise.all(Array.from({ length: 300 }, (_, n) => audit.record(silence(`s${n}`))));
    const [name] = await folder.files();
    const ids = (await recordsOf(name)).flatMap(({ about }) => about?.id ?? []);
    assert.deepEqual(
      ids,
      Array.from({ length: 300 }, (_, n) => `s${n}`),
    );
    await audit.close();
    assert.equal((await verifyAudit(folder.audit)).whole, true);
  });

  it('goes on in the file of the day where the clock is put back', async () => {
    const audit = await folder.open();
    folder.now += 86_400_000;
    await audit.record(silence('a'));
    folder.now -= 86_400_000;
    await audit.record(silence('b'));
    await audit.close();
    assert.deepEqual(
      (await folder.files()).map((name) => name.slice(0, 10)),
      ['2026-11-25', '2026-11-26'],
    );
    assert.equal((await verifyAudit(folder.audit)).whole, true);
  });

  it('cuts texts that are too long', async () => {
    const audit = await folder.open();
    await audit.record(silence('x'.repeat(10_000), { detail: 'y'.repeat(10_000) }));
    await audit.close();
    assert.ok((await folder.text()).length < 5_000);
  });

  it('says what the disk does not take, goes on, and writes it when it does', async () => {
    const audit = await folder.open();
    await audit.record(silence('before'));
    const aside = `${folder.audit}-aside`;
    await rename(folder.audit, aside);
    // A file in the place of the folder: nothing can be made in it.
    await writeFile(folder.audit, '');
    folder.now += 86_400_000;
    await audit.record(silence('meanwhile'));
    await audit.record(silence('then'));
    assert.deepEqual([audit.check().ok, folder.failures.length], [false, 2]);
    assert.match(audit.check().detail, /^2 records are not on disk: /);
    assert.doesNotMatch(audit.check().detail, /\//, 'no path');
    assert.match(folder.failures[0], /a record of the audit log is not on disk: \{"time":.*"id":"meanwhile"/);
    await rm(folder.audit);
    await rename(aside, folder.audit);
    await audit.record(silence('after'));
    assert.deepEqual(audit.check(), { ok: true, detail: 'every record is on disk' });
    await audit.close();
    const verdict = await verifyAudit(folder.audit);
    assert.deepEqual([verdict.findings, verdict.records], [[], 6]);
  });

  it('writes what waited by itself, without another record', async () => {
    await writeFile(folder.audit, '');
    const audit = await folder.open();
    assert.equal(audit.check().ok, false);
    await rm(folder.audit);
    await until('it is written', async () => audit.check().ok, 12_000);
    await audit.close();
    assert.equal((await verifyAudit(folder.audit)).records, 2);
  });

  it('leaves no half line behind where a disk is full', async function () {
    // /dev/full takes nothing: the file of the next day is one.
    if (process.platform !== 'linux') this.skip();
    const audit = await folder.open();
    const [first] = await folder.files();
    const next = join(folder.audit, first.replace('11-25', '11-26'));
    await symlink('/dev/full', next);
    folder.now += 86_400_000;
    await audit.record(silence('a'));
    assert.match(audit.check().detail, /no space is left|not on disk/);
    await rm(next);
    await audit.record(silence('b'));
    await audit.close();
    assert.deepEqual((await verifyAudit(folder.audit)).findings, []);
  });

  it('keeps nobody from starting where what is there cannot be read', async () => {
    await folder.run([1]);
    const [name] = await folder.files();
    await rm(join(folder.audit, name));
    await mkdir(join(folder.audit, name));
    const audit = await folder.open();
    await audit.record(silence('a'));
    assert.match(folder.failures[0], /what the audit log holds already cannot be read/);
    await audit.close();
    await chmod(folder.audit, 0o700);
  });

  it('counts what happens often, and what is refused', async () => {
    const audit = await folder.open();
    const push = { action: 'observations.push', result: 'done', from: '192.0.2.7', network: 'north' } as const;
    const refused = { action: 'login', result: 'refused', reason: 'wrong_password', from: '192.0.2.8' } as const;
    for (let n = 0; n < 100; n++) {
      folder.now += 100;
      await audit.record({ ...push, requestId: String(n) });
      await audit.record(refused);
    }
    await audit.record({ ...push, network: 'south' });
    await audit.close();
    const [name] = await folder.files();
    const counted = (await recordsOf(name)).slice(1, -1);
    assert.deepEqual(
      counted.map(({ action, network, count, since }) => [action, network, count, since]),
      [
        ['observations.push', 'north', 1, null],
        ['login', null, 1, null],
        ['observations.push', 'south', 1, null],
        ['observations.push', 'north', 99, '2026-11-25T08:00:00.200Z'],
        ['login', null, 99, '2026-11-25T08:00:00.200Z'],
      ],
    );
  });

  it('is not filled by refusals of ever other senders', async () => {
    const audit = await folder.open();
    for (let n = 0; n < 10_000; n++) {
      await audit.record({
        action: 'access',
        result: 'refused',
        reason: 'unauthorized',
        from: `10.0.${n >> 8}.${n & 255}`,
      });
    }
    await audit.close();
    const [name] = await folder.files();
    const records = (await recordsOf(name)).filter(({ action }) => action === 'access');
    assert.ok(records.length < 100, String(records.length));
    assert.equal(
      records.reduce((sum, { count }) => sum + count, 0),
      10_000,
    );
    assert.equal(records.at(-1)?.from, null);
  });

  it('is read newest first, in pages, over days and runs, by what is asked', async () => {
    await folder.run([3, 3]);
    await folder.run([2]);
    const trail = auditTrail(folder.audit);
    const all: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await trail.page({ limit: 4, cursor });
      assert.ok(page.items.length <= 4);
      all.push(...page.items.map(({ chain, number }) => `${chain} ${number}`));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    const once = await trail.page({ limit: 100 });
    assert.deepEqual(
      all,
      once.items.map(({ chain, number }) => `${chain} ${number}`),
    );
    assert.equal(all.length, 3 + 3 + 2 + 4);
    const times = once.items.map(({ time }) => time);
    assert.deepEqual(times, times.toSorted().reverse());
    const count = async (query: object) => (await trail.page({ limit: 100, ...query })).items.length;
    assert.equal(await count({ actor: 'ada' }), 8);
    assert.equal(await count({ actor: 'sub-ada', action: 'silence.add', result: 'done', network: 'north' }), 8);
    assert.equal(await count({ actor: 'bob' }), 0);
    assert.equal(await count({ result: 'refused' }), 0);
    assert.equal(await count({ network: 'south' }), 0);
    assert.equal(await count({ action: 'audit.begin' }), 2);
    assert.equal(await count({ to: Date.UTC(2026, 10, 25, 23) }), 4);
    assert.equal(await count({ from: Date.UTC(2026, 10, 26) }), 8);
    await assert.rejects(trail.page({ limit: 1, cursor: 'bad' }), { code: 'invalid_parameter' });
  });

  it('is empty where nothing was recorded', async () => {
    assert.deepEqual(await auditTrail(folder.audit).page({ limit: 10 }), { items: [], next: null });
  });
});
