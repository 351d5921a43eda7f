import type { z } from 'zod';
import type { AuditAction } from '../../schemas/audit.ts';
import type { IdentityDependencies } from './identity-dependencies.ts';

/** What a request carried, after the middlewares in front. */
export interface IdentityCall {
  readonly realm: string;
  /** Parameters of the form, each given once; for GET those of the query, where the endpoint reads it. */
  readonly form: Readonly<Record<string, string>>;
  /** The Authorization header; '' where there is none. */
  readonly authorization: string;
  /** Network address that it came from. */
  readonly address: string;
  readonly behind: Behind;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Who is behind a call, as it turns out; for the audit log, and only who is known here: others may have typed anything. */
export interface Behind {
  id: string | null;
  username: string | null;
  client: string | null;
}

/** What is answered: a body that becomes JSON; undefined for 204. */
export interface IdentityAnswer {
  readonly status: number;
  readonly body?: unknown;
}

/** One endpoint of a realm, at Keycloak's path; every file of this folder exports one. */
export interface IdentityEndpoint {
  readonly name: string;
  readonly methods: readonly ('GET' | 'POST')[];
  /** Behind `/oauth/realms/{realm}`. */
  readonly path: string;
  /** True where a GET has its parameters in the query. */
  readonly readsQuery?: boolean;
  /** What it does, in whole sentences, for the documentation. */
  readonly description: string;
  /** Who has to prove themselves: a client, or the bearer of an access token. */
  readonly proof?: 'client' | 'bearer';
  /** Parameters of the form, for the documentation; none where not given. */
  readonly form?: z.ZodObject;
  /** What it answers when all is well, by status: in words, and the schema of the body where it has one. */
  readonly answers: Readonly<Record<number, readonly [description: string, schema?: z.ZodType]>>;
  /** As what its calls are recorded; of those that change nothing refusals are, as `access`. */
  readonly audit?: (form: IdentityCall['form']) => AuditAction;
  /** @throws OAuthError where the request is refused */
  answer(call: IdentityCall, dependencies: IdentityDependencies): Promise<IdentityAnswer>;
}

/** Path of the endpoints of OpenID Connect in a realm. */
export const OPENID_PATH = '/protocol/openid-connect';
