import type { AccessClaims } from './access-claims.ts';

/** Verifies the access tokens of one issuer, for the services of this process. */
export interface TokenVerifier {
  /** The issuer whose tokens are taken. */
  readonly issuer: string;
  /**
   * The claims of a token that is good for a service.
   *
   * @throws OAuthError `invalid_token`; HalcyonError `issuer_unavailable` where it cannot be checked now
   */
  verify(token: string, audience: string): Promise<AccessClaims>;
  /** A real look whether tokens can be checked; resolves with what one may know of it. */
  check(): Promise<string>;
  close(): void;
}
