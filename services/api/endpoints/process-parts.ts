import type { Part } from '../../../schemas/parts.ts';
import type { AccessParts } from '../../http/middleware/access-control.ts';
import type { IdentityParts } from '../../identity/identity-parts.ts';
import type { ReadinessCheck } from '../../telemetry/readiness-check.ts';

/** What the endpoints rest on that every process has. */
export interface ProcessParts {
  /** Parts of the system that this process serves. */
  readonly parts: ReadonlySet<Part>;
  readonly access: AccessParts;
  /** The identity service, where this process has it. */
  readonly identity?: IdentityParts;
  readonly readiness: () => Promise<Record<string, ReadinessCheck>>;
  /** The metrics of this process in Prometheus' text form. */
  readonly metrics: () => Promise<string>;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}
