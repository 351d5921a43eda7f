import * as setting from './settings.ts';

/** What a template of tiles stands for: the zoom, and column and row of the Web Mercator tile. */
const PLACES = ['{z}', '{x}', '{y}'] as const;

/** The base map of the pages. */
export const MAP_SETTINGS = {
  mapTiles: {
    name: 'HALCYON_MAP_TILES',
    meaning: 'tiles of the base map under the stations, in Web Mercator; only coasts and borders if not set',
    shown: 'none',
    expected:
      'a URL that begins with http:// or https://, has {z}, {x} and {y} in its path or query, and no other braces, user or ' +
      'fragment, such as https://tiles.example.org/{z}/{x}/{y}.png',
    fallback: () => '',
    read: (given) => (isTemplate(given) ? given : undefined),
  } satisfies setting.Setting<string>,
  mapAttribution: setting.text('', {
    name: 'HALCYON_MAP_ATTRIBUTION',
    meaning: 'text on the map that names the source of these tiles, as their licence asks',
  }),
  mapZoom: setting.integer(1, 22, 19, {
    name: 'HALCYON_MAP_ZOOM',
    meaning: 'highest zoom that these tiles have; nearer, they are enlarged',
  }),
} as const;

/** The origin of the tiles of a template. */
export function originOfTiles(template: string): string {
  return new URL(addressOf(template)).origin;
}

/** The address of the tile of the whole world. */
function addressOf(template: string): string {
  return PLACES.reduce((text, place) => text.replaceAll(place, '0'), template);
}

function isTemplate(given: string): boolean {
  const address = addressOf(given);
  if (!PLACES.every((place) => given.includes(place)) || /[{}\s]/.test(address) || !URL.canParse(address)) return false;
  const { protocol, username, password, hash, origin } = new URL(address);
  // A place within the host would ask another host for each tile.
  const isOfPath = !/^[a-z]+:\/\/[^/?]*[{}]/i.test(given);
  return /^https?:$/.test(protocol) && `${username}${password}${hash}` === '' && origin !== 'null' && isOfPath;
}
