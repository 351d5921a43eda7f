import { AreaPlan } from '../../../ingest/log/kafka/areas/area-plan.ts';
import { partedAreas } from '../../../ingest/log/kafka/areas/parted-areas.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
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

export const lineHistory: readonly Observation[] = smallHistory(line, 2, 7);

/** How the line is worked on. */
export interface LineWork {
  readonly partitions: number;
  readonly workers: number;
  /** Whether partitions are areas of the stations that are known at first, or hold any. */
  readonly areas: boolean;
  readonly change: boolean;
  /** As `Work` has it. */
  readonly late?: { readonly after: number; readonly ids: readonly string[] };
}

/**
 * Runs both stages as several workers on a log in memory.
 *
 * @returns what is settled, and how many observations the verification read in each partition
 */
export async function settledOnLine(
  arrivals: readonly Observation[],
  { partitions, areas, late, ...work }: LineWork,
  expected: number,
): Promise<{ readonly settled: unknown[]; readonly log: PartitionedLog }> {
  const known = line.filter(({ id }) => late?.ids.includes(id) !== true);
  const plan = areas ? new AreaPlan(await partedAreas(inBatches(known), partitions)) : null;
  const place = plan === null ? {} : { place: (key: string) => plan.partitionOf(key) };
  let log: PartitionedLog | undefined;
  const open = async (now: () => number) => {
    log ??= new PartitionedLog({ partitions, now, ...place });
    return log.open();
  };
  const registered = late === undefined ? {} : { late: { ...late, isTaken: () => log?.isTaken('stations') === true } };
  const settled = await settledByWorkers(line, arrivals, { ...work, ...registered, open }, { expected });
  if (log === undefined) throw new Error('nobody opened the log');
  return { settled, log };
}

async function* inBatches(stations: readonly Station[]): AsyncGenerator<readonly Station[]> {
  yield stations;
}
