import { unaddressable } from '../patterns/addressable-id.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** True for a UUID of any version, in its usual form. */
export function isUuid(id: string | number): id is string {
  return typeof id === 'string' && UUID.test(id);
}

/** An id as the catalogue knows it: the letters of a UUID are of no case. */
export function catalogued(id: string | number): string {
  return isUuid(id) ? id.toLowerCase() : String(id);
}

/** Why files cannot be uploaded for an id, as the end of a sentence; null where they can. */
export function unusableId(id: string): string | null {
  return (
    unaddressable(id) ?? (id.includes('/') ? "has an id with '/', which parts it from the names of its files" : null)
  );
}
