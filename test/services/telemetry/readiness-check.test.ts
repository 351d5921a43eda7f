import assert from 'node:assert/strict';
import { HalcyonError } from '../../../schemas/errors.ts';
import { checked } from '../../../services/telemetry/readiness-check.ts';

describe('a readiness check', () => {
  it('says that a disk is full, and of any other trouble that nothing answers', async () => {
    const full = async () => Promise.reject(new HalcyonError('insufficient_storage', 'the disk at /data is full'));
    assert.deepEqual(await checked(full), { ok: false, detail: 'its disk is full' });
    const gone = async () => Promise.reject(new HalcyonError('store_unavailable', 'db:8123 does not answer'));
    assert.deepEqual(await checked(gone), { ok: false, detail: 'does not answer' });
    assert.deepEqual(await checked(async () => 'ClickHouse 26'), { ok: true, detail: 'ClickHouse 26' });
  });
});
