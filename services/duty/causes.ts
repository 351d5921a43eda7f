import { type Fault, isOfStation } from '../../schemas/fault.ts';
import { overAt } from './network-reading.ts';

/** The start of a swap or an old record is known to three hours: a jump so long before or after it may be its first sign [ms]. */
const START_MS = 3 * 3_600_000;

/** Whether a fault may have its cause in common with others: any other has one of its own. */
export function mayShareCause({ kind }: Fault): boolean {
  return isOfStation(kind) || kind === 'level';
}

/**
 * Faults by what causes them, by their ids: those of one cause have the same list. A wrong clock, a swap and an old record are
 * of every variable of a station, a swap is of two stations, and the jump of a sensor that a swap or an old record began with is
 * of that.
 *
 * @param time moment that is looked at, ms since the epoch
 */
export function causesOf(faults: readonly Fault[], time: number): ReadonlyMap<string, readonly Fault[]> {
  const others = new Map<string, Fault>();
  for (const fault of faults) {
    if (isOfOtherValues(fault) && overAt(fault, time) === null) others.set(sensorOf(fault), fault);
  }
  const byKey = new Map<string, Fault[]>();
  const causes = new Map<string, readonly Fault[]>();
  for (const fault of faults) {
    const other = others.get(sensorOf(fault));
    const isOver = overAt(fault, time) !== null;
    const isFirstSign =
      fault.kind === 'level' && !isOver && other !== undefined && Math.abs(fault.start - other.start) <= START_MS;
    const key = keyOf(isFirstSign ? other : fault, isOver);
    const those = byKey.get(key) ?? [];
    those.push(fault);
    byKey.set(key, those);
    causes.set(fault.id, those);
  }
  return causes;
}

/** Whether a station sends what was measured elsewhere, or before: its sensors jump as that begins. */
function isOfOtherValues({ kind }: Fault): boolean {
  return kind === 'swapped' || kind === 'resent';
}

function sensorOf({ station, variable }: Fault): string {
  return JSON.stringify([station, variable]);
}

/** What faults of one cause have in common. The same may have been wrong several times before: then the start tells them apart. */
function keyOf({ id, kind, station, swappedWith, start }: Fault, isOver: boolean): string {
  if (!isOfStation(kind)) return id;
  return JSON.stringify([kind, [station, swappedWith ?? station].sort(), isOver ? start : null]);
}
