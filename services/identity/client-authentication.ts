import type { IdentityCall } from './endpoints/identity-endpoint.ts';
import type { IdentityParts } from './identity-parts.ts';
import { OAuthError } from './oauth-error.ts';
import { type Client, clientWithId, isSecretOf } from './state/clients.ts';

interface Credentials {
  readonly id: string;
  /** undefined where none was given: a public client has none. */
  readonly secret: string | undefined;
}

/** Compared with where there is no such client, so that its absence takes as long as a wrong secret. */
const NOBODY: Client = {
  realm: '',
  id: '',
  secret: '0'.repeat(64),
  service: null,
  scopes: [],
  roles: [],
  disabled: true,
};

/**
 * The client that a request comes from (RFC 6749, section 2.3): by HTTP Basic, or by `client_id` and `client_secret` in the
 * form; a public one by its `client_id` alone.
 *
 * @throws OAuthError `invalid_client`; `invalid_request` where it proves itself in two ways at once
 */
export async function authenticatedClient(call: IdentityCall, { catalogue }: IdentityParts): Promise<Client> {
  for (const { id, secret } of candidates(call)) {
    const client = (await clientWithId(catalogue, call.realm, id)) ?? NOBODY;
    if (client !== NOBODY) call.behind.client = client.id;
    const proved = secret === undefined ? client.secret === null : isSecretOf(client, secret);
    if (proved && !client.disabled) return client;
  }
  throw new OAuthError('invalid_client', 'Invalid client or Invalid client credentials');
}

/** The credentials as they may be meant: in HTTP Basic they should be form-encoded first, which many clients leave out. */
function candidates({ authorization, form }: IdentityCall): Credentials[] {
  const { client_id: id, client_secret: secret } = form;
  if (authorization === '') {
    if (id === undefined || id === '') throw new OAuthError('invalid_client', 'client_id should say who asks');
    return [{ id, secret }];
  }
  const basic = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  const [, plainId, plainSecret] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic ?? '', 'base64').toString('utf8')) ?? [];
  if (plainId === undefined || plainSecret === undefined) {
    throw new OAuthError('invalid_client', 'the Authorization header should be Basic and base64 of id:secret');
  }
  const plain = { id: plainId, secret: plainSecret };
  const decoded = { id: formDecoded(plainId), secret: formDecoded(plainSecret) };
  if (secret !== undefined || (id !== undefined && id !== plain.id && id !== decoded.id)) {
    throw new OAuthError('invalid_request', 'a client should prove itself in one way only');
  }
  return decoded.id === plain.id && decoded.secret === plain.secret ? [plain] : [plain, decoded];
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
