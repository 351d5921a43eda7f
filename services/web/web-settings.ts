import type { Configuration } from '../../schemas/configuration.ts';
import { originOfTiles } from '../../schemas/map-settings.ts';
import { WEB_CLIENT } from '../identity/own-clients.ts';
import { DEFAULT_REALM } from '../identity/state/realms.ts';

/** Tiles under the stations of every map. */
export interface BaseMap {
  /** URL with `{z}`, `{x}` and `{y}`. */
  readonly tiles: string;
  /** Source of the tiles, as plain text; '' for none. */
  readonly attribution: string;
  /** Highest zoom of the tiles. */
  readonly zoom: number;
}

/** What the pages are told; without `map` the maps have no tiles. */
export type WebSettings = AuthSettings & { readonly map?: BaseMap };

/** The settings that it is made of. */
export type WebConfiguration = Pick<
  Configuration,
  'auth' | 'authIssuer' | 'rolePrefix' | 'mapTiles' | 'mapAttribution' | 'mapZoom'
>;

/**
 * How the pages get a token: not at all; by asking for name and password, at this service's own issuer; or at an issuer
 * elsewhere, by the code flow with PKCE.
 */
export type AuthSettings =
  | { readonly auth: 'off' }
  | ({
      readonly auth: 'password';
      readonly token_endpoint: string;
      readonly revocation_endpoint: string;
    } & OfTokens)
  | ({ readonly auth: 'code'; readonly issuer: string } & OfTokens);

/** How tokens are asked for and read. */
interface OfTokens {
  readonly client_id: string;
  /** Beginning of names of roles in them that is left out; '' for none. */
  readonly role_prefix: string;
}

/** What `/map/settings.json` tells the pages; nothing of it is secret. */
export function webSettings(configuration: WebConfiguration): WebSettings {
  const { mapTiles: tiles, mapAttribution: attribution, mapZoom: zoom } = configuration;
  return { ...authSettings(configuration), ...(tiles !== '' && { map: { tiles, attribution, zoom } }) };
}

function authSettings({ auth, authIssuer, rolePrefix }: WebConfiguration): AuthSettings {
  if (auth === 'off') return { auth: 'off' };
  const ofTokens = { client_id: WEB_CLIENT, role_prefix: rolePrefix };
  if (authIssuer !== '') return { auth: 'code', issuer: authIssuer, ...ofTokens };
  const endpoints = `/oauth/realms/${DEFAULT_REALM}/protocol/openid-connect`;
  const [token_endpoint, revocation_endpoint] = ['token', 'revoke'].map((name) => `${endpoints}/${name}`);
  return { auth: 'password', token_endpoint, revocation_endpoint, ...ofTokens };
}

/**
 * Content-Security-Policy of the pages: their own files, answers of this service and, where people log in elsewhere, of the
 * issuer; pictures of the server of the base map too. No script and no style stands in a page.
 */
export function webPolicy({ auth, authIssuer, mapTiles }: WebConfiguration): string {
  const issuer = auth === 'off' || authIssuer === '' ? '' : ` ${new URL(authIssuer).origin}`;
  const tiles = mapTiles === '' ? '' : ` ${originOfTiles(mapTiles)}`;
  return (
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:${tiles}; connect-src 'self'${issuer}; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  );
}
