import type { AlertAnswer } from '../../../schemas/http/answers/alert-answer.ts';
import { isoOf } from '../../../schemas/time.ts';
import type { Alert } from '../records/alert-records.ts';

/** An alert in the words of lists, deliveries and the feed. */
export function alertAnswer(alert: Alert): AlertAnswer {
  const time = (at: number | null) => (at === null ? null : isoOf(at));
  return {
    id: alert.id,
    rule: { ...alert.rule },
    severity: alert.severity,
    state: alert.state,
    opened_at: isoOf(alert.opened),
    acknowledged_at: time(alert.acknowledged),
    acknowledged_by: alert.acknowledgedBy,
    resolved_at: time(alert.resolved),
    resolved_by: alert.resolvedBy,
    network: alert.network,
    stations: [...alert.stations],
    variables: [...alert.variables],
    classification: alert.classification,
    episode_id: alert.episode,
    fault_id: alert.fault?.id ?? null,
    fault: alert.fault?.said ?? null,
    anomaly_ids: [...alert.anomalies],
    first_time: isoOf(alert.first),
    last_time: isoOf(alert.last),
    summary: alert.summary,
    silenced: alert.silenced,
  };
}
