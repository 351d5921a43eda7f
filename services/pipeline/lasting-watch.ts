import { partOf, SLOTS_PER_PART } from '../../detectors/relations/day-parts.ts';
import { LOOKED_EVERY } from '../../detectors/relations/lasting-change.ts';
import { LOOK_REACH } from '../../detectors/relations/look-reach.ts';
import { stationRecord } from '../../ingest/log/station-record.ts';
import type { FaultStore } from '../stores/roles/fault-store.ts';
import type { ObservationStore } from '../stores/roles/observation-store.ts';
import type { JudgedUntil } from '../stores/time-series-store.ts';
import { awaitStored } from './await-stored.ts';
import { type LastingLookDependencies, type LastingStretch, lookForLasting } from './lasting-look.ts';
import { SettledWatch, type SettledWatchDependencies } from './settled-watch.ts';

/** What it works with. */
export interface LastingWatchDependencies extends SettledWatchDependencies {
  readonly store: LastingLookDependencies['store'] &
    SettledWatchDependencies['store'] &
    Pick<ObservationStore, 'extent'> &
    Pick<FaultStore, 'lastingCondition' | 'insertLastingConditions'>;
}

/** How often it is looked whether a quarter of a day is over [ms]. */
const EVERY_MS = 10_000;

/**
 * Looks for the faults of days of all networks that are judged: each quarter of a day once it is settled, by what is stored.
 * What is known then is stored for whoever comes after, so that one that was broken off is looked at again and gives the same.
 */
export class LastingWatch extends SettledWatch<LastingWatchDependencies> {
  /** First part that was not looked at, of each network. */
  readonly #next = new Map<string, number>();

  constructor(parts: LastingWatchDependencies) {
    super(parts, { everyMs: EVERY_MS, failing: 'faults of days cannot be looked for' });
  }

  protected async lookAt({ network, slot }: JudgedUntil, signal: AbortSignal): Promise<void> {
    const stretch = await this.#unlooked(network, slot);
    if (stretch !== null) await this.#lookAtStretch(stretch, signal);
  }

  /** What of a network was not looked at; null where there is nothing. */
  async #unlooked(network: string, settled: number): Promise<LastingStretch | null> {
    const { store } = this.parts;
    const end = LOOKED_EVERY * Math.floor((settled + 1) / SLOTS_PER_PART / LOOKED_EVERY);
    if ((this.#next.get(network) ?? Number.NEGATIVE_INFINITY) >= end) return null;
    const extent = await store.extent(network);
    if (extent === null) return null;
    const known = await store.lastingCondition(network, end * SLOTS_PER_PART - 1);
    const first = partOf(extent.first);
    const begin = LOOKED_EVERY * Math.floor(first / LOOKED_EVERY);
    const from = known === null ? Math.max(begin, end - LOOK_REACH) : (known.slot + 1) / SLOTS_PER_PART;
    this.#next.set(network, from);
    return from < end ? { network, from, end, first, known } : null;
  }

  async #lookAtStretch(stretch: LastingStretch, signal: AbortSignal): Promise<void> {
    const { log, store, plan, now } = this.parts;
    const { network, end } = stretch;
    await awaitStored({ log, stopping: signal }, ['observations', 'faults']);
    const stations = await this.stationsOf(network);
    const place = { stations, identity: plan.identity, now };
    const known = new Map<number, string[]>();
    for await (const { versions, contents } of lookForLasting(
      { store, place, variables: plan.configuration.variables, signal },
      stretch,
    )) {
      if (versions.length > 0) await log.publish('faults', versions.map(stationRecord));
      for (const [part, content] of contents) known.set(part, [...(known.get(part) ?? []), content]);
    }
    // Those of earlier quarters are for reports that end there.
    const conditions = Array.from(known, ([part, contents]) => {
      return { network, slot: part * SLOTS_PER_PART - 1, content: `[${contents.join()}]` };
    });
    await store.insertLastingConditions(conditions);
    this.#next.set(network, end);
  }
}
