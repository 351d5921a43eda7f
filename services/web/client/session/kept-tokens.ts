import { GrantRefused, grantOf, type Tokens } from './token-grants.ts';

/** The refresh token outlives a reload of the page, and ends with its tab; the access token is in memory only. */
const KEPT_AS = 'halcyon-refresh';
/** The ID token too: an issuer that is shown it at the logout knows whose it is, and does not ask. */
const IDENTITY_AS = 'halcyon-identity';
/** A token that holds for less is renewed before it is used [ms]. */
const MARGIN_MS = 20_000;

/** Where tokens are renewed and taken back, and for whom. */
export interface TokenEndpoint {
  readonly endpoint: string;
  /** Where they are taken back; not every issuer has it. */
  readonly revocation: string | undefined;
  readonly clientId: string;
}

/** The tokens of who has logged in; renewed while that is possible. */
export class KeptTokens {
  readonly #at: () => Promise<TokenEndpoint>;
  #access: { readonly token: string; readonly until: number } | null = null;
  #renewing: Promise<string | null> | null = null;

  constructor(at: () => Promise<TokenEndpoint>) {
    this.#at = at;
  }

  keep({ access_token, expires_in, refresh_token, id_token }: Tokens): void {
    this.#access = { token: access_token, until: performance.now() + expires_in * 1000 };
    if (refresh_token !== undefined) sessionStorage.setItem(KEPT_AS, refresh_token);
    if (id_token !== undefined) sessionStorage.setItem(IDENTITY_AS, id_token);
  }

  /** The ID token that came last; null where none came. */
  get identity(): string | null {
    return sessionStorage.getItem(IDENTITY_AS);
  }

  /** A token that holds now; null where somebody has to log in. */
  async token(): Promise<string | null> {
    if (this.#access !== null && this.#access.until - performance.now() > MARGIN_MS) return this.#access.token;
    // Requests at the same time wait for one renewal: a refresh token holds once.
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  /** What was given is no longer taken: the next request renews it. */
  refused(): void {
    this.#access = null;
  }

  /**
   * Forgets the tokens, and has the issuer take them back (RFC 7009): with the refresh token ends all of its session. Where
   * the issuer cannot be reached they are forgotten nevertheless, and end by themselves.
   */
  async revoke(): Promise<void> {
    // A renewal that is under way brings another refresh token.
    await this.#renewing?.catch(() => null);
    const token = sessionStorage.getItem(KEPT_AS);
    this.#forget();
    const at = await this.#at().catch(() => null);
    if (token === null || at?.revocation === undefined) return;
    const body = new URLSearchParams({ token, token_type_hint: 'refresh_token', client_id: at.clientId });
    await fetch(at.revocation, { method: 'POST', body, keepalive: true }).catch(() => null);
  }

  #forget(): void {
    this.#access = null;
    sessionStorage.removeItem(KEPT_AS);
    sessionStorage.removeItem(IDENTITY_AS);
  }

  async #renew(): Promise<string | null> {
    const refresh = sessionStorage.getItem(KEPT_AS);
    if (refresh === null) return null;
    const { endpoint, clientId } = await this.#at();
    try {
      this.keep(await grantOf(endpoint, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refresh }));
      return this.#access?.token ?? null;
    } catch (error) {
      if (!(error instanceof GrantRefused)) throw error;
      this.#forget();
      return null;
    }
  }
}
