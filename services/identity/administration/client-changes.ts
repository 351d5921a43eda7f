import { HalcyonError } from '../../../schemas/errors.ts';
import { LEEWAY_S } from '../../access/verify-access-token.ts';
import type { Statements } from '../../stores/catalogue.ts';
import {
  addClient,
  type Client,
  clientWithId,
  removeClient,
  servicesOf,
  setClientDisabled,
  setRights,
  setSecret,
} from '../state/clients.ts';
import { revoke } from '../state/revocations.ts';
import { newSecret, secretDigest } from '../state/secret-digest.ts';
import type { ChangeDependencies, Changes } from './user-changes.ts';

/** What of a client is changed; what is left out stays. */
export type ClientChanges = Changes<Client, 'scopes' | 'roles' | 'disabled'>;

/**
 * Adds a client.
 *
 * @param secret null: a public client; undefined: one is made
 * @returns it, and the secret that was made, which is kept nowhere
 * @throws HalcyonError `invalid_parameter` where its id is taken, a scope is no service, or a public client is to have roles
 */
export async function makeClient(
  { catalogue }: ChangeDependencies,
  client: Omit<Client, 'secret' | 'disabled'>,
  secret: string | null | undefined,
): Promise<{ readonly client: Client; readonly made: string | null }> {
  const { realm, id, service, scopes, roles } = client;
  if (secret === null && (service !== null || roles.length > 0)) {
    throw new HalcyonError('invalid_parameter', 'a public client cannot be a service or have roles: it proves nothing');
  }
  await assertServices(catalogue, realm, scopes, service);
  const kept = secret === undefined ? newSecret() : secret;
  const whole: Client = {
    ...client,
    secret: kept === null ? null : secretDigest(kept),
    scopes: [...new Set(scopes)],
    roles: [...new Set(roles)],
    disabled: false,
  };
  if (await addClient(catalogue, whole)) return { client: whole, made: secret === undefined ? kept : null };
  throw new HalcyonError('invalid_parameter', `there is a client '${id}' already; client list shows them`);
}

/**
 * Changes what a client may do. Its tokens are good no more, as they say what it might before.
 *
 * @throws HalcyonError `invalid_parameter` where a scope is no service, or a public client is to have roles
 */
export async function changeClient(parts: ChangeDependencies, client: Client, changes: ClientChanges): Promise<Client> {
  const { scopes = client.scopes, roles = client.roles, disabled = client.disabled } = changes;
  const changed = { ...client, scopes: [...new Set(scopes)], roles: [...new Set(roles)], disabled };
  if (client.secret === null && changed.roles.length > 0) {
    throw new HalcyonError('invalid_parameter', 'a public client cannot have roles: it proves nothing');
  }
  await parts.catalogue.transaction(async (statements) => {
    await assertServices(statements, client.realm, scopes, null);
    await setRights(statements, changed);
    await setClientDisabled(statements, client.realm, client.id, disabled);
    const isEnabled = changes.disabled === false && changes.scopes === undefined && changes.roles === undefined;
    if (!isEnabled) await revokeTokens(statements, client, parts);
  });
  return changed;
}

/**
 * Gives a client another secret; the old one is good no more.
 *
 * @param given one is made where it is left out
 * @returns the secret that was made, which is kept nowhere; null where it was given
 * @throws HalcyonError `invalid_parameter` for a public client
 */
export async function renewSecret(
  { catalogue }: ChangeDependencies,
  { realm, id, secret }: Client,
  given?: string,
): Promise<string | null> {
  if (secret === null) throw new HalcyonError('invalid_parameter', `client ${id} is public: it has no secret`);
  const kept = given ?? newSecret();
  await setSecret(catalogue, realm, id, secretDigest(kept));
  return given === undefined ? kept : null;
}

/** Forgets a client, whose tokens are good no more. */
export async function forgetClient(parts: ChangeDependencies, client: Client): Promise<void> {
  await parts.catalogue.transaction(async (statements) => {
    await revokeTokens(statements, client, parts);
    await removeClient(statements, client.realm, client.id);
  });
}

/** The client of an id. @throws HalcyonError `not_found` */
export async function requireClient(statements: Statements, realm: string, id: string): Promise<Client> {
  const client = await clientWithId(statements, realm, id);
  if (client !== null) return client;
  throw new HalcyonError('not_found', `there is no client '${id}' in the realm ${realm}`);
}

async function revokeTokens(
  statements: Statements,
  { realm, id }: Client,
  { lifetimes, now }: ChangeDependencies,
): Promise<void> {
  const issued = now();
  const until = issued + (lifetimes.access + LEEWAY_S) * 1000;
  await revoke(statements, { realm, claim: 'azp', value: id, issued, until });
}

/** @param own the service that the client itself is */
async function assertServices(
  statements: Statements,
  realm: string,
  scopes: readonly string[],
  own: string | null,
): Promise<void> {
  const services = await servicesOf(statements, realm);
  if (own !== null) services.add(own);
  const unknown = scopes.find((scope) => !services.has(scope));
  if (unknown === undefined) return;
  const known = [...services].sort().join(', ');
  throw new HalcyonError('invalid_parameter', `'${unknown}' is no service; a scope should be one of ${known}`);
}
