import { LOOKED_EVERY } from '../../detectors/faults/lasting-faults.ts';
import { partOf, SLOTS_PER_PART } from '../../detectors/relations/day-parts.ts';
import type { RuleBook } from '../../detectors/rules/rule-book.ts';
import type { JudgementPlan } from '../../detectors/stages/judgement-plan.ts';
import { NetworkStations } from '../../detectors/stages/network-stations.ts';
import { stationRecord } from '../../detectors/stages/station-record.ts';
import type { EventLog } from '../../ingest/log/event-log.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import { awaitStored } from './await-stored.ts';
import { type LastingLookParts, type LastingStretch, LOOKED_BACK, lookForLasting } from './lasting-look.ts';
import { RepeatedLook } from './repeated-look.ts';

/** What it works with. */
export interface LastingWatchParts {
  readonly log: Pick<EventLog, 'publish' | 'ends' | 'done'>;
  readonly store: LastingLookParts['store'] &
    Pick<TimeSeriesStore, 'judgedUntil' | 'extent' | 'allStations' | 'lastingCondition' | 'insertLastingConditions'>;
  readonly plan: JudgementPlan;
  readonly rules: RuleBook;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly say: (line: string) => void;
}

/** How often it is looked whether half a day is over [ms]. */
const EVERY_MS = 10_000;

/**
 * Looks for the faults of days of all networks that are judged: each half day once it is settled, by what is stored. What is
 * known then is stored for whoever comes after, so that a half day that was broken off is looked at again and gives the same.
 */
export class LastingWatch {
  readonly #parts: LastingWatchParts;
  readonly #looks: RepeatedLook;
  /** First part that was not looked at, of each network. */
  readonly #next = new Map<string, number>();

  constructor(parts: LastingWatchParts) {
    this.#parts = parts;
    const { now, say } = parts;
    this.#looks = new RepeatedLook({
      ...{ everyMs: EVERY_MS, failing: 'faults of days cannot be looked for', now, say },
      look: (signal) => this.look(signal),
    });
  }

  /** Begins to look at what is settled since, unless it is looking already; nobody has to wait for it. */
  tick(): void {
    if (this.#parts.plan.configuration.spatialVerify) this.#looks.tick();
  }

  /** Resolves when nothing more is looked at; what was begun is looked at by whoever comes after. */
  stop(): Promise<void> {
    return this.#looks.stop();
  }

  /**
   * Looks at all that is settled.
   *
   * @throws HalcyonError of the store; the reason of a stop
   */
  async look(signal: AbortSignal = new AbortController().signal): Promise<void> {
    for (const { network, slot } of await this.#parts.store.judgedUntil()) {
      const stretch = await this.#unlooked(network, slot);
      if (stretch !== null) await this.#lookAt(stretch, signal);
    }
  }

  /** What of a network was not looked at; null where there is nothing. */
  async #unlooked(network: string, settled: number): Promise<LastingStretch | null> {
    const { store } = this.#parts;
    const end = LOOKED_EVERY * Math.floor((settled + 1) / SLOTS_PER_PART / LOOKED_EVERY);
    if ((this.#next.get(network) ?? Number.NEGATIVE_INFINITY) >= end) return null;
    const extent = await store.extent(network);
    if (extent === null) return null;
    const known = await store.lastingCondition(network, end * SLOTS_PER_PART - 1);
    const first = partOf(extent.first);
    const begin = LOOKED_EVERY * Math.floor(first / LOOKED_EVERY);
    const from = known === null ? Math.max(begin, end - LOOKED_BACK) : (known.slot + 1) / SLOTS_PER_PART;
    this.#next.set(network, from);
    return from < end ? { network, from, end, first, known } : null;
  }

  async #lookAt(stretch: LastingStretch, signal: AbortSignal): Promise<void> {
    const { log, store, plan, rules, now } = this.#parts;
    const { network, end } = stretch;
    await awaitStored({ log, stopping: signal }, ['observations', 'faults']);
    const { neighborRadiusKm, variables } = plan.configuration;
    const stations = new NetworkStations(
      network,
      neighborRadiusKm,
      await store.allStations(network),
      rules.of(network),
    );
    const place = { stations, identity: plan.identity, now };
    const known = new Map<number, string[]>();
    for await (const { versions, contents } of lookForLasting({ store, place, variables, signal }, stretch)) {
      if (versions.length > 0) await log.publish('faults', versions.map(stationRecord));
      for (const [part, content] of contents) known.set(part, [...(known.get(part) ?? []), content]);
    }
    // Those of earlier half days are for reports that end there.
    const conditions = Array.from(known, ([part, contents]) => {
      return { network, slot: part * SLOTS_PER_PART - 1, content: `[${contents.join()}]` };
    });
    await store.insertLastingConditions(conditions);
    this.#next.set(network, end);
  }
}
