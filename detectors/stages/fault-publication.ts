import type { LogWriter } from '../../ingest/log/event-log.ts';
import { stationRecord } from '../../ingest/log/station-record.ts';
import type { NetworkFaults } from '../faults/network-faults.ts';

/**
 * Publishes what is new of the faults of some networks, and the conditions of their sensors where more is settled: before it
 * is told that it is settled, so that a successor finds them.
 */
export async function publishFaults(log: LogWriter, networks: Iterable<NetworkFaults>): Promise<void> {
  const records = Array.from(networks, (faults) => faults.news()).flat();
  if (records.length > 0) await log.publish('faults', records.map(stationRecord));
}
