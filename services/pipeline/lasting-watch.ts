import { SLOTS_PER_PART } from '../../detectors/relations/day-parts.ts';
import { stationRecord } from '../../ingest/log/station-record.ts';
import type { FaultStore } from '../stores/roles/fault-store.ts';
import type { ObservationStore } from '../stores/roles/observation-store.ts';
import type { JudgedUntil } from '../stores/time-series-store.ts';
import type { ReadinessCheck } from '../telemetry/readiness-check.ts';
import { awaitStored } from './await-stored.ts';
import { type LastingLookDependencies, type LastingStretch, lookForLasting } from './lasting-look.ts';
import { SettledWatch, type SettledWatchDependencies } from './settled-watch.ts';
import { endOfQuarters, unlookedStretch } from './unlooked-stretch.ts';

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

  /** First part after what is settled of each network, where that was not looked at since it was settled. */
  readonly #due = new Map<string, number>();

  /** False until all that had settled was looked at. */
  #isUpToDate = false;

  constructor(parts: LastingWatchDependencies) {
    super(parts, { everyMs: EVERY_MS, failing: 'faults of days cannot be looked for' });
  }

  /** Whether faults of days are known as far as is settled; where not, lists of faults lack some, and all else goes on. */
  check(): ReadinessCheck {
    const isUpToDate = this.#isUpToDate && this.#due.size === 0;
    return { ok: true, detail: isUpToDate ? 'examined as far as is settled' : 'examining what has settled' };
  }

  /** A network is settled up to a slot, which may be the end of a quarter of a day: the next look comes to it. */
  settled(network: string, slot: number): void {
    const end = endOfQuarters(slot);
    if (end > (this.#next.get(network) ?? Number.NEGATIVE_INFINITY)) this.#due.set(network, end);
  }

  override async look(signal?: AbortSignal): Promise<void> {
    let isDone = false;
    try {
      await super.look(signal);
      isDone = true;
    } finally {
      this.#isUpToDate = isDone;
    }
  }

  /** As long as it looked where something is due, as while history is judged: a long rest keeps what is found from everybody. */
  protected override rests(): number {
    return this.#due.size > 0 ? 1 : super.rests();
  }

  protected async lookAt(mark: JudgedUntil, signal: AbortSignal): Promise<void> {
    const stretch = await this.#unlooked(mark);
    if (stretch !== null) await this.#lookAtStretch(stretch, signal);
    if ((this.#due.get(mark.network) ?? Number.POSITIVE_INFINITY) <= endOfQuarters(mark.slot))
      this.#due.delete(mark.network);
  }

  /** What of a network was not looked at; null where there is nothing. */
  async #unlooked(mark: JudgedUntil): Promise<LastingStretch | null> {
    const { network, slot } = mark;
    if ((this.#next.get(network) ?? Number.NEGATIVE_INFINITY) >= endOfQuarters(slot)) return null;
    const stretch = await unlookedStretch(this.parts.store, mark);
    if (stretch === null) return null;
    this.#next.set(network, stretch.from);
    return stretch.from < stretch.end ? stretch : null;
  }

  async #lookAtStretch(stretch: LastingStretch, signal: AbortSignal): Promise<void> {
    const { log, store, plan, now } = this.parts;
    const { network, end } = stretch;
    this.#isUpToDate = false;
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
