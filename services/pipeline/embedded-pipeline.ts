import { availableParallelism } from 'node:os';
import { cutOf } from '../../detectors/baselines/taught-day.ts';
import type { JudgementPlan } from '../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../detectors/network/network-states.ts';
import { RuleBook } from '../../detectors/rules/rule-book.ts';
import { SpatialStage } from '../../detectors/stages/spatial-stage.ts';
import type { TemporalPartition } from '../../detectors/stages/temporal-partition.ts';
import { TemporalStage } from '../../detectors/stages/temporal-stage.ts';
import { LogIntake } from '../../ingest/intake/log-intake.ts';
import { StationDirectory } from '../../ingest/intake/station-directory.ts';
import { EmbeddedLog, type Rejection } from '../../ingest/log/embedded-log.ts';
import type { EventLog } from '../../ingest/log/event-log.ts';
import type { Extent } from '../../ingest/observation-source.ts';

import type { ExpertRule } from '../../schemas/expert-rule.ts';
import type { Logger } from '../../schemas/logger.ts';
import type { Observation } from '../../schemas/observation.ts';
import { SLOT_MS, slotOf, timeOfSlot } from '../../schemas/time.ts';
import type { ReadinessCheck } from '../telemetry/readiness-check.ts';
import { AnsweringThreads } from './answering-threads.ts';
import { awaitJudged } from './await-judged.ts';
import { FrequentReports } from './frequent-reports.ts';
import { LastingWatch } from './lasting-watch.ts';
import { STORE_GROUP } from './log-groups.ts';
import type { Pipeline } from './pipeline.ts';
import type { EmbeddedStore } from './pipeline-stores.ts';
import { SettledMarks } from './settled-marks.ts';
import { fillWindows } from './snapshot/fill-windows.ts';
import { restoreSnapshot } from './snapshot/restore-snapshot.ts';
import { SnapshotKeeper } from './snapshot/snapshot-keeper.ts';
import { SpaceWatch } from './space-watch.ts';
import { StoreSink } from './store-sink.ts';
import { firstOpenDay, restoreBaselines } from './stored-baselines.ts';
import { storedSensors } from './stored-sensors.ts';
import { type Unsettled, UnsettledBacklog } from './unsettled-backlog.ts';
import { WeatherWatch } from './weather-watch.ts';

/** What the pipeline of one process is started with. */
export interface EmbeddedPipelineDependencies {
  readonly plan: JudgementPlan;
  readonly store: EmbeddedStore;
  /** Whether values that pass are to have their score; where not, it may be null. */
  readonly scored: boolean;
  /** What people have ruled by the start; what they rule later comes by the log. */
  readonly rules: () => Promise<readonly ExpertRule[]>;
  /** Where windows and baselines are kept from one start to the next, and whether this process may write it; null: nowhere. */
  readonly snapshot: { readonly path: string; readonly written: boolean } | null;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
}

/** How often watermarks follow the clock and marks are written [ms]. */
const CLOCK_MS = 2000;
/** A clock is put back by less than this over a restart. */
const PUT_BACK_MS = 86_400_000;
/** How long a small insert waits for company [ms]: many tiny inserts cost the engine more than the wait costs anyone. */
const LINGER_MS = 20;
/**
 * The same of what judging makes of observations that are stored already: nobody's push waits for it, and an insert of a few
 * anomalies costs the engine as much as one of a thousand observations.
 */
const LONGER_MS = { judgements: 500, anomalies: 200, faults: 200 };

/**
 * The whole way of an observation in one process: intake, embedded log, both stages, store sink. Started, it has its
 * windows and baselines, and judges again what an earlier run left unsettled before it judges what is submitted.
 */
export class EmbeddedPipeline implements Pipeline {
  readonly log: EventLog;
  readonly stations = new StationDirectory();
  readonly intake: LogIntake;
  readonly #dependencies: EmbeddedPipelineDependencies;
  readonly #rules = new RuleBook();
  readonly #networks: NetworkStates;
  readonly #space: SpaceWatch;
  readonly #sink: StoreSink;
  readonly #temporal: TemporalStage;
  readonly #spatial: SpatialStage;
  readonly #marks: SettledMarks;
  readonly #lasting: LastingWatch;
  readonly #watches: readonly (LastingWatch | WeatherWatch)[];
  readonly #backlog: UnsettledBacklog;
  readonly #frequent: FrequentReports;
  readonly #keeper: SnapshotKeeper | null;
  readonly #threads: AnsweringThreads | null;
  /** The embedded log has one partition; it is judged once what is stored has been recovered. */
  readonly #given: Promise<TemporalPartition>;
  #give: (partition: TemporalPartition) => void = () => {};
  readonly #begun: Promise<void>;
  #begin: () => void = () => {};
  #clock: NodeJS.Timeout | undefined;
  #ticking: Promise<void> = Promise.resolve();

