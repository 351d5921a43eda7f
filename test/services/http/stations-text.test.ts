import assert from 'node:assert/strict';
import { stationsText } from '../../../services/http/query-fields.ts';

describe('stations of a query', () => {
  it('are one, or some with commas between them; an id may have a comma', () => {
    assert.equal(stationsText.parse('a'), 'a');
    assert.equal(stationsText.parse('a b/c'), 'a b/c');
    assert.deepEqual(stationsText.parse('a, b,,a'), ['a, b,,a', 'a', 'b']);
    assert.deepEqual(stationsText.parse(','), [',']);
  });

  it('are names that can be seen', () => {
    for (const text of ['', 'a\u200b', 'a,\u0000', 'a'.repeat(129), 'a,'.repeat(2001)])
      assert.equal(stationsText.safeParse(text).success, false);
  });
});
