import { readFileSync } from 'node:fs';
import { packageFile } from '../../../schemas/package-root.ts';
import type { KeycloakServer } from './keycloak-server.ts';

/** The realm of the trial, and who is in it. */
export const REALM = 'met';
export const ADA = { username: 'ada', password: 'Grüße aus Athen' };
export const SERVICE = { id: 'dmm', secret: 'a-secret-of-the-service' };

/** Makes the realm as docs/identity.md says: client scopes with audience mappers for the services, the client of the pages. */
export async function followRecipe(keycloak: KeycloakServer, pages: string): Promise<void> {
  await keycloak.admin('POST', '', {
    realm: REALM,
    enabled: true,
    roles: { realm: [{ name: 'user' }, { name: 'uploader' }] },
  });
  const scope = documentedScope();
  for (const service of ['detect', 'dmm', 'aps']) {
    await keycloak.admin('POST', `/${REALM}/client-scopes`, JSON.parse(scope.replaceAll('detect', service)));
  }
  const scopes = ['roles', 'profile', 'basic', 'detect', 'dmm', 'aps'];
  const client = { enabled: true, protocol: 'openid-connect', defaultClientScopes: scopes };
  await keycloak.admin('POST', `/${REALM}/clients`, {
    ...client,
    clientId: 'halcyon-web',
    publicClient: true,
    standardFlowEnabled: true,
    redirectUris: [`${pages}/map/login`],
    webOrigins: [pages],
    attributes: { 'pkce.code.challenge.method': 'S256', 'post.logout.redirect.uris': `${pages}/map` },
  });
  await keycloak.admin('POST', `/${REALM}/clients`, {
    ...client,
    clientId: 'portal',
    publicClient: true,
    directAccessGrantsEnabled: true,
  });
  await keycloak.admin('POST', `/${REALM}/clients`, {
    ...client,
    clientId: SERVICE.id,
    secret: SERVICE.secret,
    publicClient: false,
    attributes: { 'standard.token.exchange.enabled': 'true' },
  });
  await keycloak.admin('POST', `/${REALM}/users`, {
    username: ADA.username,
    enabled: true,
    emailVerified: true,
    email: 'ada@example.org',
    firstName: 'Ada',
    lastName: 'Lovelace',
    credentials: [{ type: 'password', value: ADA.password, temporary: false }],
  });
  const [user] = (await (await keycloak.admin('GET', `/${REALM}/users?username=${ADA.username}`)).json()) as {
    id: string;
  }[];
  const roles = (await (await keycloak.admin('GET', `/${REALM}/roles`)).json()) as { name: string }[];
  const wanted = roles.filter(({ name }) => name === 'user' || name === 'uploader');
  await keycloak.admin('POST', `/${REALM}/users/${user?.id}/role-mappings/realm`, wanted);
}

/** Makes another key that signs from now on; the one before stays known. */
export async function rotateKey(keycloak: KeycloakServer): Promise<void> {
  const realm = (await (await keycloak.admin('GET', `/${REALM}`)).json()) as { id: string };
  await keycloak.admin('POST', `/${REALM}/components`, {
    name: 'newer',
    providerId: 'rsa-generated',
    providerType: 'org.keycloak.keys.KeyProvider',
    parentId: realm.id,
    config: { priority: ['200'], enabled: ['true'], active: ['true'], algorithm: ['RS256'], keySize: ['2048'] },
  });
}

/** The client scope that docs/identity.md shows. */
function documentedScope(): string {
  const text = readFileSync(packageFile('docs', 'identity.md'), 'utf8');
  const found = /```json\n(\{\n {2}"name": "detect"[\s\S]*?\n\})\n```/.exec(text)?.[1];
  if (found === undefined) throw new Error('docs/identity.md shows no client scope');
  return found;
}
