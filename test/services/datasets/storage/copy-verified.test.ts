import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { copyVerified } from '../../../../services/datasets/storage/copy-verified.ts';
import type { Written } from '../../../../services/datasets/storage/object-store.ts';
import { sha256 } from './contents.ts';

const FROM = { bucket: 'scratchpad', key: 'a/upload' } as const;
const TO = { bucket: 'dataset', key: 'a/b.csv' } as const;

describe('copying a file', () => {
  /** A store that keeps something else than it was given, and the streams that it gave. */
  const storeThatKeeps = (kept: string) => {
    const given: Readable[] = [];
    const read = async (bucket: string): Promise<Readable> => {
      given.push(Readable.from([Buffer.from(bucket === 'dataset' ? kept : 'text')], { objectMode: false }));
      return given[given.length - 1];
    };
    const put = async (): Promise<Written> => ({ size: 4, sha256: sha256(Buffer.from('text')) });
    return { read, put, given };
  };

  it('answers what the copy holds', async () => {
    const written = { size: 4, sha256: sha256(Buffer.from('text')) };
    assert.deepEqual(await copyVerified(storeThatKeeps('text'), FROM, TO), written);
  });

  it('fails where the copy is not what was copied', async () => {
    const store = storeThatKeeps('tex');
    await assert.rejects(copyVerified(store, FROM, TO), { code: 'storage_unavailable' });
    assert.ok(
      store.given.every((stream) => stream.destroyed),
      'a stream was left open',
    );
  });
});
