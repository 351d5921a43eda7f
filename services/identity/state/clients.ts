import { timingSafeEqual } from 'node:crypto';
import { OWN_SERVICES } from '../../access/own-services.ts';
import type { Row, Statements } from '../../stores/catalogue.ts';
import { secretDigest } from './secret-digest.ts';

/** A client of a realm: a program that asks for tokens. */
export interface Client {
  readonly realm: string;
  readonly id: string;
  /** SHA-256 of the secret, hexadecimal; null for a public client. */
  readonly secret: string | null;
  /** The service that it is, whose name is the audience of tokens made for it; null where it is none. */
  readonly service: string | null;
  /** Services that it may ask tokens for. */
  readonly scopes: readonly string[];
  /** Roles of the client itself, with `client_credentials`. */
  readonly roles: readonly string[];
  readonly disabled: boolean;
}

/** The client with an id; null where there is none. */
export async function clientWithId(catalogue: Statements, realm: string, id: string): Promise<Client | null> {
  const [row] = await catalogue.query('SELECT * FROM identity_clients WHERE realm = $1 AND id = $2', [realm, id]);
  return row === undefined ? null : clientOf(row);
}

/** All clients of a realm by id. */
export async function clientsOf(catalogue: Statements, realm: string): Promise<Client[]> {
  const rows = await catalogue.query('SELECT * FROM identity_clients WHERE realm = $1 ORDER BY id', [realm]);
  return rows.map(clientOf);
}

/** Names of the services of a realm: Halcyon's own, and those that its clients are. */
export async function servicesOf(catalogue: Statements, realm: string): Promise<Set<string>> {
  const sql = 'SELECT DISTINCT service FROM identity_clients WHERE realm = $1 AND service IS NOT NULL';
  return new Set([...OWN_SERVICES, ...(await catalogue.query(sql, [realm])).map((row) => String(row['service']))]);
}

/** Adds a client; false where its id is taken. */
export async function addClient(catalogue: Statements, client: Client): Promise<boolean> {
  const { realm, id, secret, service, scopes, roles, disabled } = client;
  const rows = await catalogue.query(
    `INSERT INTO identity_clients (realm, id, secret, service, scopes, roles, disabled)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id`,
    [realm, id, secret, service, [...scopes], [...roles], disabled],
  );
  return rows.length > 0;
}

/** Gives a client another secret, by its digest. */
export async function setSecret(catalogue: Statements, realm: string, id: string, secret: string): Promise<void> {
  await catalogue.query('UPDATE identity_clients SET secret = $3 WHERE realm = $1 AND id = $2', [realm, id, secret]);
}

/** Takes from a client the right to ask for tokens, or gives it back; false where there is none of that id. */
export async function setClientDisabled(
  catalogue: Statements,
  realm: string,
  id: string,
  disabled: boolean,
): Promise<boolean> {
  const sql = 'UPDATE identity_clients SET disabled = $3 WHERE realm = $1 AND id = $2 RETURNING id';
  return (await catalogue.query(sql, [realm, id, disabled])).length > 0;
}

/** Gives a client other services that it may ask tokens for, and other roles of its own. */
export async function setRights(
  catalogue: Statements,
  { realm, id, scopes, roles }: Pick<Client, 'realm' | 'id' | 'scopes' | 'roles'>,
): Promise<void> {
  const sql = 'UPDATE identity_clients SET scopes = $3, roles = $4 WHERE realm = $1 AND id = $2';
  await catalogue.query(sql, [realm, id, [...scopes], [...roles]]);
}

/** Forgets a client with its sessions. */
export async function removeClient(catalogue: Statements, realm: string, id: string): Promise<void> {
  await catalogue.query('DELETE FROM identity_clients WHERE realm = $1 AND id = $2', [realm, id]);
}

/** True where a secret is the client's, in the same time whether it is or not. */
export function isSecretOf(client: Client, secret: string): boolean {
  if (client.secret === null) return false;
  return timingSafeEqual(Buffer.from(secretDigest(secret)), Buffer.from(client.secret));
}

function clientOf(row: Row): Client {
  return {
    realm: String(row['realm']),
    id: String(row['id']),
    secret: row['secret'] as string | null,
    service: row['service'] as string | null,
    scopes: row['scopes'] as string[],
    roles: row['roles'] as string[],
    disabled: row['disabled'] === true,
  };
}
