import { setTimeout as sleep } from 'node:timers/promises';
import { type Backoff, waitAfter } from '../../ingest/log/backoff.ts';
import type { Batch, EventLog, Subscription } from '../../ingest/log/event-log.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import type { FaultRecord } from '../../schemas/fault.ts';
import type { Logger } from '../../schemas/logger.ts';
import { stationKey } from '../../schemas/station.ts';
import { ALERT_GROUP, STORE_GROUP } from '../pipeline/log-groups.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import type { FaultStore } from '../stores/roles/fault-store.ts';
import type { NetworkRegistry } from '../stores/roles/network-registry.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';
import { type AlertEngine, type FaultMark, faultMark, gathered, type Touched, type Verdict } from './alert-engine.ts';
import { dueAlerts } from './due-alerts.ts';
import { FaultCatchUp } from './missed-faults.ts';
import { missedVerdicts } from './missed-verdicts.ts';
import { noteProgress } from './records/progress-records.ts';

/** How long a few verdicts wait for others [ms]: whether they concern anybody is asked of the catalogue batch by batch. */
const LINGER_MS = 200;
/** How often alerts are looked at that no verdict has come for [ms]. */
const LOOK_MS = 15_000;
/** How often the store is asked for verdicts where no log brings them [ms]. */
const POLL_MS = 60_000;
/** How often the sink is asked whether it has stored what a batch holds [ms]. */
const STORED_MS = 200;
const BACKOFF: Backoff = { firstMs: 500, mostMs: 30_000 };
/** What is read of the log. */
const TOPICS = ['anomalies', 'faults'] as const;
/** Verdicts and faults that are held while the catalogue is away; beyond, the store is asked for all of them later. */
const MOST_HELD = 50_000;

/** What verdicts and faults are watched with. */
export interface AlertWatchDependencies {
  readonly engine: AlertEngine;
  readonly catalogue: Catalogue;
  readonly store: Pick<VerdictStore, 'anomalies'> &
    Pick<FaultStore, 'faultsJudged'> &
    Pick<NetworkRegistry, 'networks'>;
  /** null where this process has none that brings verdicts: the store is asked for them. */
  readonly log: EventLog | null;
  /** True: the log outlives this process, so that what was not looked at comes again. */
  readonly outlives: boolean;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
  /** Called when something may have been written that is to be told. */
  readonly onLook: () => void;
}

/**
 * Has the engine look wherever a verdict has come, or a version of a fault. With a log that outlives the process a batch is committed when all of it
 * was looked at. One in memory is never held up, since judging waits for whoever does: what is to be looked at is kept
 * aside, and after a start the store is asked for what was missed.
 */
export class AlertWatch {
  readonly #dependencies: AlertWatchDependencies;
  readonly #ending = new AbortController();
  /** Verdicts that it was not asked about yet whom they concern. */
  #verdicts: Verdict[] = [];
  #faults: FaultMark[] = [];
  readonly #missedFaults: FaultCatchUp;
  /** True where some of these were let go that the store has. */
  #behind: boolean;
  /** Stations to be looked at, by their key. */
  readonly #waiting = new Map<string, Touched>();
  /** Newest settled observation of each network among what waits, ms since the epoch. */
  readonly #settled = new Map<string, number>();
  #wake: () => void = () => {};
  readonly #subscriptions: Subscription[] = [];
  readonly #running: Promise<void>[] = [];

  constructor(dependencies: AlertWatchDependencies) {
    this.#dependencies = dependencies;
    this.#behind = dependencies.log === null || !dependencies.outlives;
    this.#missedFaults = new FaultCatchUp(dependencies.store);
  }

