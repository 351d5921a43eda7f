import assert from 'node:assert/strict';
import { heldRoles, isAllowed, ROLES as SERVICE_ROLES } from '../../../../../services/access/roles.ts';
import { ENDPOINTS } from '../../../../../services/api/registry.ts';
import { isOffered, ROLES } from '../../../../../services/web/client/session/allowed.ts';

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

  it('is everything where nobody has to log in, and nothing without a role', () => {
    assert.equal(isOffered(null, 'admin'), true);
    assert.equal(isOffered(new Set(), 'user'), false);
  });
});
