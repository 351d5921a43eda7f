import type { Endpoint } from '../../http/endpoint.ts';
import type { AuditTrailParts } from './audit-trail-parts.ts';
import { listAudit } from './list-audit.ts';

/** The endpoints of what is recorded. */
export const AUDIT_TRAIL_ENDPOINTS: readonly Endpoint<AuditTrailParts>[] = [listAudit];
