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

  // The last one counted, so that a client that checked the first saw another value than the service.
  it('refuses an object that has a key twice, with its place', () => {
    assert.throws(() => readJson(Buffer.from('{"a": {"b": 1},\n "a": 2}')), {
      code: 'invalid_parameter',
      message: 'the body has the key "a" twice in one object, again at line 2, column 2: leave one out',
    });
    assert.deepEqual(readJson(Buffer.from('[{"a": "\\":"}, {"a": 2}]')).value, [{ a: '":' }, { a: 2 }]);
  });
});
