import type { EventLog } from '../../ingest/log/event-log.ts';
import { observe } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import { ALERT_GROUP } from '../pipeline/log-groups.ts';
import { watchLag } from '../pipeline/log-lag.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import { inTime } from '../telemetry/in-time.ts';
import { pendingDeliveries } from './records/delivery-records.ts';

/**
 * Shows what is to be told of alerts and waits, and how far the alerts are behind the verdicts.
 *
 * @param log null where nothing brings verdicts
 * @returns what ends it
 */
export function watchAlerts(catalogue: Catalogue, log: Pick<EventLog, 'ends' | 'positions'> | null): () => void {
  const endLag =
    log === null
      ? () => {}
      : watchLag(
          log,
          (['anomalies', 'faults'] as const).map((topic) => ({ group: ALERT_GROUP, topic })),
        );
  const endWaiting = observe(METRICS.deliveriesWaiting, async (tell) => {
    const waiting = await inTime(pendingDeliveries(catalogue));
    if (waiting !== null) tell(waiting, {});
  });
  return () => {
    endLag();
    endWaiting();
  };
}
