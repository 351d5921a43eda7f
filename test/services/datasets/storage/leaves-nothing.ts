import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { HalcyonError } from '../../../../schemas/errors.ts';
import type { ObjectStore } from '../../../../services/datasets/storage/object-store.ts';
import { gate } from '../../../gate.ts';
import { until } from '../../../until.ts';
import { chunksOf, generated, listed, MiB, unfinished } from './contents.ts';

const OUTSIDE = [
  '',
  'a',
  '/a',
  'a/',
  '/etc/passwd',
  '../a',
  'a/..',
  'a/.',
  './a',
  '../../a',
  'a/../b',
  'a//b',
  'a/b/c',
];
const HOSTILE = [...OUTSIDE, 'a/b\0', 'a/b\n', 'a/\ud800', 'a/\uffff', `a/${'x'.repeat(256)}`];

/** The part of the contract about what is not to be stored: failed, called off, given up, or under a hostile key. */
export function leavesNothing(store: () => ObjectStore): void {
  const holdsNothing = async (key: string) => {
    assert.equal(await store().stat('scratchpad', key), null);
    assert.ok(!(await listed(store(), 'scratchpad')).some((object) => object.key === key));
    assert.equal(await unfinished(store()), 0, 'unfinished work was left');
  };

  for (const sent of [100_000, 20 * MiB]) {
    it(`leaves nothing of a source that fails after ${sent} bytes, and what was there before as it was`, async () => {
      const failure = new Error('the sender is gone');
      async function* source() {
        yield* generated(sent);
        throw failure;
      }
      const key = `${randomUUID()}/a.bin`;
      await assert.rejects(store().put('scratchpad', key, source()), (error) => error === failure);
      await holdsNothing(key);
      await store().put('scratchpad', key, chunksOf(Buffer.from('before')));
      await assert.rejects(store().put('scratchpad', key, source()), (error) => error === failure);
      assert.equal(await text(await store().read('scratchpad', key)), 'before');
      await store().remove('scratchpad', key);
    });

    it(`leaves nothing when it is called off after ${sent} bytes while the source gives nothing more`, async () => {
      const key = `${randomUUID()}/a.bin`;
      const stop = new AbortController();
      const silence = gate();
      async function* source() {
        yield* generated(sent);
        // Asked for more, as all that it gave is taken.
        setImmediate(() => stop.abort(new HalcyonError('payload_too_large', 'enough')));
        await silence.passed;
      }
      await assert.rejects(store().put('scratchpad', key, source(), stop.signal), { code: 'payload_too_large' });
      await holdsNothing(key);
      silence.open();
    });
  }

  it('does not begin what has been called off', async () => {
    const key = `${randomUUID()}/a.bin`;
    const put = store().put('scratchpad', key, generated(MiB), AbortSignal.abort(new Error('no')));
    await assert.rejects(put, { message: 'no' });
    await holdsNothing(key);
  });

  it('is not disturbed by a signal that comes afterwards', async () => {
    const key = `${randomUUID()}/a.bin`;
    const stop = new AbortController();
    await store().put('scratchpad', key, generated(MiB), stop.signal);
    stop.abort();
    await turn();
    assert.equal((await store().stat('scratchpad', key))?.size, MiB);
  });

  for (const key of HOSTILE) {
    it(`refuses the key ${encodeName(key)}`, async () => {
      const good = { bucket: 'dataset', key: 'a/b' } as const;
      const bad = { bucket: 'dataset', key } as const;
      const refused = { code: 'invalid_parameter' };
      await assert.rejects(store().put('dataset', key, generated(1)), refused);
      await assert.rejects(store().stat('dataset', key), refused);
      await assert.rejects(store().read('dataset', key), refused);
      await assert.rejects(store().remove('dataset', key), refused);
      await assert.rejects(store().localFile('dataset', key, tmpdir()), refused);
      await assert.rejects(store().copy(bad, good), refused);
      await assert.rejects(store().copy(good, bad), refused);
    });
  }

  it('ends what was not touched since, and nothing else', async () => {
    const key = `${randomUUID()}/a.bin`;
    const begun = Date.now();
    const silence = gate();
    async function* source() {
      yield* generated(20 * MiB);
      await silence.passed;
      yield* generated(20 * MiB);
    }
    const put = store().put('scratchpad', key, source());
    const failed = assert.rejects(put, HalcyonError);
    assert.equal(await store().removeUnfinished(begun - 60_000), 0);
    await until('its beginning lies there', async () => (await unfinished(store())) > 0);
    silence.open();
    await failed;
    await holdsNothing(key);
  });
}

/** A key as it can be shown in a title. */
function encodeName(key: string): string {
  return JSON.stringify(key.slice(0, 20)).replace(/\uffff/, '\\uffff');
}
