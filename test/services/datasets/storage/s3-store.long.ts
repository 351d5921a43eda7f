import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from '../../../../deploy/servers/server-process.ts';
import type { ObjectStore } from '../../../../services/datasets/storage/object-store.ts';
import { openObjectStore } from '../../../../services/datasets/storage/open-object-store.ts';
import { S3Store } from '../../../../services/datasets/storage/s3-store.ts';
import { LONGEST_S3_NAME, type S3Settings, s3Missing, s3Server, temporaryS3 } from '../../../servers/s3.ts';
import { chunksOf, generated, unfinished } from './contents.ts';
import { objectStoreContract } from './object-store-contract.ts';

const DOWN = { code: 'storage_unavailable', message: 'The S3-compatible store does not answer.' };
const open = (settings: S3Settings) => openObjectStore({ data: '/nowhere', ...settings });

const missing = s3Missing();
describe(
  missing === null ? 'files in an S3-compatible store' : `files in an S3-compatible store (skipped: ${missing})`,
  () => {
    let settings: S3Settings;
    let store: ObjectStore;
    before(async function () {
      if (missing !== null) return this.skip();
      settings = (await s3Server()).settings();
      store = await open(settings);
    });
    after(async () => {
      await store?.close();
    });

    objectStoreContract(() => store, { longestName: LONGEST_S3_NAME, large: 150e6 });

    it('say where they are, without a password', async () => {
      assert.equal(await store.check(), 'S3-compatible store');
      const named = await open({ ...settings, s3Endpoint: settings.s3Endpoint.replace('//', '//user:secret@') });
      assert.equal(await named.check(), 'S3-compatible store');
      await named.close();
    });

    it('are there for others that open the same buckets, at the same time too', async () => {
      const same = (await s3Server()).settings();
      const stores = await Promise.all([open(same), open(same), open(same)]);
      const key = `${randomUUID()}/a`;
      await stores[0].put('dataset', key, chunksOf(Buffer.from('text')));
      assert.equal((await stores[2].stat('dataset', key))?.size, 4);
      assert.equal(await store.stat('dataset', key), null, 'another prefix has buckets of its own');
      for (const one of stores) await one.close();
    });

    it('are listed beyond the first page', async () => {
      const folder = randomUUID();
      const keys = Array.from({ length: 1_100 }, (_, i) => `${folder}/${i}`);
      const turns = Array.from({ length: 20 }, async (_, turn) => {
        for (let i = turn; i < keys.length; i += 20) await store.put('results', keys[i], chunksOf(Buffer.from('x')));
      });
      await Promise.all(turns);
      const found: string[] = [];
      for await (const { key } of store.list('results')) if (key.startsWith(folder)) found.push(key);
      assert.deepEqual(found.sort(), keys.sort());
    });

    it('hold no connection when nobody reads them to the end', async () => {
      const key = `${randomUUID()}/a`;
      await store.put('dataset', key, generated(1e6));
      // More than the client has connections.
      for (let i = 0; i < 60; i++) {
        const content = await store.read('dataset', key);
        if (i % 2 === 0) await once(content, 'readable');
        content.destroy();
      }
      assert.equal((await store.stat('dataset', key))?.size, 1e6);
    });

    it('are refused to those who have not the key', async () => {
      const refused = { code: 'storage_unavailable', message: 'The S3-compatible store refuses access.' };
      await assert.rejects(open({ ...settings, s3SecretKey: 'wrong' }), refused);
      await assert.rejects(open({ ...settings, s3AccessKey: 'nobody' }), refused);
    });

    it('are not to be had while the server is down, and are there when it is back', async () => {
      const server = await temporaryS3();
      try {
        const own = await open(server.settings());
        const key = `${randomUUID()}/a.bin`;
        await own.put('scratchpad', key, generated(1e6));
        async function* source() {
          yield* generated(30e6);
          await server.kill();
          yield* generated(30e6);
        }
        await assert.rejects(own.put('scratchpad', `${randomUUID()}/b.bin`, source()), DOWN);
        await assert.rejects(own.check(), DOWN);
        await assert.rejects(own.read('scratchpad', key), DOWN);
        await assert.rejects(own.list('scratchpad')[Symbol.asyncIterator]().next(), DOWN);
        await assert.rejects(own.removeUnfinished(Date.now()), DOWN);
        await server.start();
        assert.equal((await own.stat('scratchpad', key))?.size, 1e6);
        assert.equal(await unfinished(own), 1, 'the upload that was cut');
        const objects: string[] = [];
        for await (const object of own.list('scratchpad')) objects.push(object.key);
        assert.deepEqual(objects, [key]);
        await own.close();
      } finally {
        await server.stop();
      }
    });
  },
);

describe('an S3-compatible store that is not there', () => {
  const nowhere = { region: 'us-east-1', bucketPrefix: '', accessKey: 'a', secretKey: 'b' };

  it('is said to be so at once', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    await assert.rejects(S3Store.open({ ...nowhere, endpoint }), DOWN);
  });

  it('is waited for no longer than the limit when it says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    assert.ok(address !== null && typeof address === 'object');
    const begun = performance.now();
    const opening = S3Store.open({ ...nowhere, endpoint: `http://127.0.0.1:${address.port}`, answerMs: 500 });
    await assert.rejects(opening, DOWN);
    assert.ok(performance.now() - begun < 3_000);
    silent.close();
  });
});
