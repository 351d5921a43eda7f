import assert from 'node:assert/strict';
import { heldRoles, isAllowed, ROLES as SERVICE_ROLES } from '../../../../../services/access/roles.ts';
import { isOffered, ROLES } from '../../../../../services/web/client/session/allowed.ts';

describe('what the pages offer', () => {
  it('is what the services allow, role by role', () => {
    assert.deepEqual([...ROLES].sort(), [...SERVICE_ROLES].sort());
    for (const held of ROLES) {
      for (const wanted of ROLES) {
        const allowed = isAllowed(heldRoles([held]), [wanted]);
        assert.equal(isOffered(new Set([held]), wanted), allowed, `${held} does what ${wanted} may`);
      }
    }
  });

  it('is everything where nobody has to log in, and nothing without a role', () => {
    assert.equal(isOffered(null, 'admin'), true);
    assert.equal(isOffered(new Set(), 'user'), false);
  });
});
