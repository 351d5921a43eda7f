import assert from 'node:assert/strict';
import { readJson } from '../../../services/http/json-text.ts';

describe('reading a JSON body', () => {
  const large = Buffer.from(`[${'1,'.repeat(1_000_000)}1]`);

  it('refuses more than a million values from who may be anybody', () => {
    assert.throws(() => readJson(large), /holds more than 1000000 values/);
  });

  it('takes as many as an administrator sends, in the export of a large realm', () => {
    const { value } = readJson(large, Number.POSITIVE_INFINITY);
    assert.equal((value as unknown[]).length, 1_000_001);
  });
});
