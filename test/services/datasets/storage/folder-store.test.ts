import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStore } from '../../../../services/datasets/storage/object-store.ts';
import { openObjectStore } from '../../../../services/datasets/storage/open-object-store.ts';
import { asOrdinaryUser } from '../../../as-ordinary-user.ts';
import { smallDisk } from '../../../small-disk.ts';
import { chunksOf, generated } from './contents.ts';
import { objectStoreContract } from './object-store-contract.ts';

const NO_S3 = { s3Endpoint: '', s3BucketPrefix: '', s3Region: '', s3AccessKey: '', s3SecretKey: '' };

describe('files in folders', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-files-'));
  const data = join(folder, 'data');
  const files = join(data, 'files');
  const disk = smallDisk(join(folder, 'small'));
  let store: ObjectStore;
  before(async () => {
    store = await openObjectStore({ data, ...NO_S3 });
  });
  after(async () => {
    await store.close();
    if (disk !== null) execFileSync('umount', ['--lazy', disk]);
    rmSync(folder, { recursive: true, force: true });
  });
  const put = (key: string, text = 'text') => store.put('dataset', key, chunksOf(Buffer.from(text)));

  objectStoreContract(() => store, { longestName: 255, large: 300e6 });

  it('lie where one looks for them, for this user alone, and take their folders with them', async () => {
    const id = randomUUID();
    await put(`${id}/a b.csv`);
    await put(`${id}/second`);
    const path = join(files, 'dataset', id, 'a b.csv');
    assert.equal(readFileSync(path, 'utf8'), 'text');
    assert.equal(await store.localFile('dataset', `${id}/a b.csv`, '/nowhere'), path);
    const modes = [path, join(files, 'dataset', id), join(files, 'dataset'), join(files, 'incoming'), files, data];
    assert.deepEqual(
      modes.map((one) => (statSync(one).mode & 0o777).toString(8)),
      ['600', '700', '700', '700', '700', '700'],
    );
    await store.remove('dataset', `${id}/second`);
    assert.deepEqual(readdirSync(join(files, 'dataset', id)), ['a b.csv']);
    await store.remove('dataset', `${id}/a b.csv`);
    assert.ok(!readdirSync(join(files, 'dataset')).includes(id));
    assert.deepEqual(readdirSync(join(files, 'incoming')), []);
  });

  it('are there again when the store is opened again', async () => {
    const id = randomUUID();
    await put(`${id}/a`);
    const again = await openObjectStore({ data, ...NO_S3 });
    assert.equal((await again.stat('dataset', `${id}/a`))?.size, 4);
    await again.close();
  });

  it('are listed without what somebody else laid beside them', async () => {
    const id = randomUUID();
    await put(`${id}/a`);
    mkdirSync(join(files, 'dataset', id, 'folder'));
    writeFileSync(join(files, 'dataset', 'stray'), '');
    writeFileSync(join(files, 'dataset', id, 'line\nbreak'), '');
    const found: string[] = [];
    for await (const { key } of store.list('dataset')) if (key.startsWith(id) || key.includes('stray')) found.push(key);
    assert.deepEqual(found, [`${id}/a`]);
  });

  it('say which folder they are in', async () => {
    assert.equal(await store.check(), 'a folder');
  });

  it('need a folder that may be written', async () => {
    const incoming = join(files, 'incoming');
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    // Another user comes as far as these, and no further.
    const way = [folder, data, files];
    for (const open of way) chmodSync(open, 0o755);
    for (const shut of [incoming, closed]) chmodSync(shut, 0o555);
    try {
      await asOrdinaryUser(async () => {
        assert.deepEqual(
          [incoming, closed].flatMap((shut) => readdirSync(shut)),
          [],
        );
        await assert.rejects(put(`${randomUUID()}/a`), { code: 'cannot_write' });
        await assert.rejects(store.check(), { code: 'storage_unavailable' });
        await assert.rejects(openObjectStore({ data: closed, ...NO_S3 }), { code: 'cannot_write' });
      });
    } finally {
      for (const owned of [...way, incoming]) chmodSync(owned, 0o700);
    }
  });

  it('are not opened where something else is in their place', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'files'), '');
    await assert.rejects(openObjectStore({ data: other, ...NO_S3 }), { code: 'cannot_write' });
  });

  describe(disk === null ? 'on a small disk (skipped: this user may not mount one)' : 'on a small disk', () => {
    let small: ObjectStore;
    before(async function () {
      if (disk === null) return this.skip();
      small = await openObjectStore({ data: disk, ...NO_S3 });
    });

    it('are refused when it is full, and leave the room they took', async () => {
      const key = `${randomUUID()}/a.bin`;
      for (const _ of ['once', 'again']) {
        await assert.rejects(small.put('scratchpad', key, generated(20e6)), {
          code: 'insufficient_storage',
          message: 'The file cannot be stored: no space is left.',
        });
        assert.equal(await small.stat('scratchpad', key), null);
        assert.deepEqual(readdirSync(join(disk ?? '', 'files', 'incoming')), []);
      }
      await small.put('scratchpad', key, generated(4e6));
      const copy = small.copy({ bucket: 'scratchpad', key }, { bucket: 'dataset', key });
      await assert.rejects(copy, { code: 'insufficient_storage' });
      assert.equal((await small.stat('scratchpad', key))?.size, 4e6);
      assert.equal(await small.stat('dataset', key), null);
    });

    // What was said of it was that it does not answer.
    it('are said to have no room when they are asked how they are', async () => {
      const ballast = join(disk ?? '', 'ballast');
      assert.throws(() => writeFileSync(ballast, Buffer.alloc(7e6)), { code: 'ENOSPC' });
      const message = 'The folder of the files cannot be used: no space is left.';
      await assert.rejects(small.check(), { code: 'insufficient_storage', message });
      rmSync(ballast);
      await small.check();
    });

    it('are refused when it can only be read', async () => {
      execFileSync('mount', ['-o', 'remount,ro', disk ?? '']);
      const put = small.put('scratchpad', `${randomUUID()}/a`, generated(10));
      await assert.rejects(put, {
        code: 'cannot_write',
        message: 'The file cannot be stored: the file system is read-only.',
      });
      await assert.rejects(small.check(), {
        code: 'storage_unavailable',
        message: 'The folder of the files cannot be used: the file system is read-only.',
      });
    });
  });
});
