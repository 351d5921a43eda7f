import assert from 'node:assert/strict';
import { newId } from '../../../../../services/web/client/api/new-id.ts';

describe('a new id', () => {
  it('is a UUID of version 4, and another each time', () => {
    const ids = Array.from({ length: 50 }, newId);
    for (const id of ids) assert.match(id, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    assert.equal(new Set(ids).size, ids.length);
  });
});
