import { logs, SeverityNumber } from '@opentelemetry/api-logs';
import type { AuditRecord } from '../../schemas/http/answers/audit-answer.ts';

const SEVERITIES = {
  done: { severityNumber: SeverityNumber.INFO, severityText: 'INFO' },
  refused: { severityNumber: SeverityNumber.WARN, severityText: 'WARN' },
  failed: { severityNumber: SeverityNumber.ERROR, severityText: 'ERROR' },
} as const;

/**
 * Sends a record as a log record of OpenTelemetry; does nothing where the settings send none. Its body is the line of the
 * file, so that whoever keeps it can hold the file against it.
 */
export function shipRecord(record: AuditRecord, line: string): void {
  const { who, from, about, action, result, reason, role, network, count, chain, number } = record;
  const attributes = {
    'halcyon.audit.result': result,
    'halcyon.audit.chain': chain,
    'halcyon.audit.number': number,
    'halcyon.audit.count': count,
    ...said('halcyon.audit.reason', reason),
    ...said('halcyon.audit.role', role),
    ...said('halcyon.audit.about.kind', about?.kind),
    ...said('halcyon.audit.about.id', about?.id),
    ...said('halcyon.network', network),
    ...said('user.id', who.id),
    ...said('user.name', who.username),
    ...said('halcyon.client.id', who.client),
    ...said('client.address', from),
  };
  logs.getLogger('halcyon.audit').emit({
    timestamp: Date.parse(record.time),
    eventName: `halcyon.${action}`,
    ...SEVERITIES[result],
    body: line,
    attributes,
  });
}

function said(name: string, value: string | null | undefined): Record<string, string> {
  return value === null || value === undefined ? {} : { [name]: value };
}
