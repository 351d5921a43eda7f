import { slotOf } from '../../schemas/time.ts';
import type { WindowReport } from '../../schemas/window-report.ts';
import type { WindowStore } from './window-store.ts';

/** Puts stored reports of one station, those from `from` up to but without `end`, where they belong. */
export function putReports(
  windows: WindowStore,
  stations: { indexOf(id: string): number },
  reports: readonly WindowReport[],
  from: number,
  end: number,
): void {
  const station = stations.indexOf(reports[from].station);
  for (let i = from; i < end; i++) {
    const { time, values, rainCount, rainInterval } = reports[i];
    windows.put(station, slotOf(time), time, values, rainCount, rainInterval);
  }
}

/**
 * The pieces of a station's reports, those from `from` up to but without `end` in the order of time, that are put one after the
 * other where windows do not hold them all.
 *
 * @param slots less than this lie between the first and the last of a piece
 */
export function* piecesOf(
  reports: readonly WindowReport[],
  from: number,
  end: number,
  slots: number,
): Generator<[from: number, end: number]> {
  for (let next = from; next < end; ) {
    const begin = next;
    const limit = slotOf(reports[begin].time) + slots;
    while (next < end && slotOf(reports[next].time) < limit) next++;
    yield [begin, next];
  }
}

/** The stretches of reports that are of one station each: first index, and the one after the last. */
export function* stationRuns(reports: readonly WindowReport[]): Generator<[from: number, end: number]> {
  for (let from = 0; from < reports.length; ) {
    const { station } = reports[from];
    let end = from + 1;
    while (end < reports.length && reports[end].station === station) end++;
    yield [from, end];
    from = end;
  }
}
