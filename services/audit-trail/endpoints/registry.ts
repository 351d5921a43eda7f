import type { Endpoint } from '../../http/endpoint.ts';
import type { AuditTrailDependencies } from './audit-trail-dependencies.ts';
import { listAudit } from './list-audit.ts';

/** The endpoints of what is recorded. */
export const AUDIT_TRAIL_ENDPOINTS: readonly Endpoint<AuditTrailDependencies>[] = [listAudit];
