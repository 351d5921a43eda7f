import { OAuthError } from '../../access/oauth-error.ts';
import type { Client } from '../state/clients.ts';

/** Scopes of OpenID Connect, which every client may ask for: common ones send them unasked. */
export const STANDARD_SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const;

/** What a request is granted. */
export interface Grant {
  /** Services that the token is for. */
  readonly audience: readonly string[];
  /** Granted scopes, with spaces between. */
  readonly scope: string;
}

/** RFC 6749, section 3.3: printable ASCII without quote and backslash. */
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** The scopes of a parameter or claim, each once; none where it is missing. */
export function scopesOf(scope: string | undefined): string[] {
  return [...new Set((scope ?? '').split(' ').filter((token) => token !== ''))];
}

/**
 * What a client is granted of what it asks for. A scope with the name of a service stands for a token that this service
 * takes; where a client names no service, it is given a token for all that it may ask for. An empty scope is granted
 * nothing: what a client could not fill in gives no more than what it asked for.
 *
 * @param scope parameter `scope`; undefined where it was not given
 * @param audience parameter `audience` (RFC 8693), which may stand beside or instead of a scope
 * @param services names of the services of the realm
 * @throws OAuthError `invalid_scope`, `invalid_target`
 */
export function granted(
  client: Client,
  scope: string | undefined,
  audience: string | undefined,
  services: ReadonlySet<string>,
): Grant {
  const scopes = scopesOf(scope);
  const standard = scopes.filter((token) => (STANDARD_SCOPES as readonly string[]).includes(token));
  const asked = scopes.filter((token) => !standard.includes(token));
  for (const token of asked) {
    if (client.scopes.includes(token) && services.has(token)) continue;
    const shown = SCOPE_TOKEN.test(token) ? ` '${token.slice(0, 100)}'` : '';
    throw new OAuthError('invalid_scope', `the scope${shown} was not given to this client`);
  }
  if (audience !== undefined && !(services.has(audience) && client.scopes.includes(audience))) {
    throw new OAuthError('invalid_target', 'the audience is not one that this client may ask for');
  }
  if (audience !== undefined && !asked.includes(audience)) asked.push(audience);
  const isEmpty = scope !== undefined && scopes.length === 0;
  const targets = asked.length > 0 || isEmpty ? asked : client.scopes.filter((name) => services.has(name));
  return { audience: targets, scope: [...standard, ...targets].join(' ') };
}