  constructor(dependencies: EmbeddedPipelineDependencies) {
    const { plan, store, scored, now, logger } = dependencies;
    this.#dependencies = dependencies;
    this.#given = new Promise((resolve) => {
      this.#give = resolve;
    });
    this.#begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
    const onRejection = ({ group, topic, error }: Rejection) =>
      logger.warn(`${group} of ${topic} tries again`, { topic, group, cause: error });
    const log = new EmbeddedLog({
      durableGroups: {
        stations: STORE_GROUP,
        observations: STORE_GROUP,
        judgements: STORE_GROUP,
        anomalies: STORE_GROUP,
        faults: STORE_GROUP,
        'weather-events': STORE_GROUP,
        baselines: STORE_GROUP,
        'dead-letters': STORE_GROUP,
        rules: STORE_GROUP,
        // Both stages share the windows: the temporal stage waits here until the spatial stage has looked.
        'temporal-anomalies': 'spatial',
      },
      onRejection,
      logger: logger.of('log'),
    });
    this.log = log;
    const { latenessSlots, hindsightSlots } = plan.configuration;
    const hindsightMs = hindsightSlots * SLOT_MS;
    this.#space = new SpaceWatch({ disk: store.disk, logger });
    const admit = () => this.#space.assertRoom();
    this.intake = new LogIntake({ log, stations: this.stations, now, hindsightMs, admit });
    this.#networks = new NetworkStates(plan, this.#rules);
    this.#sink = new StoreSink({
      log,
      store,
      space: this.#space,
      latenessSlots,
      lingerMs: LINGER_MS,
      longerMs: LONGER_MS,
      now,
      logger,
    });
    this.#marks = new SettledMarks(log, store, logger);
    const watched = { log, store, plan, rules: this.#rules, now, logger };
    this.#lasting = new LastingWatch(watched);
    this.#watches = [this.#lasting, new WeatherWatch(watched)];
    this.#backlog = new UnsettledBacklog({ store, logger, onJudged: (network) => this.#spatial.conclude(network) });
    this.#frequent = new FrequentReports(logger);
    const networks = this.#networks;
    const { path, written } = dependencies.snapshot ?? { path: '', written: false };
    this.#keeper = written ? new SnapshotKeeper({ path, log, store, plan, networks, now, logger }) : null;
    const recall = (network: string, station: string, time: number) => this.#recall(network, station, time);
    this.#threads = AnsweringThreads.for(plan.method, availableParallelism() - 1, logger);
    this.#temporal = new TemporalStage({
      log,
      plan,
      now,
      recall,
      scored,
      threads: this.#threads,
      networks: () => networks,
      inStep: true,
      takeOver: async (partition) => {
        this.#give(partition);
        await this.#begun;
        return undefined;
      },
    });
    const onSettled = (network: string, slot: number) => {
      this.#marks.note(network, slot);
      this.#lasting.settled(network, slot);
    };
    this.#spatial = new SpatialStage({ log, plan, networks, now, onSettled });
  }

  /** Loads the stations and begins to store: from here on observations may be submitted. */
  async prepare(): Promise<void> {
    const { store, now } = this.#dependencies;
    const started = now();
    // The clock may have been put back, by less than a day: then what was received ahead of it was written ahead of it as well.
    const [newest] = await store.observationsReceived(started, 1, started - PUT_BACK_MS);
    this.intake.continueAfter(newest?.received ?? started - 1);
    const stations = await store.allStations();
    this.stations.load(stations);
    for (const station of stations) this.#networks.of(station.network).stations.put(station);
    await this.log.subscribe({ group: 'judging', topic: 'stations' }, async ({ records }) => {
      for (const { value } of records) this.#networks.of(value.network).stations.put(value);
    });
    await this.log.subscribe({ group: 'judging', topic: 'rules' }, async ({ records }) => {
      for (const { value } of records) this.#rules.put(value);
    });
    await this.#space.start();
    await this.#temporal.start();
    await this.#sink.start();
  }

  /**
   * Rebuilds the windows from the store and begins to judge: first again what was not settled, then what is submitted.
   * Resolves when the windows are as they were.
   */
  async start(): Promise<void> {
    const { store, rules, now } = this.#dependencies;
    for (const rule of await rules()) this.#rules.put(rule);
    await this.#spatial.start();
    const partition = await this.#given;
    const settled = new Map((await store.judgedUntil()).map((mark) => [mark.network, mark.slot]));
    const restored = await this.#restored(partition, settled);
    const unsettled: Unsettled[] = [];
    for (const network of await store.networks()) {
      const extent = await store.extent(network);
      if (extent === null) continue;
      const until = settled.get(network) ?? Number.NEGATIVE_INFINITY;
      if (!restored.has(network)) await this.#rebuild(partition, network, extent, until);
      if (Number.isFinite(until)) {
        const reached = Math.min(slotOf(extent.last), slotOf(now()));
        this.#spatial.resume(network, until, await storedSensors(store, network, until), reached);
      }
      unsettled.push({ network, from: Math.max(timeOfSlot(until) + SLOT_MS / 2, extent.first), to: extent.last });
    }
    void this.#backlog.judge(partition, unsettled).then((judged) => {
      if (!judged) return;
      this.#begin();
      this.#keeper?.begin();
    });
    this.#clock = setInterval(() => {
      this.#ticking = this.#tick();
    }, CLOCK_MS);
  }

  async judgeAll(signal: AbortSignal): Promise<boolean> {
    if (!(await awaitJudged({ log: this.log, stopping: signal }))) return false;
    await this.#marks.write();
    for (const watch of this.#watches) await watch.finish(signal);
    return true;
  }

  async checks(): Promise<Record<string, ReadinessCheck>> {
    const ready = this.#clock !== undefined;
    return {
      pipeline: {
        ok: ready,
        detail: ready ? (this.#backlog.detail ?? 'judging') : 'rebuilding windows from the store',
      },
      faults_of_days: this.#lasting.check(),
      sink: this.#sink.check(),
      disk: this.#space.check(),
    };
  }

  /** Ends in order: what was acknowledged is stored, what is not settled is judged again at the next start. */
  async stop(): Promise<void> {
    clearInterval(this.#clock);
    await this.#ticking;
    await Promise.all(this.#watches.map((watch) => watch.stop()));
    await this.#backlog.stop();
    // Nothing is delivered behind a backlog that was broken off: the stage is stopped before it hears of this.
    this.#begin();
    await this.#temporal.stop();
    await this.#spatial.stop();
    await this.#threads?.close();
    for (const topic of ['judgements', 'anomalies', 'faults', 'weather-events', 'baselines'] as const) {
      await this.log.flushed(topic);
    }
    await this.#marks.write();
    await this.#keeper?.end();
    await this.#sink.stop();
    await this.#space.stop();
    await this.log.close();
  }

  async #tick(): Promise<void> {
    try {
      await this.#temporal.tick();
      await this.#marks.write();
      for (const watch of this.#watches) watch.tick();
      this.#keeper?.tick();
      this.#frequent.look([this.#networks]);
    } catch (error) {
      this.#dependencies.logger.warn(`the clock could not move on`, { cause: error });
    }
  }

  /** The networks whose windows and baselines are as they were by what an earlier run kept. */
  async #restored(partition: TemporalPartition, settled: ReadonlyMap<string, number>): Promise<ReadonlySet<string>> {
    const { plan, store, snapshot, logger } = this.#dependencies;
    if (snapshot === null) return new Set();
    return restoreSnapshot(snapshot.path, { store, plan, networks: this.#networks, partition, settled, logger });
  }

  /** Makes windows and baselines what they were when all up to a slot was settled, from the store alone. */
  async #rebuild(partition: TemporalPartition, network: string, extent: Extent, settledUntil: number): Promise<void> {
    const { store, plan } = this.#dependencies;
    const home = { partition, until: settledUntil };
    const day = await restoreBaselines(store, network, firstOpenDay(settledUntil, extent), () => home);
    if (!Number.isFinite(settledUntil)) return;
    const taught = day === null ? slotOf(extent.first) : cutOf(day, plan.configuration.latenessSlots);
    const from = Math.min(taught, settledUntil - plan.warmSlots);
    await fillWindows(store, plan, network, from, settledUntil, day ?? Number.NEGATIVE_INFINITY, () => home);
    partition.reach(network, settledUntil);
  }

  async #recall(network: string, station: string, time: number): Promise<Observation | null> {
    const page = await this.#dependencies.store.observations({ network, station, from: time, to: time, limit: 1 });
    return page.items[0]?.observation ?? null;
  }
}
