import type { IdentityEndpoint } from '../identity-endpoint.ts';
import { certs } from './certs.ts';
import { discovery } from './discovery.ts';
import { introspect } from './introspect.ts';
import { logout } from './logout.ts';
import { realm } from './realm.ts';
import { revoke } from './revoke.ts';
import { token } from './token.ts';
import { userinfo } from './userinfo.ts';

/** Every endpoint of a realm. */
export const IDENTITY_ENDPOINTS: readonly IdentityEndpoint[] = [
  realm,
  discovery,
  certs,
  token,
  userinfo,
  introspect,
  revoke,
  logout,
];
