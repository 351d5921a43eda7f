import { type Fault, type FaultKind, isOfStation } from '../../schemas/fault.ts';

/** The start of a swap, a unit or an old record is known to three hours: its first sign may be so long before or after it [ms]. */
const START_MS = 3 * 3_600_000;
/** So many stations that begin at once to send another unit, or what cannot be, have one cause, and so large a share of the network. */
const FEWEST_STATIONS = 3;
const LEAST_SHARE = 0.1;
/** What a whole feed may get wrong at once. */
const OF_FEEDS: readonly FaultKind[] = ['unit', 'impossible'];
/** What may be the first sign of a station that sends what was measured elsewhere, or before, and of another unit. */
const FIRST_SIGNS: Partial<Record<FaultKind, FaultKind>> = { swapped: 'level', resent: 'level', unit: 'impossible' };

/** When faults are looked at, ms since the epoch, and how many stations the network has that are not retired. */
interface Looked {
  readonly time: number;
  readonly inUse: number;
}

/** Whether a fault may have its cause in common with others: any other has one of its own. */
export function mayShareCause({ kind }: Fault): boolean {
  return isOfStation(kind) || isOfFeed(kind) || kind === 'level';
}

/** Whether a kind may be of many stations at once. */
export function isOfFeed(kind: FaultKind): boolean {
  return OF_FEEDS.includes(kind);
}

/**
 * Faults by what causes them, by their ids: those of one cause have the same list. A wrong clock, a swap and an old record are
 * of every variable of a station, a swap is of two stations, a unit and what cannot be may be of all that a feed sends. What a
 * swap, an old record or a unit began with is of that.
 */
export function causesOf(faults: readonly Fault[], looked: Looked): ReadonlyMap<string, readonly Fault[]> {
  const isOver = (fault: Fault) => overAt(fault, looked.time) !== null;
  const others = new Map<string, Fault>();
  for (const fault of faults) {
    if (FIRST_SIGNS[fault.kind] !== undefined && !isOver(fault)) others.set(sensorOf(fault), fault);
  }
  const mains = faults.map((fault) => {
    const other = others.get(sensorOf(fault));
    return other !== undefined && !isOver(fault) && isFirstSign(fault, other) ? other : fault;
  });
  const ofFeeds = feedKeys([...new Set(mains)], looked);
  const byKey = new Map<string, Fault[]>();
  const causes = new Map<string, readonly Fault[]>();
  for (const [k, fault] of faults.entries()) {
    const main = mains[k];
    const key = ofFeeds.get(main.id) ?? keyOf(main, isOver(main));
    const those = byKey.get(key) ?? [];
    those.push(fault);
    byKey.set(key, those);
    causes.set(fault.id, those);
  }
  return causes;
}

/** Whether a fault is what another one of the sensor began with. Under another unit values may become impossible at any time. */
function isFirstSign({ kind, start }: Fault, other: Fault): boolean {
  if (kind !== FIRST_SIGNS[other.kind]) return false;
  return other.start - start <= START_MS && (other.kind === 'unit' || start - other.start <= START_MS);
}

/** What faults that many stations have since the same time have in common, by their ids. */
function feedKeys(faults: readonly Fault[], { time, inUse }: Looked): ReadonlyMap<string, string> {
  const alike = new Map<string, Fault[]>();
  for (const fault of faults) {
    const { kind, variable, unit } = fault;
    if (!isOfFeed(kind)) continue;
    const key = JSON.stringify([kind, variable, unit, overAt(fault, time) !== null]);
    const those = alike.get(key) ?? [];
    those.push(fault);
    alike.set(key, those);
  }
  const keys = new Map<string, string>();
  for (const [key, those] of alike) {
    for (const together of begunTogether(those)) {
      const found = new Set(together.map(({ station }) => station)).size;
      if (found < FEWEST_STATIONS || found < LEAST_SHARE * inUse) continue;
      for (const { id } of together) keys.set(id, `${key} ${together[0].start}`);
    }
  }
  return keys;
}

/** Faults in groups of which each began soon after the one before. */
function begunTogether(faults: readonly Fault[]): readonly (readonly Fault[])[] {
  const groups: Fault[][] = [];
  for (const fault of faults.toSorted((a, b) => a.start - b.start)) {
    const last = groups.at(-1);
    if (last !== undefined && fault.start - last[last.length - 1].start <= START_MS) last.push(fault);
    else groups.push([fault]);
  }
  return groups;
}

/** What faults of one cause have in common. The same may have been wrong several times before: then the start tells them apart. */
function keyOf({ id, kind, station, swappedWith, start }: Fault, isOver: boolean): string {
  if (!isOfStation(kind)) return id;
  return JSON.stringify([kind, [station, swappedWith ?? station].sort(), isOver ? start : null]);
}

/** When the sensor was known to be right again, ms since the epoch; null while that is not known at a moment. */
export function overAt({ end, recovered }: Fault, time: number): number | null {
  if (end === null) return null;
  const over = recovered ?? end;
  return over <= time ? over : null;
}

/** The sensor of a fault. */
export function sensorOf({ station, variable }: Pick<Fault, 'station' | 'variable'>): string {
  return JSON.stringify([station, variable]);
}
