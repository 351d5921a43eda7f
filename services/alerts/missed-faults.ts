import type { Fault } from '../../schemas/fault.ts';
import type { FaultStore } from '../stores/roles/fault-store.ts';
import { HISTORY_MS } from './rule-matching.ts';

/** Versions may be stored in another order than they were given in [ms]. */
const MARGIN_MS = 3_600_000;
/** The newest of more than these are looked at. */
const MOST = 50_000;

/** What the log does not bring again: the faults in the store whose last version is of the last day, later the new ones. */
export class FaultCatchUp {
  readonly #store: Pick<FaultStore, 'faultsJudged'>;
  /** When the newest that was read was judged, ms since the epoch. */
  #seen = Number.NEGATIVE_INFINITY;

  constructor(store: Pick<FaultStore, 'faultsJudged'>) {
    this.#store = store;
  }

  /** @param now current time, ms since the epoch */
  async read(now: number): Promise<readonly Fault[]> {
    const faults = await this.#store.faultsJudged(Math.max(this.#seen - MARGIN_MS, now - HISTORY_MS), MOST);
    for (const { judged } of faults) this.#seen = Math.max(this.#seen, judged);
    return faults;
  }
}
