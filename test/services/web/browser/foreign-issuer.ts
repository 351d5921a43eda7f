import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** How long its access tokens hold [s]: a page that is open for a minute has to renew them. */
export const TOKEN_S = 25;

/** An identity service that is none of ours: a certified implementation of OpenID Connect, on loopback. */
export class ForeignIssuer {
  readonly issuer: string;
  /** Grants that its token endpoint was asked for, in their order. */
  readonly grants: string[] = [];
  /** Roles of whoever gets a token. */
  roles: readonly string[] = ['user'];
  /** How many refresh tokens were taken back. */
  revoked = 0;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Listens; nobody can log in before `serve`. */
  static async listen(): Promise<ForeignIssuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ForeignIssuer(server);
  }

  /**
   * Registers the pages as the public client that docs/map.md asks for.
   *
   * @param pages their origin
   */
  serve(pages: string): void {
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: 'halcyon-web',
          token_endpoint_auth_method: 'none',
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          redirect_uris: [`${pages}/map/login`],
          post_logout_redirect_uris: [`${pages}/map`],
        },
      ],
      clientBasedCORS: (_context, origin) => origin === pages,
      scopes: ['openid', 'detect'],
      cookies: { keys: ['of a test'] },
      issueRefreshToken: () => true,
      ttl: {
        AccessToken: TOKEN_S,
        AuthorizationCode: 60,
        Grant: 3600,
        IdToken: 3600,
        Interaction: 600,
        RefreshToken: 3600,
        Session: 3600,
      },
      extraTokenClaims: () => ({ realm_access: { roles: this.roles }, preferred_username: 'ada' }),
      features: {
        revocation: { enabled: true },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => 'https://halcyon.example',
          useGrantedResource: () => true,
          getResourceServerInfo: () => ({ scope: 'detect', audience: 'detect', accessTokenFormat: 'jwt' }),
        },
      },
    });
    provider.on('grant.success', ({ oidc }) => this.grants.push(String(oidc.params?.['grant_type'])));
    provider.on('refresh_token.destroyed', () => this.revoked++);
    const answer = provider.callback();
    this.#server.on('request', (request, response) => void answer(request, response));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
