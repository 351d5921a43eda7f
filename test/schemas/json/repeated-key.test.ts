import assert from 'node:assert/strict';
import fc from 'fast-check';
import { repeatedKey, repeatedKeyOf } from '../../../schemas/json/repeated-key.ts';

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

  it('is found by what was read of a text as by the text alone', () => {
    const text = fc.constantFrom('a', 'b', '":', '"\\" :', '__proto__', '1').map((one) => JSON.stringify(one));
    const colon = fc.constantFrom(':', ' :', ': ', '\n:');
    const { json } = fc.letrec<{ json: string }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 3 },
        fc.oneof(text, fc.constantFrom('1', 'null', 'true')),
        fc.array(tie('json'), { maxLength: 3 }).map((items) => `[${items.join()}]`),
        fc
          .array(fc.tuple(text, colon, tie('json')), { maxLength: 3 })
          .map((all) => `{${all.map((one) => one.join('')).join()}}`),
      ),
    }));
    fc.assert(fc.property(json, (it) => assert.equal(repeatedKeyOf(JSON.parse(it), it), repeatedKey(it))));
  });

  // A text of four million quotes was more than one expression could take.
  it('is looked for in texts of any length and depth', () => {
    const long = `{"a": "${'\\"'.repeat(4_000_000)}", "a": 1}`;
    assert.match(repeatedKey(long) ?? '', /"a" twice/);
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    assert.equal(repeatedKeyOf(JSON.parse(deep), deep), null);
  });
});
