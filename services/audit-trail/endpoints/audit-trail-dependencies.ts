import type { AuditTrail } from '../read-audit.ts';

/** What the endpoint of the audit trail rests on. */
export interface AuditTrailDependencies {
  /** What is recorded in the data folder of this process. */
  readonly auditTrail: AuditTrail;
}
