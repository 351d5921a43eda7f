import type { Observation } from '../../../schemas/observation.ts';
import { type Station, stationKey } from '../../../schemas/station.ts';
import { PartitionedLog } from './partitioned-log.ts';
import { settledByWorkers } from './several-workers.ts';
import { smallHistory, smallStations } from './small-network.ts';

/** Distance between two of the line [degrees of longitude]: at 50 degrees north 40 km, so that each has four neighbours. */
const APART = 0.56;

/** Stations in a line from west to east: of most others each is too far for a neighbour. */
export const line: readonly Station[] = smallStations(24).map((station, place) => ({
  ...station,
  latitude: 50,
  longitude: place * APART,
}));
const PLACES = new Map(line.map(({ network, id }, place) => [stationKey(network, id), place]));

export const lineHistory: readonly Observation[] = smallHistory(line, 2, 7);

/** How the line is worked on. */
export interface LineWork {
  readonly partitions: number;
  readonly workers: number;
  /** Whether a partition holds stations beside each other, or any. */
  readonly cells: boolean;
  readonly change: boolean;
  /** As `Work` has it. */
  readonly late?: { readonly after: number; readonly ids: readonly string[] };
}

/** The partition of stations that lie beside each other: each has as many. */
function cellOf(key: string, partitions: number): number {
  return Math.floor(((PLACES.get(key) ?? 0) * partitions) / line.length);
}

/**
 * Runs both stages as several workers on a log in memory.
 *
 * @returns what is settled, and how many observations the verification read in each partition
 */
export async function settledOnLine(
  arrivals: readonly Observation[],
  { partitions, cells, ...work }: LineWork,
  expected: number,
): Promise<{ readonly settled: unknown[]; readonly log: PartitionedLog }> {
  const place = cells ? { place: (key: string) => cellOf(key, partitions) } : {};
  let log: PartitionedLog | undefined;
  const open = async (now: () => number) => {
    log ??= new PartitionedLog({ partitions, now, ...place });
    return log.open();
  };
  const settled = await settledByWorkers(line, arrivals, { ...work, open }, { expected });
  if (log === undefined) throw new Error('nobody opened the log');
  return { settled, log };
}
