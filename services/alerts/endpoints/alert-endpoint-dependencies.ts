import type { AlertDependencies } from '../alert-dependencies.ts';

/** What the endpoints of alerts rest on. */
export interface AlertEndpointDependencies {
  readonly alerts: AlertDependencies;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}
