import { createHash } from 'node:crypto';
import type { DeadLetter, DeadLetterReason } from '../schemas/dead-letter.ts';
import type { RawItem } from './raw-item.ts';

/** Why an item became a dead letter, and where it came from. */
export interface Fate {
  readonly network: string;
  /** Name of the feed. */
  readonly source: string;
  readonly reason: DeadLetterReason;
  readonly detail: string;
  /** ms since the epoch. */
  readonly received: number;
}

/**
 * Makes the dead letter of an item. Its id is derived from network, source, place and bytes: the same bytes from the
 * same place are one letter, however often they come.
 */
export function deadLetterOf(item: RawItem, fate: Fate): DeadLetter {
  const source = item.place === '' ? fate.source : `${fate.source}:${item.place}`;
  const hash = createHash('sha256');
  // Lengths part the pieces, so that no two letters run together to the same bytes.
  for (const piece of [fate.network, source, item.mediaType, item.context]) {
    hash.update(`${Buffer.byteLength(piece)}:${piece}`);
  }
  hash.update(item.body);
  return {
    id: hash.digest('hex').slice(0, 32),
    network: fate.network,
    source,
    reason: fate.reason,
    detail: fate.detail,
    body: Buffer.from(item.body.buffer, item.body.byteOffset, item.body.byteLength).toString('base64'),
    mediaType: item.mediaType,
    context: item.context,
    received: fate.received,
    replayed: null,
  };
}

/** Name of the feed that brought a letter: its source without the place. */
export function feedOf(letter: DeadLetter): string {
  return letter.source.split(':', 1)[0] ?? '';
}
