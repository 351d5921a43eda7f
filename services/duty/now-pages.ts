import { FAULT_GROUPS, NOW_GROUPS, type NowAnswer, type NowGroup } from '../../schemas/http/answers/now-answer.ts';
import type { SilentSensor } from '../detection/silent-sensors.ts';
import type { StationInBrief } from '../detection/station-states.ts';
import { Cursor } from '../stores/cursor.ts';
import type { FaultNow } from './situation.ts';

/** Moment that every page is of, ms since the epoch, the group, and how many rows of it came before. */
const CURSOR = new Cursor('now', ['number', 'string', 'number']);

/** Which rows of a situation are asked for. */
export interface NowPlace {
  /** ms since the epoch; null where whoever asks says nothing: the present. */
  readonly time: number | null;
  /** null: the first rows of every group. */
  readonly group: NowGroup | null;
  readonly begin: number;
}

/** What is listed of a situation. */
interface Listed {
  readonly faults: readonly FaultNow[];
  readonly silent: readonly StationInBrief[];
  readonly silentSensors: readonly SilentSensor[];
}

/** Rows of a situation. */
interface NowRows extends Listed {
  readonly cursors: NowAnswer['next_cursors'];
}

/** The place of a cursor; the first rows without one. @throws HalcyonError `invalid_parameter` */
export function placeOf(cursor: string | undefined): NowPlace {
  const read = CURSOR.read(cursor);
  if (read === null) return { time: null, group: null, begin: 0 };
  const [time, name, begin] = read;
  return { time, group: NOW_GROUPS.find((group) => group === name) ?? null, begin: Math.max(0, Math.floor(begin)) };
}

/**
 * Some rows of a situation: of each group the first, or those of one group from a place on.
 *
 * @param time moment of the situation, ms since the epoch
 * @param limit most rows of a group
 */
export function nowRows(
  { faults, silent, silentSensors }: Listed,
  { group, begin }: NowPlace,
  { time, limit }: { readonly time: number; readonly limit: number },
): NowRows {
  const cursors: Partial<NowAnswer['next_cursors']> = {};
  /** The rows of a group that are asked for. */
  const pageOf = <T>(name: NowGroup, rows: readonly T[]): readonly T[] => {
    const end = begin + limit;
    const isAsked = group === null || group === name;
    cursors[name] = isAsked && end < rows.length ? CURSOR.write([time, name, end]) : null;
    return isAsked ? rows.slice(begin, end) : [];
  };
  const shown = new Set(
    FAULT_GROUPS.flatMap((name) =>
      pageOf(
        name,
        faults.filter((fault) => fault.group === name),
      ),
    ),
  );
  const [silentRows, sensorRows] = [pageOf('silent', silent), pageOf('silent_sensors', silentSensors)];
  return {
    // In the order of all of them: the worst first.
    faults: faults.filter((fault) => shown.has(fault)),
    silent: silentRows,
    silentSensors: sensorRows,
    cursors: cursors as NowAnswer['next_cursors'],
  };
}

/** How many faults are in each group. */
export function countGroups(faults: readonly Pick<FaultNow, 'group'>[]): NowAnswer['counts']['groups'] {
  const counts = { open: 0, snoozed: 0, maintenance: 0, muted: 0, recovered: 0 };
  for (const { group } of faults) counts[group]++;
  return counts;
}
