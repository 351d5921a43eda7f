import type { EventLog } from '../../ingest/log/event-log.ts';
import { stationKey } from '../../schemas/station.ts';
import type { ReportScope } from '../stores/time-series-store.ts';

/** The reports of a network that belong to some partitions of the log; of all where these are all. */
export async function partitionScope(
  log: Pick<EventLog, 'ends' | 'partitionOf'>,
  network: string,
  partitions: ReadonlySet<number>,
): Promise<ReportScope> {
  if (partitions.size >= (await log.ends('observations')).length) return {};
  return { wants: (station) => partitions.has(log.partitionOf('observations', stationKey(network, station))) };
}
