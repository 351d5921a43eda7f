import assert from 'node:assert/strict';
import { heldRoles, isAllowed, ROLES as SERVICE_ROLES } from '../../../../../services/access/roles.ts';
import { ENDPOINTS } from '../../../../../services/api/registry.ts';
import { isOffered, isOfferedEverywhere, ROLES } from '../../../../../services/web/client/session/allowed.ts';

describe('what the pages offer', () => {
  // A curator read that pushing observations was not for them: the roles were held against roles, not against what is served.
  it('is what every endpoint of a role allows, by each role', () => {
    assert.deepEqual([...ROLES].sort(), [...SERVICE_ROLES].sort());
    for (const wanted of ROLES) {
      const endpoints = ENDPOINTS.filter(({ roles }) => roles?.includes(wanted));
      assert.ok(endpoints.length > 0, `nothing asks for ${wanted}`);
      for (const held of ROLES) {
        const allowed = endpoints.every(({ roles }) => isAllowed(heldRoles([held]), roles ?? []));
        assert.equal(isOffered(new Set([held]), wanted), allowed, `${held} does what ${wanted} may`);
      }
    }
  });

  // A curator of one network was offered to delete stored patterns, and was answered 403.
  it('is what a role allows in a network, and not what it allows in all of them, to who has it there', () => {
    const held = new Set(['curator@north', 'user']);
    assert.deepEqual([isOffered(held, 'curator'), isOfferedEverywhere(held, 'curator')], [true, false]);
    assert.equal(isOfferedEverywhere(new Set(['curator@north', 'admin']), 'curator'), true);
    assert.equal(isOfferedEverywhere(null, 'curator'), true);
  });

  it('is everything where nobody has to log in, and nothing without a role', () => {
    assert.equal(isOffered(null, 'admin'), true);
    assert.equal(isOffered(new Set(), 'user'), false);
  });
});
