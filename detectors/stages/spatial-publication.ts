import type { LogWriter } from '../../ingest/log/event-log.ts';
import { BatchSpans, processing, type RecordHeaders } from '../../ingest/log/record-trace.ts';
import { stationRecord } from '../../ingest/log/station-record.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { count, measure } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import type { NetworkFaults } from '../faults/network-faults.ts';
import { receivedOf } from './record-origins.ts';

/** A verdict on its way into the log. */
export interface Verdict {
  readonly anomaly: Anomaly;
  /** Headers of its candidate where it is the verdict at once; a revision belongs to no single observation. */
  readonly headers?: RecordHeaders | undefined;
}

/**
 * Publishes verdicts; those at once carry on the trace of their observation, and how long they took is measured.
 *
 * @param now current time, ms since the epoch
 * @param began when the work on the batch began, ms since the epoch by this machine's clock
 */
export async function publishVerdicts(
  log: LogWriter,
  verdicts: readonly Verdict[],
  now: () => number,
  began: number,
): Promise<void> {
  if (verdicts.length === 0) return;
  const spans = new BatchSpans(processing(log.traced('temporal-anomalies'), 'spatial', verdicts.length), began);
  const records = verdicts.map(({ anomaly, headers: cause }) => {
    const headers = spans.follow(cause);
    return headers === undefined ? stationRecord(anomaly) : { ...stationRecord(anomaly), headers };
  });
  try {
    await log.publish('anomalies', records);
  } catch (error) {
    spans.end(true);
    throw error;
  }
  spans.end();
  for (const { anomaly, headers } of verdicts) {
    count(METRICS.verdicts, 1, { classification: anomaly.classification, state: anomaly.state });
    const received = receivedOf(headers);
    if (received !== null) measure(METRICS.verdictLatency, Math.max(0, now() - received) / 1000, {});
  }
}

/**
 * Publishes what is new of the faults of some networks, and the conditions of their sensors where more is settled: before it
 * is told that it is settled, so that a successor finds them.
 */
export async function publishFaults(log: LogWriter, networks: Iterable<NetworkFaults>): Promise<void> {
  const records = Array.from(networks, (faults) => faults.news()).flat();
  if (records.length > 0) await log.publish('faults', records.map(stationRecord));
}
