import { isoOf } from '../../../schemas/time.ts';
import { readClockText } from '../clock/clock-time.ts';
import type { SourceZone } from '../clock/source-zone.ts';

type Fields = Record<string, unknown>;

/** How far a station's clock may be ahead of ours, ms. */
const AHEAD_MS = 300_000;

/**
 * The local clock of a live feed: writes times that name no zone in UTC. Where the clock was set back, a time that is
 * new is the latest that is not ahead of our clock, and keeps it for as long as it stands there unchanged; of two of one
 * station in one look the first is the earlier. A time that the clock skipped is left with the name of its zone, which no
 * validation accepts.
 */
export class LiveClock {
  private readonly zone: SourceZone;
  /** Moments that were decided in the last look, by the fields as they came. */
  private decided: ReadonlyMap<string, number> = new Map();

  constructor(zone: SourceZone) {
    this.zone = zone;
  }

  /**
   * Writes the field `time` of all features of a look; texts are features without fields.
   *
   * @param now ms since the epoch
   */
  settle(features: readonly (Fields | string)[], now: number): void {
    /** Features as they came, by station and ambiguous time. */
    const ambiguous = new Map<string, { standing: string; fields: Fields; moments: readonly number[] }[]>();
    for (const fields of features) {
      if (typeof fields === 'string') continue;
      const { time } = fields;
      const read = typeof time === 'string' ? readClockText(time.trim()) : null;
      if (read === null || 'wrong' in read || read.offset !== null) continue;
      const moments = this.zone.momentsOf(read.local);
      if (moments.length > 1) {
        const place = `${String(fields['station_id'])}|${read.local}`;
        const same = ambiguous.get(place) ?? [];
        ambiguous.set(place, [...same, { standing: JSON.stringify(fields), fields, moments }]);
      } else fields['time'] = moments.length === 0 ? `${String(time)} ${this.zone.name}` : isoOf(moments[0]);
    }
    const decided = new Map<string, number>();
    for (const same of ambiguous.values()) {
      const several = same.some(({ standing }) => standing !== same[0].standing);
      for (const { standing, fields, moments } of same) {
        const latest = moments.findLast((moment) => moment <= now + AHEAD_MS) ?? moments[0];
        const first = standing === same[0].standing ? moments[0] : moments[moments.length - 1];
        const moment = this.decided.get(standing) ?? (several ? first : latest);
        decided.set(standing, moment);
        fields['time'] = isoOf(moment);
      }
    }
    this.decided = decided;
  }
}
