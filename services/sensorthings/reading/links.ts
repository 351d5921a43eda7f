import { type EntityKey, idOf } from '../model/entity-key.ts';
import type { EntitySet } from '../model/entity-set.ts';

/** Where the service stands below the origin. */
export const SENSORTHINGS_PATH = '/sensorthings/v1.1';

/** The address of an entity. @param root of the service, without a slash at its end */
export function selfLink(root: string, set: EntitySet, key: EntityKey): string {
  return `${root}/${set.name}('${idOf(key, set.key)}')`;
}

/** An address with query options behind it; empty ones are left out. */
export function withOptions(address: string, options: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(options).flatMap(([name, text]) =>
    text === undefined ? [] : [`${name}=${encodeURIComponent(text)}`],
  );
  return given.length === 0 ? address : `${address}?${given.join('&')}`;
}
