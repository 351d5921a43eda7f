import type { AlertParts } from '../alert-parts.ts';

/** What the endpoints of alerts rest on. */
export interface AlertEndpointParts {
  readonly alerts: AlertParts;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}
