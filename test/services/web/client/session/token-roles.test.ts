import assert from 'node:assert/strict';
import { tokenRoles } from '../../../../../services/web/client/session/token-roles.ts';

describe('roles of a token on the pages', () => {
  const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

  it('are those of the realm and of the service, without their prefix', () => {
    const claims = {
      preferred_username: 'Ångström ÿ?>',
      realm_access: { roles: ['dg_admin', 'user'] },
      resource_access: { detect: { roles: ['curator'] }, dmm: { roles: ['uploader'] } },
    };
    assert.deepEqual([...tokenRoles(token(claims), 'detect', 'dg_')], ['admin', 'user', 'curator']);
    assert.deepEqual([...tokenRoles(token(claims), 'detect', '')], ['dg_admin', 'user', 'curator']);
  });

  it('say in which network they hold where they are bound to one', () => {
    const claims = { realm_access: { roles: ['dg_admin@north', 'curator@a@b', 'curator'] } };
    assert.deepEqual([...tokenRoles(token(claims), 'detect', 'dg_')], ['admin@north', 'curator@a@b', 'curator']);
  });

  it('are none of a token of another form', () => {
    for (const other of ['', 'opaque', 'a.b.c', 'a.!!.c', token([]), token({})]) {
      assert.deepEqual([...tokenRoles(other, 'detect', '')], [], other);
    }
  });
});
