import type { Silence } from '../alerts/alert-answers.ts';
import type { MaintenanceAnswer } from '../api/answers.ts';

/** Something that is planned, or was: maintenance of stations, or a silence. */
export interface CalendarEntry {
  readonly kind: 'maintenance' | 'silence';
  /** Those that it is made of: a window for each station. */
  readonly ids: readonly string[];
  /** Ids; null for all of them. */
  readonly stations: readonly string[] | null;
  /** True where it is for an area of the map. */
  readonly isArea: boolean;
  /** ms since the epoch; `to` null while it is open. */
  readonly from: number;
  readonly to: number | null;
  readonly reason: string;
  readonly by: string;
}

/** Maintenance windows and silences as entries, by their beginning: windows of one time, reason and person are one. */
export function entriesOf(windows: readonly MaintenanceAnswer[], silences: readonly Silence[]): CalendarEntry[] {
  const groups = new Map<string, CalendarEntry>();
  for (const { id, station_id, from, to, reason, by } of windows) {
    // One that was taken back has no time left.
    if (to !== null && Date.parse(to) <= Date.parse(from)) continue;
    const key = JSON.stringify([from, to, reason, by]);
    const before = groups.get(key);
    const times = { from: Date.parse(from), to: to === null ? null : Date.parse(to) };
    groups.set(key, {
      ...{ kind: 'maintenance', isArea: false, ...times, reason, by },
      ids: [...(before?.ids ?? []), id],
      stations: [...(before?.stations ?? []), station_id],
    });
  }
  const quiet = silences
    .filter(({ from, to }) => Date.parse(to) > Date.parse(from))
    .map(({ id, stations, box, area, from, to, reason, by }): CalendarEntry => {
      const times = { from: Date.parse(from), to: Date.parse(to) };
      return { kind: 'silence', ids: [id], stations, isArea: box !== null || area !== null, ...times, reason, by };
    });
  return [...groups.values(), ...quiet].sort((a, b) => a.from - b.from);
}

/** Entries with a part in a time, ms since the epoch, `to` not included. */
export function entriesIn(entries: readonly CalendarEntry[], from: number, to: number): CalendarEntry[] {
  return entries.filter((entry) => entry.from < to && (entry.to === null || entry.to > from));
}
