import type { RawItem } from '../../ingest/raw-item.ts';

/** An item as the push feed makes it of a JSON object. */
export function jsonItem(fields: Record<string, unknown>, place = ''): RawItem {
  return {
    fields,
    body: Buffer.from(JSON.stringify(fields)),
    mediaType: 'application/json',
    context: '',
    place,
  };
}

/** An item that could not be read. */
export function brokenItem(bytes: string, why: string): RawItem {
  return {
    fields: null,
    unreadable: why,
    body: Buffer.from(bytes),
    mediaType: 'application/json',
    context: '',
    place: '',
  };
}
