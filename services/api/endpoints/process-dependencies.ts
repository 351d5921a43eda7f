import type { Part } from '../../../schemas/parts.ts';
import type { AccessDependencies } from '../../http/middleware/access-control.ts';
import type { IdentityDependencies } from '../../identity/identity-dependencies.ts';
import type { ReadinessCheck } from '../../telemetry/readiness-check.ts';

/** What the endpoints rest on that every process has. */
export interface ProcessDependencies {
  /** Parts of the system that this process serves. */
  readonly parts: ReadonlySet<Part>;
  readonly access: AccessDependencies;
  /** The identity service, where this process has it. */
  readonly identity?: IdentityDependencies;
  readonly readiness: () => Promise<Record<string, ReadinessCheck>>;
  /** The metrics of this process in Prometheus' text format. */
  readonly metrics: () => Promise<string>;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}
