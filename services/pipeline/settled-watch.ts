import type { JudgementPlan } from '../../detectors/network/judgement-plan.ts';
import { NetworkStations } from '../../detectors/network/network-stations.ts';
import type { RuleBook } from '../../detectors/rules/rule-book.ts';
import type { EventLog } from '../../ingest/log/event-log.ts';
import { messageOf } from '../../schemas/errors.ts';
import type { Logger } from '../../schemas/logger.ts';
import type { NetworkRegistry } from '../stores/roles/network-registry.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';
import type { JudgedUntil } from '../stores/time-series-store.ts';

/** What a watch works with. */
export interface SettledWatchDependencies {
  readonly log: Pick<EventLog, 'publish' | 'ends' | 'done'>;
  readonly store: Pick<VerdictStore, 'judgedUntil'> & Pick<NetworkRegistry, 'allStations'>;
  readonly plan: JudgementPlan;
  readonly rules: RuleBook;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
}

/** How often a watch looks, and what it says where it cannot. */
export interface SettledWatchHabit {
  /** At least so long between two looks [ms]. */
  readonly everyMs: number;
  /** What cannot be done where a look fails, as the beginning of a sentence. */
  readonly failing: string;
}

/** It rests so many times as long as it looked: the larger a network, the more seldom it is looked at. */
const RESTS = 20;
const LONGEST_REST_MS = 600_000;

/**
 * Looks again and again at what has settled of all networks that are judged, beside other work and never twice at once. What
 * fails is tried again, and told once.
 */
export abstract class SettledWatch<Parts extends SettledWatchDependencies> {
  protected readonly parts: Parts;
  readonly #habit: SettledWatchHabit;
  readonly #stopping = new AbortController();
  /** When the last look began and ended, ms since the epoch. */
  #began = Number.NEGATIVE_INFINITY;
  #ended = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;
  /** Why it could not look the last time; null where it could. */
  #trouble: string | null = null;

  constructor(parts: Parts, habit: SettledWatchHabit) {
    this.parts = parts;
    this.#habit = habit;
  }

  /**
   * Looks at what has settled of a network since the last look.
   *
   * @throws HalcyonError of the store; the signal's reason
   */
  protected abstract lookAt(mark: JudgedUntil, signal: AbortSignal): Promise<void>;

  /**
   * Looks at all that has settled, of every network: what fails at one keeps none of the others waiting.
   *
   * @throws the signal's reason; Error that names the first network at which it failed, and why
   */
  async look(signal: AbortSignal = new AbortController().signal): Promise<void> {
    let failure: Error | null = null;
    for (const mark of await this.parts.store.judgedUntil()) {
      signal.throwIfAborted();
      try {
        await this.lookAt(mark, signal);
      } catch (cause) {
        failure ??= new Error(`network ${mark.network}: ${messageOf(cause)}`, { cause });
      }
    }
    signal.throwIfAborted();
    if (failure !== null) throw failure;
  }

  /**
   * Begins to look, unless it is looking already; nobody has to wait for it. Where neighbours are not asked there is nothing to
   * see: nobody but they tells weather from a sensor.
   */
  tick(): void {
    const { plan, now } = this.parts;
    const { signal } = this.#stopping;
    if (!plan.configuration.spatialVerify || signal.aborted) return;
    if (this.#looking !== null || this.#isResting()) return;
    this.#began = now();
    this.#looking = this.look(signal)
      .then(() => {
        this.#trouble = null;
      })
      .catch((error: unknown) => {
        if (!signal.aborted) this.#failed(messageOf(error));
      })
      .finally(() => {
        this.#looking = null;
        this.#ended = now();
      });
  }

  /** Looks once more at all that has settled, for a process that ends then; what fails is told, and left to the next start. */
  async finish(signal: AbortSignal): Promise<void> {
    await this.#looking;
    if (!this.parts.plan.configuration.spatialVerify) return;
    try {
      await this.look(signal);
    } catch (error) {
      if (!signal.aborted) this.#failed(messageOf(error));
    }
  }

  /** Resolves when nothing more is looked at; what was begun is looked at by whoever comes after. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#looking;
  }

  /** The stations of a network, with their neighbours and what people rule of them. */
  protected async stationsOf(network: string): Promise<NetworkStations> {
    const { store, plan, rules } = this.parts;
    const { neighborRadiusKm } = plan.configuration;
    return new NetworkStations(network, neighborRadiusKm, await store.allStations(network), rules.of(network));
  }

  /** How many times as long as it looked it rests now. */
  protected rests(): number {
    return RESTS;
  }

  #isResting(): boolean {
    if (this.#began === Number.NEGATIVE_INFINITY) return false;
    const rest = Math.min(this.rests() * (this.#ended - this.#began), LONGEST_REST_MS);
    return this.parts.now() < Math.max(this.#ended + rest, this.#began + this.#habit.everyMs);
  }

  #failed(trouble: string): void {
    if (trouble !== this.#trouble) this.parts.logger.warn(`${this.#habit.failing}, trying again: ${trouble}`);
    this.#trouble = trouble;
  }
}
