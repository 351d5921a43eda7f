import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { OWN_SERVICES } from '../../access/own-services.ts';
import { ROLES, roleProblem } from '../../access/roles.ts';
import type { Statements } from '../../stores/catalogue.ts';
import { makeOwnClients } from '../own-clients.ts';
import { addClient } from '../state/clients.ts';
import { DEFAULT_REALM, makeRealm } from '../state/realms.ts';
import { secretDigest } from '../state/secret-digest.ts';
import { addUser } from '../state/users.ts';
import {
  type KeycloakClient,
  type KeycloakExport,
  type KeycloakUser,
  keycloakExport,
  passwordHashOf,
} from './keycloak-export.ts';
import { operation } from './operation.ts';
import { realmName } from './request-fields.ts';

/** Clients that every realm of Keycloak has for itself. */
const OF_KEYCLOAK: ReadonlySet<string> = new Set([
  'account',
  'account-console',
  'admin-cli',
  'broker',
  'realm-management',
  'security-admin-console',
]);
/** Roles that Keycloak gives to everybody. */
const OF_EVERYBODY = /^(offline_access|uma_authorization|default-roles-.*)$/;
/** Keycloak writes this instead of a secret that it does not tell. */
const MASKED = /^\*+$/;

/** What became of what was read. */
interface Told {
  added: number;
  readonly lines: string[];
}

export const realmImport = operation({
  name: 'realm-import',
  request: z.strictObject({
    /** The realm that it goes into; null: the one whose tokens the services of this installation take. */
    realm: realmName.nullable(),
    /** Beginning of names of roles that is left out. */
    rolePrefix: z.string(),
    export: keycloakExport,
  }),
  audit: ({ realm: asked, export: { users, clients } }) => ({
    action: 'realm.import',
    about: { kind: 'realm', id: asked ?? DEFAULT_REALM },
    detail: `${users.length} users and ${clients.length} clients`,
  }),
  async run({ realm: asked, rolePrefix, export: read }, { catalogue, fileKey }) {
    const realm = asked ?? DEFAULT_REALM;
    return catalogue.transaction(async (statements) => {
      await makeRealm(statements, realm);
      await makeOwnClients(statements, realm, fileKey);
      const unknown = new Set<string>();
      const roles = rolesBy(rolePrefix, unknown);
      const clients = await importClients(statements, realm, read, roles);
      const users = await importUsers(statements, realm, read, roles);
      const summary = `realm ${realm}: ${users.added} users and ${clients.added} clients imported`;
      const lines = [summary, ...clients.lines, ...users.lines];
      if (unknown.size > 0) {
        const names = [...unknown].sort().join(', ');
        lines.push(
          `roles that mean nothing here and are left out: ${names}; they should be ${ROLES.join(', ')}, with what --role-prefix leaves out before them`,
        );
      }
      if (realm !== DEFAULT_REALM) {
        lines.push(
          `the services take tokens of the realm ${DEFAULT_REALM}: for those of ${realm} HALCYON_AUTH_ISSUER should name its issuer, …/oauth/realms/${realm}`,
        );
      }
      return lines;
    });
  },
});

type RolesOf = (names: readonly string[]) => string[];

/** Those of some roles that mean something here; the others go into `unknown`, but for those that Keycloak gives everybody. */
function rolesBy(prefix: string, unknown: Set<string>): RolesOf {
  return (names) => {
    const found = new Set<string>();
    for (const name of names) {
      const bare = name.startsWith(prefix) ? name.slice(prefix.length) : name;
      if (roleProblem(bare) === null) found.add(bare);
      else if (!OF_EVERYBODY.test(name)) unknown.add(name);
    }
    return [...found];
  };
}

async function importClients(
  statements: Statements,
  realm: string,
  { clients, users }: KeycloakExport,
  roles: RolesOf,
): Promise<Told> {
  const told: Told = { added: 0, lines: [] };
  const own = clients.filter(({ clientId }) => !OF_KEYCLOAK.has(clientId));
  // A client that others may ask tokens for by a scope of its name is a service.
  const asked = new Set(own.flatMap(scopesOf));
  const isService = ({ clientId, bearerOnly }: KeycloakClient) => bearerOnly || asked.has(clientId);
  const services = new Set<string>([...OWN_SERVICES, ...own.filter(isService).map(({ clientId }) => clientId)]);
  for (const client of own) {
    const { clientId: id, publicClient, enabled } = client;
    const given = client.secret ?? '';
    const secret = given === '' || MASKED.test(given) ? null : given;
    if (!publicClient && secret === null)
      told.lines.push(`client ${id} comes without its secret: client secret sets one`);
    const account = users.find(({ serviceAccountClientId }) => serviceAccountClientId === id);
    const added = await addClient(statements, {
      realm,
      id,
      // A secret that nobody knows until one is set: the client is not to become a public one.
      secret: publicClient ? null : secretDigest(secret ?? randomBytes(32).toString('hex')),
      service: !publicClient && services.has(id) ? id : null,
      scopes: scopesOf(client).filter((scope) => services.has(scope)),
      roles: roles(account?.realmRoles ?? []),
      disabled: !enabled,
    });
    if (added) told.added++;
    else told.lines.push(`client ${id} is there already and stays as it is`);
  }
  return told;
}

async function importUsers(
  statements: Statements,
  realm: string,
  { users }: KeycloakExport,
  roles: RolesOf,
): Promise<Told> {
  const told: Told = { added: 0, lines: [] };
  for (const user of users) {
    if (user.serviceAccountClientId != null) continue;
    const federated = user.federationLink ?? user.federatedIdentities[0]?.identityProvider ?? null;
    const password = passwordHashOf(user);
    const hasOne = user.credentials.some(({ type }) => type === 'password');
    if (password === null && hasOne) {
      told.lines.push(`user ${user.username} has a password in a form that cannot be checked: user password sets one`);
    }
    const added = await addUser(statements, {
      ...(user.id !== undefined && { id: user.id }),
      realm,
      username: user.username,
      password,
      federated,
      name: nameOf(user),
      email: user.email ?? null,
      roles: roles(user.realmRoles),
      disabled: !user.enabled,
    });
    if (added !== null) told.added++;
    else told.lines.push(`user ${user.username} is there already and stays as they are`);
  }
  return told;
}

function scopesOf({ defaultClientScopes, optionalClientScopes }: KeycloakClient): string[] {
  return [...new Set([...defaultClientScopes, ...optionalClientScopes])];
}

function nameOf({ firstName, lastName }: KeycloakUser): string | null {
  const name = [firstName, lastName].filter((part) => part != null && part !== '').join(' ');
  return name === '' ? null : name;
}