  /** Begins to watch. */
  async start(): Promise<void> {
    const { log, outlives } = this.#dependencies;
    // What is missed is asked for once it no longer grows.
    if (log !== null) {
      const options = { group: ALERT_GROUP, lingerMs: LINGER_MS } as const;
      const anomalies = await log.subscribe({ ...options, topic: 'anomalies' }, (batch) =>
        outlives ? this.#takeVerdicts(batch) : this.#setVerdictsAside(batch),
      );
      this.#subscriptions.push(anomalies);
      const faults = await log.subscribe({ ...options, topic: 'faults' }, (batch) =>
        outlives ? this.#takeFaults(batch) : this.#setFaultsAside(batch),
      );
      this.#subscriptions.push(faults);
    }
    this.#running.push(
      this.#every(LOOK_MS, () => this.#lookAgain()),
      this.#workOff(),
    );
    if (log === null) this.#running.push(this.#every(POLL_MS, async () => this.#fallBehind()));
  }

  /**
   * Looks at a station at once: somebody has said something else of its anomalies.
   *
   * @param time of what was spoken of, ms since the epoch
   */
  reconsider(network: string, station: string, time: number): void {
    this.#wait([{ network, station, from: time, to: time }]);
    this.#wake();
  }

  /** Ends after the look at hand. */
  async stop(): Promise<void> {
    this.#ending.abort();
    this.#wake();
    await Promise.all(this.#subscriptions.map((subscription) => subscription.stop()));
    await Promise.all(this.#running);
  }

  get #ended(): boolean {
    return this.#ending.signal.aborted;
  }

  async #takeVerdicts({ partition, records }: Batch<Anomaly>): Promise<void> {
    const touched = await this.#dependencies.engine.touchedBy(records.map(({ value }) => value));
    await this.#lookAtAll(touched, 'anomalies', partition, records[records.length - 1].offset + 1);
  }

  async #takeFaults({ partition, records }: Batch<FaultRecord>): Promise<void> {
    const touched = await this.#dependencies.engine.touchedByFaults(marksOf(records.map(({ value }) => value)));
    await this.#lookAtAll(touched, 'faults', partition, records[records.length - 1].offset + 1);
  }

  /** Looks at everything that a batch touches, once the store has it up to its end: then it may be committed. */
  async #lookAtAll(
    touched: readonly Touched[],
    topic: (typeof TOPICS)[number],
    partition: number,
    end: number,
  ): Promise<void> {
    const { engine, log, onLook } = this.#dependencies;
    if (touched.length === 0) return;
    while (((await log?.done(STORE_GROUP, topic))?.[partition] ?? 0) < end) await this.#pause(STORED_MS);
    for (const one of touched) {
      if (this.#ended) throw new Error('the process ends');
      await engine.look(one);
      onLook();
    }
  }

  async #setVerdictsAside({ records }: Batch<Anomaly>): Promise<void> {
    for (const { value } of records) {
      const { id, network, station, time, check, state, classification } = value;
      this.#verdicts.push({ id, network, station, time, check, state, classification });
    }
    this.#keepUp();
  }

  async #setFaultsAside({ records }: Batch<FaultRecord>): Promise<void> {
    this.#faults.push(...marksOf(records.map(({ value }) => value)));
    this.#keepUp();
  }

  get #held(): number {
    return this.#verdicts.length + this.#faults.length;
  }

  #keepUp(): void {
    if (this.#held > MOST_HELD) this.#fallBehind();
    this.#wake();
  }

  #fallBehind(): void {
    this.#verdicts = [];
    this.#faults = [];
    this.#behind = true;
    this.#wake();
  }

  /** Looks at what was set aside, for as long as it runs; what fails is tried again. */
  async #workOff(): Promise<void> {
    for (let failures = 0; !this.#ended; ) {
      try {
        await this.#askAboutHeld();
        await this.#lookAtWaiting();
        failures = 0;
      } catch (error) {
        if (this.#ended) return;
        failures += 1;
        if (failures === 1) this.#dependencies.logger.warn(`alerts wait`, { cause: error });
        await this.#pause(waitAfter(BACKOFF, failures)).catch(() => undefined);
        continue;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (this.#ended || this.#behind || this.#held + this.#waiting.size > 0) resolve();
      });
    }
  }

  async #askAboutHeld(): Promise<void> {
    const { catalogue, engine, store, now } = this.#dependencies;
    if (this.#behind) {
      await this.#flushed();
      for await (const page of missedVerdicts(catalogue, store, now())) await this.#ask(page);
      const missed = await this.#missedFaults.read(now());
      this.#wait(await engine.touchedByFaults(missed.map((fault) => faultMark(fault))));
      this.#behind = false;
    }
    const [verdicts, faults] = [this.#verdicts, this.#faults];
    const [someVerdicts, someFaults] = [verdicts.slice(), faults.slice()];
    await this.#ask(someVerdicts);
    this.#wait(await engine.touchedByFaults(someFaults));
    if (verdicts === this.#verdicts) this.#verdicts.splice(0, someVerdicts.length);
    if (faults === this.#faults) this.#faults.splice(0, someFaults.length);
  }

  /** Waits until the store has what the log of this process has brought. */
  async #flushed(): Promise<void> {
    for (const topic of TOPICS) await this.#dependencies.log?.flushed(topic);
  }

  async #ask(verdicts: readonly Verdict[]): Promise<void> {
    const touched = await this.#dependencies.engine.touchedBy(verdicts);
    this.#wait(touched);
    const stations = new Set(touched.map(({ network }) => network));
    for (const { network, time, state } of verdicts) {
      if (state !== 'settled' || !stations.has(network)) continue;
      this.#settled.set(network, Math.max(time, this.#settled.get(network) ?? time));
    }
  }

  async #lookAtWaiting(): Promise<void> {
    const { engine, catalogue, outlives, onLook } = this.#dependencies;
    if (this.#waiting.size === 0) return;
    // The sink of the same process may be a moment behind.
    if (!outlives) await this.#flushed();
    for (const [key, one] of [...this.#waiting]) {
      if (this.#ended) return;
      await engine.look(one);
      if (this.#waiting.get(key) === one) this.#waiting.delete(key);
      onLook();
    }
    const settled = [...this.#settled];
    this.#settled.clear();
    for (const [network, time] of settled) await noteProgress(catalogue, network, time);
  }

  /** Alerts that may have ended, or of which somebody has said something else. */
  async #lookAgain(): Promise<void> {
    const { catalogue, engine, now } = this.#dependencies;
    this.#wait(await dueAlerts(catalogue, engine, now()));
    this.#wake();
  }

  #wait(touched: readonly Touched[]): void {
    for (const one of touched) {
      const key = stationKey(one.network, one.station);
      const other = this.#waiting.get(key);
      this.#waiting.set(key, other === undefined ? one : gathered([other, one])[0]);
    }
  }

  /** Does something again and again; what fails is done again the next time. */
  async #every(ms: number, does: () => Promise<void>): Promise<void> {
    try {
      for (;;) {
        await this.#pause(ms);
        await does().catch((error: unknown) => {
          if (!this.#ended) this.#dependencies.logger.warn(`alerts wait`, { cause: error });
        });
      }
    } catch {
      // It was stopped.
    }
  }

  #pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#ending.signal, ref: false });
  }
}

function marksOf(records: readonly FaultRecord[]): FaultMark[] {
  return records.flatMap((record) => (record.kind === 'fault' ? [faultMark(record.fault, record.values)] : []));
}
