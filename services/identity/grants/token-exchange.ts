import { type AccessClaims, chainLength } from '../../access/access-claims.ts';
import { OAuthError } from '../../access/oauth-error.ts';
import { ownClaims } from '../bearer.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { required } from '../required-parameter.ts';
import { clientWithId, servicesOf } from '../state/clients.ts';
import { userWithId } from '../state/users.ts';
import { clientOfSubject, clientSubject } from '../tokens/client-subject.ts';
import { granted } from '../tokens/scopes.ts';
import type { Grant, GrantCall, TokenAnswer } from './grant.ts';

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
/** Services that may act one for the other in a row. */
const LONGEST_CHAIN = 5;

/** Token exchange (RFC 8693): a service that was given a token gets one for the service that it calls on the caller's behalf. */
export const tokenExchange: Grant = {
  grantType: 'urn:ietf:params:oauth:grant-type:token-exchange',
  action: 'token.exchange',
  parameters: [
    'subject_token',
    'subject_token_type',
    'requested_token_type',
    'scope',
    'audience',
    'actor_token',
    'actor_token_type',
    'resource',
  ],
  open: false,
  async handler(call: GrantCall, dependencies: IdentityDependencies): Promise<TokenAnswer> {
    const { realm, client, parameters, behind } = call;
    const { service } = client;
    if (service === null) {
      throw new OAuthError('unauthorized_client', 'only a client that is a service may exchange tokens');
    }
    const token = required(parameters, 'subject_token');
    assertTypes(parameters);
    const { scope, audience } = parameters;
    if (scope === undefined && audience === undefined) {
      throw new OAuthError('invalid_request', 'scope or audience should say what the new token is for');
    }
    const claims = await subjectOf(token, service, call, dependencies);
    behind.id = claims.sub;
    behind.username = claims.preferred_username ?? null;
    if (chainLength(claims) >= LONGEST_CHAIN) {
      throw new OAuthError('invalid_request', `the token was exchanged ${LONGEST_CHAIN} times already`);
    }
    const grant = granted(client, scope, audience, await servicesOf(dependencies.catalogue, realm));
    const { token: issued, expiresIn } = await dependencies.issuer.access({
      realm,
      client,
      subject: { id: claims.sub, username: claims.preferred_username, roles: claims.realm_access.roles },
      audience: grant.audience,
      scope: grant.scope,
      ...(claims.sid !== undefined && { session: claims.sid }),
      act: { sub: clientSubject(client.id), ...(claims.act !== undefined && { act: claims.act }) },
      exchangedFor: [{ jti: claims.jti, azp: claims.azp, iat: claims.iat }, ...(claims.exchanged_for ?? [])],
      notBeyond: claims.exp,
    });
    return {
      access_token: issued,
      issued_token_type: ACCESS_TOKEN,
      expires_in: expiresIn,
      refresh_expires_in: 0,
      token_type: 'Bearer',
      'not-before-policy': 0,
      ...(claims.sid !== undefined && { session_state: claims.sid }),
      scope: grant.scope,
    };
  },
};

function assertTypes(parameters: GrantCall['parameters']): void {
  const { requested_token_type: requested = ACCESS_TOKEN } = parameters;
  if (required(parameters, 'subject_token_type') !== ACCESS_TOKEN || requested !== ACCESS_TOKEN) {
    throw new OAuthError('invalid_request', `tokens of the type ${ACCESS_TOKEN} are exchanged, for such tokens`);
  }
  if (parameters['actor_token'] !== undefined || parameters['actor_token_type'] !== undefined) {
    throw new OAuthError('invalid_request', 'actor_token is not taken: the client that exchanges is who acts');
  }
  if (parameters['resource'] !== undefined) {
    throw new OAuthError('invalid_target', 'resource is not taken: scope or audience name the service');
  }
}

/** The claims of a token that was made for this service and is still good. Which of it fails is for the log alone. */
async function subjectOf(
  token: string,
  service: string,
  { realm, client }: GrantCall,
  dependencies: IdentityDependencies,
): Promise<AccessClaims> {
  const { catalogue, now } = dependencies;
  const refused = (reason: string, cause?: unknown) =>
    new OAuthError('invalid_request', 'the subject_token cannot be exchanged by this client', {
      reason: `exchange by ${realm}/${client.id}: ${reason}`,
      cause,
    });
  const claims = await ownClaims(token, realm, dependencies, service).catch((error: unknown) => {
    throw error instanceof OAuthError ? refused(`${error.message} ${error.reason}`, error) : error;
  });
  if (claims.exp * 1000 <= now()) throw refused('expired');
  const own = clientOfSubject(claims.sub);
  const subject =
    own === null ? await userWithId(catalogue, realm, claims.sub) : await clientWithId(catalogue, realm, own);
  if (subject === null || subject.disabled) throw refused(`${claims.sub} is disabled or gone`);
  return claims;
}
