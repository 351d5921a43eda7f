import assert from 'node:assert/strict';
import { repeatedKey } from '../../../schemas/json/repeated-key.ts';

describe('a key that is given twice', () => {
  it('is told with where it stands again, whichever way it is written', () => {
    const text = '{\n  "units": { "bar": "hPa" },\n  "kinds": {},\n  "\\u0075nits": {}\n}';
    assert.equal(JSON.parse(text).units.bar, undefined);
    assert.equal(
      repeatedKey(text),
      'has the key "units" twice in one object, again at line 4, column 3: leave one out',
    );
    assert.match(
      repeatedKey('[{"a": {"b": 1, "c": [{}], "b": 2}}]') ?? '',
      /"b" twice in one object, again at line 1, /,
    );
  });

  it('is not one of other objects, and nothing in a text', () => {
    for (const text of [
      '{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}',
      '{"a": "{\\"b\\": 1, \\"b\\": 2}", "b": ["a", "a"], "": "\\\\", "\\"": 1}',
      '[]',
      '"a"',
    ]) {
      assert.doesNotThrow(() => JSON.parse(text));
      assert.equal(repeatedKey(text), null, text);
    }
  });
});
