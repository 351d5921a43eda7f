import { OAuthError } from '../access/oauth-error.ts';
import type { IdentityDependencies } from './identity-dependencies.ts';
import type { IdentityCall } from './identity-endpoint.ts';
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
 * @throws OAuthError `invalid_client`; `invalid_request` where it proves itself in two ways at once; `slow_down` where
 *   this sender has shown wrong secrets too often
 */
export async function authenticatedClient(call: IdentityCall, dependencies: IdentityDependencies): Promise<Client> {
  const given = candidates(call);
  const found = await Promise.all(given.map(({ id }) => clientWithId(dependencies.catalogue, call.realm, id)));
  // From here on nothing is waited for: an attempt is counted before its secret is looked at, and many calls of a client
  // side by side are none the worse for it.
  const account = `${call.realm}/${given[0].id}`;
  const attempt =
    given[0].secret === undefined
      ? null
      : dependencies.clientAttempts.admit(account, call.address, dependencies.now(), 'wrong secrets were shown');
  for (const [at, { secret }] of given.entries()) {
    const client = found[at] ?? NOBODY;
    if (found[at] != null) call.behind.client = client.id;
    const proved = secret === undefined ? client.secret === null : isSecretOf(client, secret);
    if (!proved || client.disabled) continue;
    attempt?.succeeded();
    return client;
  }
  throw new OAuthError('invalid_client', 'Invalid client or Invalid client credentials');
}

/** The credentials as they may be meant: in HTTP Basic they should be form-encoded first, which many clients leave out. */
function candidates({ authorization, form }: IdentityCall): [Credentials, ...Credentials[]] {
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
