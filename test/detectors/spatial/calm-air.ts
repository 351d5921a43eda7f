import { DOCUMENTED_FLOORS, DOCUMENTED_SPREADS } from '../../../detectors/baselines/documented-floors.ts';
import type { Neighbour, SpatialQuestion } from '../../../detectors/neighbours/spatial-question.ts';
import { WrittenWindows } from './written-windows.ts';

/** Slot of the candidate in every question. */
export const S = 1000;

/** Neighbours 1 to count, `km` apart from each other. */
export function ring(count: number, km = 5): Neighbour[] {
  return Array.from({ length: count }, (_, k) => ({
    index: k + 1,
    id: `n${String(k + 1).padStart(2, '0')}`,
    km: km * (k + 1),
  }));
}

/** Calm air: temperature drifts a little, by the same trend, at the station itself (0) up to the candidate. */
export function calm(count: number, cadence = 1): WrittenWindows {
  const windows = new WrittenWindows();
  for (let station = 0; station <= count; station++) {
    const to = station === 0 ? S - 1 : S + 12;
    windows.fill(station, 'temp_out', S - 48, to, (slot) => 15 + 0.05 * (slot - S), cadence);
  }
  return withOthers(windows, count, cadence);
}

/** Writes humidity, pressure and rain of the station and its neighbours, none of which changes. */
export function withOthers(windows: WrittenWindows, count: number, cadence = 1): WrittenWindows {
  for (let station = 0; station <= count; station++) {
    windows.fill(station, 'out_hum', S - 48, S + 12, () => 70, cadence);
    windows.fill(station, 'bar', S - 48, S + 12, () => 1013, cadence);
    windows.fill(station, 'rain', S - 48, S + 12, () => 0, cadence);
  }
  return windows;
}

/** A temperature of 30 where 15 was expected, asked at once; `rest` says otherwise. */
export function question(
  windows: WrittenWindows,
  neighbours: Neighbour[],
  rest: Partial<SpatialQuestion> = {},
): SpatialQuestion {
  return {
    station: 0,
    variable: 'temp_out',
    slot: S,
    actual: 30,
    expected: 15,
    floors: DOCUMENTED_FLOORS,
    spreads: DOCUMENTED_SPREADS,
    neighbours,
    windows,
    known: S,
    hindsightSlots: 6,
    ...rest,
  };
}
