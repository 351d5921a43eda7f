import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Bucket, ObjectMissing, type ObjectStore } from '../../../../services/datasets/storage/object-store.ts';
import { chunksOf, generated, listed, MiB, sha256, unfinished } from './contents.ts';
import { leavesNothing } from './leaves-nothing.ts';

/** Memory that an upload may take for itself [bytes]. */
const MOST_MEMORY = 50e6;

/** What a store, or the server behind it in tests, can do. */
export interface StoreLimits {
  /** Longest name of a file [bytes of UTF-8]. */
  readonly longestName: number;
  /** A size that is far beyond what may be held in memory, and takes seconds [bytes]. */
  readonly large: number;
}

/** What every store of files is held to. */
export function objectStoreContract(store: () => ObjectStore, { longestName, large }: StoreLimits): void {
  const read = async (bucket: Bucket, key: string) => buffer(await store().read(bucket, key));

  for (const [what, size] of [
    ['an empty object', 0],
    ['a short object', 10],
    ['an object of one piece exactly', MiB],
    ['an object of one part exactly', 8 * MiB],
    ['an object of 40 MB', 40e6 + 1],
  ] as const) {
    it(`gives ${what} back as it was put, and its digest`, async () => {
      const key = `${randomUUID()}/a.bin`;
      const content = randomBytes(size);
      assert.deepEqual(await store().put('scratchpad', key, chunksOf(content)), { size, sha256: sha256(content) });
      assert.ok(content.equals(await read('scratchpad', key)));
      await store().remove('scratchpad', key);
    });
  }

  it('gives a part of an object', async () => {
    const key = `${randomUUID()}/a.bin`;
    const content = randomBytes(3 * MiB);
    await store().put('dataset', key, chunksOf(content));
    for (const [start, end] of [
      [0, 0],
      [MiB - 1, 2 * MiB],
      [3 * MiB - 1, 3 * MiB - 1],
      [0, 3 * MiB - 1],
    ]) {
      const part = await buffer(await store().read('dataset', key, { start, end }));
      assert.ok(content.subarray(start, end + 1).equals(part), `${start} to ${end}`);
    }
    await store().remove('dataset', key);
  });

  it('takes chunks of every size', async () => {
    const key = `${randomUUID()}/a.bin`;
    const content = randomBytes(12 * MiB + 17);
    async function* source() {
      const sizes = [0, 1, 9 * MiB, 100_000];
      for (let at = 0, turn = 0; at < content.length; turn++) {
        const size = sizes[turn % sizes.length];
        yield content.subarray(at, at + size);
        at += size;
      }
    }
    assert.equal((await store().put('scratchpad', key, source())).sha256, sha256(content));
    assert.ok(content.equals(await read('scratchpad', key)));
    async function* crumbs() {
      for (let at = 0; at < 5_000; at++) yield content.subarray(at, at + 1);
    }
    await store().put('scratchpad', key, crumbs());
    assert.ok(content.subarray(0, 5_000).equals(await read('scratchpad', key)));
  });

  it('replaces what has the key', async () => {
    const key = `${randomUUID()}/a.csv`;
    await store().put('dataset', key, chunksOf(Buffer.from('a longer first text')));
    await store().put('dataset', key, chunksOf(Buffer.from('second')));
    assert.equal((await read('dataset', key)).toString(), 'second');
    assert.equal((await store().stat('dataset', key))?.size, 6);
  });

  it('says of an object how large it is and when it was written, and of one that is not there nothing', async () => {
    const key = `${randomUUID()}/a.csv`;
    const before = Date.now();
    await store().put('results', key, chunksOf(Buffer.from('text')));
    const found = await store().stat('results', key);
    assert.ok(found !== null && found.size === 4 && found.bucket === 'results' && found.key === key);
    assert.ok(found.modified >= before - 1_000 && found.modified <= Date.now() + 10, `${before} ${found.modified}`);
    assert.equal(await store().stat('dataset', key), null);
    assert.equal(await store().stat('results', `${randomUUID()}/a.csv`), null);
  });

  it('lists the objects of a bucket, also while they are removed', async () => {
    const keys = Array.from({ length: 12 }, (_, i) => `${randomUUID()}/${i}.csv`);
    const [first] = keys;
    keys.push(`${first.split('/')[0]}/beside.csv`);
    for (const key of keys) await store().put('results', key, chunksOf(Buffer.from(key)));
    const found = (await listed(store(), 'results')).filter(({ key }) => keys.includes(key));
    assert.deepEqual(found.map(({ key }) => key).sort(), [...keys].sort());
    for (const object of found) assert.deepEqual(await store().stat('results', object.key), object);
    for await (const { key } of store().list('results')) await store().remove('results', key);
    assert.deepEqual(await listed(store(), 'results'), []);
  });

  it('keeps names as they are', async () => {
    const plain = ['with space.csv', ' around ', '100%.csv', '%2F%20.csv', 'a+b?c=d&e.csv', '#1.csv', '<x>.csv', '*'];
    const marks = ['it\'s "so".csv', ':;|~!@$^(){}[]`,', 'back\\slash', '...', '..a', '-'];
    // Two of them look alike and are made of different characters.
    const letters = ['é.csv', 'e\u0301.csv', '数据.csv', 'عربي.csv', '😀.csv'];
    const long = ['x', 'é', '😀'].map((letter) => letter.repeat(Math.floor(longestName / Buffer.byteLength(letter))));
    const names = [...plain, ...marks, ...letters, ...long];
    const folder = randomUUID();
    for (const name of names) await store().put('dataset', `${folder}/${name}`, chunksOf(Buffer.from(name)));
    const found = (await listed(store(), 'dataset')).filter(({ key }) => key.startsWith(folder));
    assert.deepEqual(found.map(({ key }) => key.slice(folder.length + 1)).sort(), [...names].sort());
    for (const name of names) {
      assert.equal((await read('dataset', `${folder}/${name}`)).toString(), name);
      await store().remove('dataset', `${folder}/${name}`);
      assert.equal(await store().stat('dataset', `${folder}/${name}`), null);
    }
  });

  it('copies and says what the copy holds', async () => {
    const from = { bucket: 'scratchpad', key: `${randomUUID()}/upload` } as const;
    const to = { bucket: 'dataset', key: `${randomUUID()}/größe #1.bin` } as const;
    const content = randomBytes(10 * MiB);
    const written = await store().put(from.bucket, from.key, chunksOf(content));
    assert.deepEqual(await store().copy(from, to), written);
    assert.deepEqual(await store().copy(from, to), written, 'again');
    assert.ok(content.equals(await read(to.bucket, to.key)));
    assert.ok(content.equals(await read(from.bucket, from.key)));
    const stopped = store().copy(from, { ...to, key: `${randomUUID()}/x` }, AbortSignal.abort(new Error('no')));
    await assert.rejects(stopped, { message: 'no' });
  });

  it('has a word of its own for what is not there', async () => {
    const key = `${randomUUID()}/a.csv`;
    const to = { bucket: 'dataset', key } as const;
    await assert.rejects(store().read('scratchpad', key), ObjectMissing);
    await assert.rejects(store().copy({ bucket: 'scratchpad', key }, to), ObjectMissing);
    await assert.rejects(store().localFile('scratchpad', key, tmpdir()), ObjectMissing);
    assert.equal(await store().stat('dataset', key), null);
  });

  it('removes once and again', async () => {
    const key = `${randomUUID()}/a.csv`;
    await store().put('dataset', key, chunksOf(Buffer.from('text')));
    await store().remove('dataset', key);
    await store().remove('dataset', key);
    assert.equal(await store().stat('dataset', key), null);
  });

  it('lets one of several uploads to the same key win, whole', async () => {
    const key = `${randomUUID()}/a.bin`;
    const contents = Array.from({ length: 6 }, (_, i) => Buffer.alloc(9 * MiB + i, i));
    const written = await Promise.all(contents.map((content) => store().put('scratchpad', key, chunksOf(content))));
    const winner = sha256(await read('scratchpad', key));
    assert.equal(written.filter((one) => one.sha256 === winner).length, 1);
    assert.equal(await unfinished(store()), 0);
  });

  it('goes on where a folder is emptied while files come into it', async () => {
    const folder = randomUUID();
    const turns = Array.from({ length: 40 }, async (_, i) => {
      await store().put('scratchpad', `${folder}/${i}`, chunksOf(Buffer.from('x')));
      await store().remove('scratchpad', `${folder}/${i}`);
    });
    await Promise.all(turns);
    assert.ok(!(await listed(store(), 'scratchpad')).some(({ key }) => key.startsWith(folder)));
  });

  it('gives a file of this machine', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'halcyon-local-'));
    try {
      const content = randomBytes(3 * MiB);
      const key = `${randomUUID()}/a b.parquet`;
      await store().put('dataset', key, chunksOf(content));
      for (const _ of ['once', 'again']) {
        const path = await store().localFile('dataset', key, folder);
        assert.ok(path.endsWith('.parquet'));
        assert.ok(content.equals(readFileSync(path)));
      }
      await store().put('results', key, chunksOf(content));
      assert.notEqual(await store().localFile('results', key, folder), await store().localFile('dataset', key, folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it(`takes ${large / 1e6} MB in little memory`, async () => {
    const key = `${randomUUID()}/a.bin`;
    await store().put('scratchpad', key, generated(30e6));
    const before = process.memoryUsage.rss();
    let most = 0;
    async function* source() {
      for await (const chunk of generated(large)) {
        most = Math.max(most, process.memoryUsage.rss() - before);
        yield chunk;
      }
    }
    assert.equal((await store().put('scratchpad', key, source())).size, large);
    assert.ok(most < MOST_MEMORY, `${Math.round(most / 1e6)} MB`);
    await store().remove('scratchpad', key);
  });

  leavesNothing(store);
}
