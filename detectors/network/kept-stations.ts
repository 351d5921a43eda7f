import type { TaughtRows } from '../baselines/taught-rows.ts';
import { STATIONS_PER_BLOCK } from '../windows/station-block.ts';
import type { WindowRows } from '../windows/window-rows.ts';
import type { NetworkState } from './network-states.ts';

/** How far the baselines of a network had come: day in force, days since the epoch, and slot that every station was taught. */
export interface KeptProgress {
  readonly day: number;
  readonly taught: number;
}

/** Windows and baselines of some stations of one network as they were at a moment. */
export interface KeptStations {
  /** Identifiers, in the order of the rows. */
  readonly ids: readonly string[];
  /** Null where none of them had reported. */
  readonly windows: WindowRows | null;
  readonly taught: TaughtRows;
}

/**
 * Copies of all that is known of the stations of a network, a block at a time, so that nobody waits for a large one. What
 * happens between two copies is in the later only.
 *
 * @param count how many stations, the first by index
 */
export function* copiesOf({ stations, windows, baselines }: NetworkState, count: number): Generator<KeptStations> {
  for (let first = 0; first < count; first += STATIONS_PER_BLOCK) {
    const rows = Math.min(STATIONS_PER_BLOCK, count - first);
    yield {
      ids: stations.ids.slice(first, first + rows),
      windows: windows.copyRows(first, rows),
      taught: baselines.copyRows(first, rows),
    };
  }
}

/**
 * Puts back what was copied, up to a slot: what is newer is judged again.
 *
 * @param progress of the network, as it was when the first copy was made
 * @returns slot up to and with which reports had left the windows of one of the stations by then; -Infinity where none had
 */
export function putBack(
  { stations, windows, baselines }: NetworkState,
  kept: KeptStations,
  progress: KeptProgress,
  until: number,
): number {
  let left = Number.NEGATIVE_INFINITY;
  for (const [row, id] of kept.ids.entries()) {
    const station = stations.indexOf(id);
    if (kept.windows !== null) left = Math.max(left, windows.putRow(station, kept.windows, row, until));
    baselines.putRow(station, kept.taught, row, progress);
  }
  return left;
}
