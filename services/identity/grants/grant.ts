import type { AuditAction } from '../../../schemas/audit.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import type { Behind } from '../identity-endpoint.ts';
import type { Client } from '../state/clients.ts';

/** A request for a token, its client known and its parameters each given once. */
export interface GrantCall {
  readonly realm: string;
  readonly client: Client;
  readonly parameters: Readonly<Record<string, string>>;
  /** Network address that it came from. */
  readonly address: string;
  readonly behind: Behind;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** What a grant gives: the body of a successful answer (RFC 6749, section 5.1), as Keycloak has it. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly expires_in: number;
  readonly refresh_expires_in: number;
  readonly refresh_token?: string;
  readonly token_type: 'Bearer';
  readonly id_token?: string;
  readonly 'not-before-policy': 0;
  readonly session_state?: string;
  readonly scope: string;
  readonly issued_token_type?: string;
}

/** One way to get a token; every file of this folder exports one. */
export interface Grant {
  /** The value of `grant_type`. */
  readonly grantType: string;
  /** As what it is recorded. */
  readonly action: AuditAction;
  /** Parameters that it takes beside those of every request; others are ignored (RFC 6749, section 3.2). */
  readonly parameters: readonly string[];
  /** True where a public client may use it. */
  readonly open: boolean;
  /** @throws OAuthError where the request is refused */
  handler(call: GrantCall, dependencies: IdentityDependencies): Promise<TokenAnswer>;
}
