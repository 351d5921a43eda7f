import assert from 'node:assert/strict';
import { NetworkScope } from '../../../schemas/network-scope.ts';
import { heldRoles, isAllowed, networksOf, ROLES, roleProblem } from '../../../services/access/roles.ts';

/** Which roles are enough for what each of them is asked for, row by role that is asked for. */
const ENOUGH = {
  admin: ['admin'],
  user: ['admin', 'user', 'uploader', 'curator'],
  uploader: ['admin', 'uploader', 'curator'],
  curator: ['admin', 'curator'],
  feed: ['admin', 'feed'],
} as const;

describe('roles', () => {
  for (const asked of ROLES) {
    it(`${asked}: ${ENOUGH[asked].join(', ')} are enough`, () => {
      const found = ROLES.filter((role) => isAllowed(heldRoles([role]), [asked]));
      assert.deepEqual(found.toSorted(), [...ENOUGH[asked]].sort());
    });
  }

  it('hold everywhere, or in the networks that they are bound to', () => {
    const held = heldRoles(['user', 'curator@north', 'curator@a@b', 'feed@south']);
    assert.equal(networksOf(held, ['user']).names, null);
    assert.deepEqual(networksOf(held, ['curator']).names, ['a@b', 'north']);
    assert.deepEqual(networksOf(held, ['feed', 'curator']).names, ['a@b', 'north', 'south']);
    assert.deepEqual(networksOf(held, ['admin']).names, []);
    assert.ok(isAllowed(held, ['feed']));
    assert.ok(!isAllowed(held, ['admin']));
  });

  for (const name of ['curator', 'feed@north', 'user@Ελλάδα', 'admin@a@b']) {
    it(`take ${name}`, () => assert.equal(roleProblem(name), null));
  }
  for (const name of ['', 'Curator', 'root', 'curator@', '@north', 'curator @north', 'curator@\u0000']) {
    it(`refuse ${JSON.stringify(name)} and say what would be right`, () => {
      assert.match(
        String(roleProblem(name)),
        /should be one of admin, user, uploader, curator, feed, or .* curator@north/,
      );
    });
  }
});

describe('a scope of networks', () => {
  const north = new NetworkScope(['north']);

  it('narrows what is asked for, and refuses what lies outside', () => {
    assert.equal(NetworkScope.everywhere.within(undefined), undefined);
    assert.equal(NetworkScope.everywhere.within('south'), 'south');
    assert.deepEqual(north.within(undefined), ['north']);
    assert.equal(north.within('north'), 'north');
    assert.throws(() => north.within('south'), { code: 'forbidden', message: /holds in 'north' alone.*'south'/ });
    assert.throws(() => north.within(['north', 'south']), { code: 'forbidden' });
  });

  it('holds lists of networks apart, null standing for all', () => {
    assert.deepEqual(
      [['north'], ['north', 'south'], ['south'], [], null].map((one) => north.includesAll(one)),
      [true, false, false, true, false],
    );
    assert.deepEqual(
      [['north'], ['north', 'south'], ['south'], [], null].map((one) => north.includesSome(one)),
      [true, true, false, false, true],
    );
    assert.ok(NetworkScope.everywhere.includesAll(null));
  });
});
