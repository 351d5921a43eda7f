import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { AccessClaims, Actor } from '../../access/access-claims.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';
import type { Client } from '../state/clients.ts';
import type { Lifetimes, Session } from '../state/sessions.ts';
import type { User } from '../state/users.ts';
import { scopesOf } from './scopes.ts';

/** What an access token is to say. */
export interface AccessToken {
  readonly realm: string;
  readonly client: Pick<Client, 'id'>;
  /** Who it is about. */
  readonly subject: { readonly id: string; readonly username: string | undefined; readonly roles: readonly string[] };
  /** Services that it is for. */
  readonly audience: readonly string[];
  /** Scopes that were granted, with spaces between. */
  readonly scope: string;
  readonly session?: string;
  readonly act?: Actor | undefined;
  /** Tokens that it is exchanged for, the last one first. */
  readonly exchangedFor?: NonNullable<AccessClaims['exchanged_for']>;
  /** It never lives longer than this [s since the epoch]. */
  readonly notBeyond?: number;
}

/** A token that was issued. */
export interface Issued {
  readonly token: string;
  /** How long it is good from now on [s]. */
  readonly expiresIn: number;
}

export interface TokenIssuerDependencies {
  readonly keys: SigningKeys;
  /** Issuer of a realm: a URL. */
  readonly issuerOf: (realm: string) => string;
  readonly lifetimes: Lifetimes;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}

/** Signs access tokens and ID tokens (RFC 7519, OpenID Connect Core 1.0), with claims as Keycloak names them. */
export class TokenIssuer {
  readonly #dependencies: TokenIssuerDependencies;

  constructor(dependencies: TokenIssuerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Issues an access token. */
  async access(asked: AccessToken): Promise<Issued> {
    const { lifetimes, now, issuerOf } = this.#dependencies;
    const iat = Math.floor(now() / 1000);
    const exp = Math.min(iat + lifetimes.access, asked.notBeyond ?? Number.POSITIVE_INFINITY);
    const { id, username, roles } = asked.subject;
    const claims: Omit<AccessClaims, 'aud'> & { aud: string | string[] } = {
      iss: issuerOf(asked.realm),
      sub: id,
      aud: asked.audience.length === 1 ? asked.audience[0] : [...asked.audience],
      exp,
      iat,
      jti: randomUUID(),
      typ: 'Bearer',
      azp: asked.client.id,
      scope: asked.scope,
      ...(asked.session !== undefined && { sid: asked.session }),
      ...(username !== undefined && { preferred_username: username }),
      realm_access: { roles: [...roles] },
      resource_access: {},
      ...(asked.act !== undefined && { act: asked.act }),
      ...(asked.exchangedFor !== undefined && { exchanged_for: asked.exchangedFor }),
    };
    return { token: await this.#signed(asked.realm, claims), expiresIn: exp - iat };
  }

  /** Issues an ID token for a client of a session. */
  async identity(session: Session, user: User): Promise<string> {
    const { lifetimes, now, issuerOf } = this.#dependencies;
    const iat = Math.floor(now() / 1000);
    return this.#signed(session.realm, {
      iss: issuerOf(session.realm),
      sub: user.id,
      aud: session.client,
      azp: session.client,
      exp: iat + lifetimes.access,
      iat,
      auth_time: Math.floor(session.started / 1000),
      jti: randomUUID(),
      typ: 'ID',
      sid: session.id,
      ...profileOf(user, session.scope),
    });
  }

  async #signed(realm: string, claims: Readonly<Record<string, unknown>>): Promise<string> {
    const { key, kid, algorithm } = await this.#dependencies.keys.signer(realm);
    return new SignJWT({ ...claims }).setProtectedHeader({ alg: algorithm, typ: 'JWT', kid }).sign(key);
  }
}

/** What the scopes `profile` and `email` let a client know of a user (OpenID Connect Core 1.0, section 5.4). */
export function profileOf(user: User, scope: string): Record<string, unknown> {
  const scopes = scopesOf(scope);
  return {
    preferred_username: user.username,
    ...(scopes.includes('profile') && user.name !== null && { name: user.name }),
    ...(scopes.includes('email') && user.email !== null && { email: user.email, email_verified: false }),
  };
}
