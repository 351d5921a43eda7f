import { createHash } from 'node:crypto';
import type { RawItem } from '../../raw-item.ts';

/** Observations that are known at most, apart from those of the last look; 1,000 stations make so many in a day and a half. */
const MOST_KNOWN = 200_000;

/**
 * What a feed has brought already, by station and time, with digests of how it stood there last. What stands there
 * still, and a copy of an older state that comes back, is not new; other numbers for a time that was brought are a
 * correction.
 */
export class KnownObservations {
  private readonly most: number;
  /** In the order in which they were last seen. */
  private readonly known = new Map<string, readonly string[]>();

  constructor(most = MOST_KNOWN) {
    this.most = most;
  }

  /** Those of a look's items that were not brought before, in their order. */
  newOf(items: readonly RawItem[]): RawItem[] {
    const met = new Map<string, string[]>();
    const fresh: RawItem[] = [];
    for (const item of items) {
      const digest = createHash('sha1').update(item.body).digest('base64');
      const key = keyOf(item) ?? digest;
      const now = met.get(key) ?? [];
      if (!now.includes(digest) && this.known.get(key)?.includes(digest) !== true) fresh.push(item);
      met.set(key, [...now, digest]);
    }
    for (const [key, digests] of met) {
      this.known.delete(key);
      this.known.set(key, digests);
    }
    const most = Math.max(this.most, met.size);
    for (const key of this.known.keys()) {
      if (this.known.size <= most) break;
      this.known.delete(key);
    }
    return fresh;
  }
}

function keyOf({ fields }: RawItem): string | undefined {
  return fields === null ? undefined : `${String(fields['station_id'])}|${String(fields['time'])}`;
}
