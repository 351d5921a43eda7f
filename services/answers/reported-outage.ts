import type { Outage } from '../../schemas/outage.ts';
import type { ReportedOutage } from '../../schemas/reports/report.ts';
import { isoOf } from '../../schemas/time.ts';

/** An outage as reports and REST answers show it; its share with four digits. */
export function reportedOutage({ kind, scope, start, end, stations, share, reason }: Outage): ReportedOutage {
  return {
    kind,
    scope,
    start: isoOf(start),
    end: end === null ? null : isoOf(end),
    stations: [...stations],
    share: Math.round(share * 10_000) / 10_000,
    reason,
  };
}
