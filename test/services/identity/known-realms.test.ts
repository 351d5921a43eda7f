import assert from 'node:assert/strict';
import { KnownRealms } from '../../../services/identity/state/realms.ts';

describe('known realms', () => {
  it('ask the catalogue once for a realm that is there, and each time for one that may come', async () => {
    const asked: unknown[] = [];
    const there = new Set<unknown>(['halcyon']);
    const realms = new KnownRealms({
      query: async (_sql, [name] = []) => {
        asked.push(name);
        return there.has(name) ? [{}] : [];
      },
    });
    assert.deepEqual([await realms.has('halcyon'), await realms.has('halcyon')], [true, true]);
    assert.equal(await realms.has('north'), false);
    there.add('north');
    assert.equal(await realms.has('north'), true);
    assert.deepEqual(asked, ['halcyon', 'north', 'north']);
  });
});
