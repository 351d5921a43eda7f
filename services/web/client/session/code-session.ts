import { BASE } from '../address/route.ts';
import { message } from '../messages/message.ts';
import { KeptTokens } from './kept-tokens.ts';
import { SCOPE } from './password-session.ts';
import { challengeOf, newVerifier } from './pkce.ts';
import type { Session } from './session.ts';
import type { AuthSettings } from './settings.ts';
import { grantOf } from './token-grants.ts';
import { tokenName, tokenRoles, tokenServices } from './token-roles.ts';

/** Where the issuer sends people back to. */
const RETURN_PATH = `${BASE}/login`;
/** What is kept while somebody is at the issuer's page. */
const KEPT_AS = 'halcyon-login';

interface Begun {
  readonly verifier: string;
  readonly state: string;
  /** Address to go on with. */
  readonly address: string;
}

/** What is used of the issuer's discovery document (OpenID Connect Discovery 1.0, section 3). */
interface Discovery {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  /** Where tokens are taken back (RFC 7009); not every issuer has it. */
  readonly revocation_endpoint?: string;
  /** Where people log out (OpenID Connect RP-Initiated Logout 1.0); not every issuer has it. */
  readonly end_session_endpoint?: string;
}

/**
 * The code flow with PKCE at an issuer elsewhere (RFC 6749, section 4.1; RFC 7636). Takes up the code where somebody comes
 * back with one.
 *
 * @throws Error where the issuer refused, or what came back was not asked for
 */
export async function codeSession(settings: Extract<AuthSettings, { auth: 'code' }>): Promise<Session> {
  const { issuer, client_id: clientId } = settings;
  let asked: Promise<Discovery> | null = null;
  const discovery = () => {
    asked ??= fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`).then(async (answer) => {
      if (!answer.ok) throw new Error(message('login.no_issuer', { issuer }));
      return (await answer.json()) as Discovery;
    });
    return asked;
  };
  const tokens = new KeptTokens(async () => {
    const { token_endpoint: endpoint, revocation_endpoint: revocation } = await discovery();
    return { endpoint, revocation, clientId };
  });
  if (window.location.pathname === RETURN_PATH) await takeUp(tokens, discovery, clientId);
  return {
    roles: async () => tokenRoles((await tokens.token()) ?? '', SCOPE, settings.role_prefix),
    services: async () => tokenServices((await tokens.token()) ?? ''),
    username: async () => tokenName((await tokens.token()) ?? ''),
    canLogOut: true,
    issuer,
    async token() {
      const token = await tokens.token();
      if (token !== null) return token;
      await leaveForIssuer(await discovery(), clientId);
      // The page is being left: nothing goes on.
      return new Promise<never>(() => undefined);
    },
    refused: () => tokens.refused(),
    logOut: () => {
      const hint = tokens.identity;
      void tokens.revoke().finally(() => void logOutThere(discovery, clientId, hint));
    },
  };
}

/**
 * Ends the session at the issuer too, which would let the next one in unasked.
 *
 * @param hint the ID token of who logs out, without which the issuer has to ask; null where there is none
 */
async function logOutThere(discovery: () => Promise<Discovery>, clientId: string, hint: string | null): Promise<void> {
  const found = await discovery().catch(() => null);
  if (found?.end_session_endpoint === undefined) {
    window.location.assign(BASE);
    return;
  }
  const address = new URL(found.end_session_endpoint);
  address.searchParams.set('client_id', clientId);
  if (hint !== null) address.searchParams.set('id_token_hint', hint);
  address.searchParams.set('post_logout_redirect_uri', window.location.origin + BASE);
  window.location.assign(address);
}

async function leaveForIssuer({ authorization_endpoint }: Discovery, clientId: string): Promise<void> {
  const begun: Begun = {
    verifier: newVerifier(),
    state: newVerifier(),
    address: window.location.pathname + window.location.search,
  };
  sessionStorage.setItem(KEPT_AS, JSON.stringify(begun));
  const address = new URL(authorization_endpoint);
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: window.location.origin + RETURN_PATH,
    scope: `openid ${SCOPE}`,
    state: begun.state,
    code_challenge: await challengeOf(begun.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  window.location.assign(address);
}

async function takeUp(tokens: KeptTokens, discovery: () => Promise<Discovery>, clientId: string): Promise<void> {
  const query = new URLSearchParams(window.location.search);
  const kept = sessionStorage.getItem(KEPT_AS);
  sessionStorage.removeItem(KEPT_AS);
  const begun = kept === null ? null : (JSON.parse(kept) as Begun);
  window.history.replaceState(null, '', begun?.address ?? BASE);
  const code = query.get('code');
  const refusal = query.get('error_description') ?? query.get('error');
  if (code === null && refusal === null) return;
  // A link of somebody else's would log in as them, or say in their words what went wrong (RFC 6749, section 10.12).
  if (begun === null || query.get('state') !== begun.state) {
    throw new Error(message('login.not_begun'));
  }
  if (code === null) throw new Error(message('login.refused', { reason: refusal ?? '' }));
  const { token_endpoint } = await discovery();
  tokens.keep(
    await grantOf(token_endpoint, {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: window.location.origin + RETURN_PATH,
      code_verifier: begun.verifier,
    }),
  );
}
