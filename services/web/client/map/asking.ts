import type { Api } from '../api/api.ts';

/** What the map asks the services with. */
export interface Asking {
  readonly api: Api;
  /** Ends what is asked. */
  readonly left: AbortSignal;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}
