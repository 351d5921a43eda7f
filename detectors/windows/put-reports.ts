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
    const { time, values, rainCount } = reports[i];
    windows.put(station, slotOf(time), time, values, rainCount);
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
