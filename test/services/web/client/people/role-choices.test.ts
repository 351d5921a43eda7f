import assert from 'node:assert/strict';
import { chosenPlaces, chosenRoles, offeredNetworks } from '../../../../../services/web/client/people/role-choices.ts';
import { ROLES } from '../../../../../services/web/client/session/allowed.ts';

describe('roles and where they hold', () => {
  const held = ['user', 'curator@south', 'curator@a@b', 'feed@gone'];
  const offered = offeredNetworks(['south', 'north', 'a@b'], held);

  it('are offered in the networks that there are, and in those that somebody has one in', () => {
    assert.deepEqual(offered, ['a@b', 'gone', 'north', 'south']);
  });

  it('come out of a form as they went into it', () => {
    assert.deepEqual(
      ROLES.map((role) => chosenPlaces(held, role, offered)),
      ['', '4,1', '', '0', '2'],
    );
    const roles = chosenRoles((role) => chosenPlaces(held, role, offered), offered);
    assert.deepEqual(roles.sort(), [...held].sort());
  });

  it('that hold everywhere are not bound beside it', () => {
    assert.deepEqual(
      chosenRoles((role) => (role === 'feed' ? '0,3' : ''), offered),
      ['feed'],
    );
  });
});
