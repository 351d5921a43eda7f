import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** An identity service of somebody else: a discovery document, keys, and tokens as Keycloak writes them. */
export class PlayedIssuer {
  /** Answers nothing but 503. */
  away = false;
  /** Issuer that its discovery document names; its own where null. */
  claimed: string | null = null;
  /** Where its discovery document says that its keys are, in place of its own address. */
  keysAt: string | null = null;
  /** How often its keys were asked for. */
  asked = 0;
  readonly #server: Server;
  #port = 0;
  readonly #shown: JWK[] = [];
  #kid = '';
  #key: CryptoKey | null = null;

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? '';
      const body = path.endsWith('/.well-known/openid-configuration')
        ? {
            issuer: this.claimed ?? this.issuer,
            jwks_uri: `${this.keysAt ?? this.issuer}/protocol/openid-connect/certs`,
          }
        : { keys: this.#shown };
      if (path.endsWith('/certs')) this.asked++;
      response.writeHead(this.away ? 503 : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(this.away ? {} : body));
    });
  }

  static async start(): Promise<PlayedIssuer> {
    const played = new PlayedIssuer();
    await new Promise<void>((resolve) => played.#server.listen(0, '127.0.0.1', resolve));
    played.#port = (played.#server.address() as AddressInfo).port;
    await played.changeKey();
    return played;
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.#port}/realms/met`;
  }

  /** Signs with a new key from now on; those before stay shown. */
  async changeKey(): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('PS256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    this.#kid = await calculateJwkThumbprint(jwk);
    this.#shown.push({ ...jwk, kid: this.#kid, alg: 'PS256', use: 'sig' });
    this.#key = privateKey;
  }

  /** A token for `detect` with the role `dg_user` of that service. */
  async token(changes: Readonly<Record<string, unknown>> = {}, kid = this.#kid, typ = 'JWT'): Promise<string> {
    if (this.#key === null) throw new Error('not started');
    const iat = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.issuer,
      sub: 'f:1234:ada',
      aud: ['detect', 'account'],
      exp: iat + 300,
      iat,
      jti: 'onrtac:1',
      typ: 'Bearer',
      azp: 'portal',
      scope: 'openid detect',
      sid: 's',
      preferred_username: 'ada',
      realm_access: { roles: ['offline_access'] },
      resource_access: { detect: { roles: ['dg_user'] } },
    };
    return new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'PS256', kid, typ }).sign(this.#key);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
