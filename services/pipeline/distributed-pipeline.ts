import { setTimeout as sleep } from 'node:timers/promises';
import type { JudgementPlan } from '../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../detectors/network/network-states.ts';
import { RuleBook } from '../../detectors/rules/rule-book.ts';
import { SpatialWorker } from '../../detectors/stages/spatial-worker.ts';
import { TemporalStage } from '../../detectors/stages/temporal-stage.ts';
import { LogIntake } from '../../ingest/intake/log-intake.ts';
import { StationDirectory } from '../../ingest/intake/station-directory.ts';
import type { EventLog, Subscription } from '../../ingest/log/event-log.ts';
import { followTopic } from '../../ingest/log/follow-topic.ts';

import type { ExpertRule } from '../../schemas/expert-rule.ts';
import type { Logger } from '../../schemas/logger.ts';
import type { Observation } from '../../schemas/observation.ts';
import type { Part } from '../../schemas/parts.ts';
import { SLOT_MS, slotOf } from '../../schemas/time.ts';
import type { WindowReport } from '../../schemas/window-report.ts';
import { everyStation } from '../stores/every-page.ts';
import { checked, type ReadinessCheck } from '../telemetry/readiness-check.ts';
import { FrequentReports } from './frequent-reports.ts';
import { LastingWatch } from './lasting-watch.ts';
import { logAnswers } from './log-answers.ts';
import { STORE_GROUP } from './log-groups.ts';
import { logIsNew } from './log-is-new.ts';
import { LogSettledMarks } from './log-settled-marks.ts';
import { partitionScope } from './partition-scope.ts';
import { PartitionStations } from './partition-stations.ts';
import type { Pipeline } from './pipeline.ts';
import type { DistributedStore } from './pipeline-stores.ts';
import { rebuiltWords } from './rebuild-store.ts';
import { SpaceWatch } from './space-watch.ts';
import { StoreSink } from './store-sink.ts';
import { storedLevels } from './stored-levels.ts';
import { awaitStoredSensors } from './stored-sensors.ts';
import { TemporalTakeOver } from './temporal-take-over.ts';
import { WeatherWatch } from './weather-watch.ts';

/** What a process of the pipeline is started with. */
export interface DistributedPipelineDependencies {
  /** A log that outlives this process and that all of them reach. */
  readonly log: EventLog;
  readonly plan: JudgementPlan;
  readonly store: DistributedStore;
  /** Whether values that pass are to have their score; where not, it may be null. */
  readonly scored: boolean;
  /** What people have ruled by the start, where this process reaches the catalogue; the log has it too, unless it is new. */
  readonly rules: () => Promise<readonly ExpertRule[]>;
  /** Parts of the pipeline that run here; others may run as often as they like elsewhere. */
  readonly parts: ReadonlySet<Part>;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
}

/** How often watermarks follow the clock [ms]. */
const CLOCK_MS = 2_000;
/** How long a small insert waits for company [ms]: many small ones cost the store more than their rows do. */
const LINGER_MS = 1_000;
/** The same of a batch of a stage [ms]: fetches, commits and records of one cost brokers and stages as much as dozens of values. */
const STAGE_LINGER_MS = 100;
/** How long judging waits for a record of the store [ms]: it goes on without one. */
const RECALL_MS = 1_000;

/** Parts of the way of an observation in a process of their own, on a log and stores that they share with others. */
export class DistributedPipeline implements Pipeline {
  readonly log: EventLog;
  readonly intake: LogIntake;
  readonly #dependencies: DistributedPipelineDependencies;
  readonly #stations = new StationDirectory();
  readonly #rules = new RuleBook();
  readonly #temporal: TemporalStage | null;
  readonly #spatial: SpatialWorker | null;
  /** null where nothing is stored by this process. */
  readonly #space: SpaceWatch | null = null;
  readonly #sink: StoreSink | null = null;
  /** null where nothing is verified by this process. */
  readonly #marks: LogSettledMarks | null = null;
  readonly #watches: readonly (LastingWatch | WeatherWatch)[] = [];
  readonly #frequent: FrequentReports;
  readonly #judged: PartitionStations;
  readonly #following: Subscription[] = [];
  #clock: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | null = null;
  #marking: Promise<void> | null = null;

  constructor(parts: DistributedPipelineDependencies) {
    const { log, plan, store, now, logger } = parts;
    this.#dependencies = parts;
    this.log = log;
    const { latenessSlots, hindsightSlots } = plan.configuration;
    const hindsightMs = hindsightSlots * SLOT_MS;
    this.intake = new LogIntake({ log, stations: this.#stations, now, hindsightMs });
    this.#frequent = new FrequentReports(logger);
    this.#judged = new PartitionStations((key) => log.partitionOf('observations', key));
    this.#temporal = parts.parts.has('temporal') ? this.#newTemporal() : null;
    this.#spatial = parts.parts.has('spatial') ? this.#newSpatial() : null;
    const spatial = this.#spatial;
    if (spatial !== null) {
      this.#marks = new LogSettledMarks({ log, store, plan, logger, now, homes: () => spatial.homes });
      const watched = { log, store, plan, rules: this.#rules, now, logger };
      this.#watches = [new LastingWatch(watched), new WeatherWatch(watched)];
    }
    if (!parts.parts.has('sink')) return;
    const recover = async (signal: AbortSignal) => {
      const rebuilt = (await this.#sink?.rebuild(signal)) ?? null;
      return rebuilt === null ? null : rebuiltWords(rebuilt);
    };
    this.#space = new SpaceWatch({ disk: store.disk, logger, recover });
    this.#sink = new StoreSink({ log, store, space: this.#space, latenessSlots, lingerMs: LINGER_MS, now, logger });
  }

  /** Learns which stations are known, where observations are taken in here. */
  async prepare(): Promise<void> {
    const { log, store, parts } = this.#dependencies;
    if (!parts.has('feed')) return;
    this.#stations.load(await store.allStations());
    this.#following.push(await followTopic(log, 'stations', 'intake', (station) => this.#stations.put(station)));
  }

  /** Joins the groups of its parts; partitions are made ready as they are given. */
  async start(): Promise<void> {
    if (this.#temporal !== null || this.#spatial !== null) {
      // All that was ruled before is known before anything is judged.
      for (const rule of await this.#dependencies.rules()) this.#rules.put(rule);
      this.#following.push(await followTopic(this.log, 'rules', 'judging', (rule) => this.#rules.put(rule)));
    }
    if (this.#temporal !== null) {
      for (const station of await this.#dependencies.store.allStations()) this.#judged.put(station);
      this.#following.push(await followTopic(this.log, 'stations', 'limits', (station) => this.#judged.put(station)));
    }
    // Before the sink: what is stored from before this log is told from what comes by it.
    await this.#temporal?.start();
    await this.#spatial?.start();
    await this.#space?.start();
    await this.#sink?.start();
    this.#clock = setInterval(() => {
      this.#ticking ??= this.#tick().finally(() => {
        this.#ticking = null;
      });
    }, CLOCK_MS);
  }

  /** The log outlives this process: whatever was submitted is judged whether it waits or not. */
  async judgeAll(): Promise<boolean> {
    return false;
  }

  async checks(): Promise<Record<string, ReadinessCheck>> {
    const checks: Record<string, ReadinessCheck> = { log: await checked(() => logAnswers(this.log)) };
    if (this.#temporal !== null) checks['temporal'] = stageCheck('judging', this.#temporal);
    if (this.#spatial !== null) checks['spatial'] = stageCheck('verifying', this.#spatial);
    if (this.#sink !== null) checks['sink'] = this.#sink.check();
    if (this.#space !== null) checks['disk'] = this.#space.check();
    return checks;
  }

  async stop(): Promise<void> {
    clearInterval(this.#clock);
    await this.#ticking;
    await this.#marking;
    await Promise.all(this.#watches.map((watch) => watch.stop()));
    // Each part has committed what it has done; what it has not, others go on with.
    const parts = [...this.#following, this.#temporal, this.#spatial, this.#sink, this.#space];
    await Promise.all(parts.flatMap((part) => part?.stop() ?? []));
    await this.log.close();
  }

  #newTemporal(): TemporalStage {
    const { log, plan, store, scored, now, logger } = this.#dependencies;
    const takeOver = new TemporalTakeOver({ log, store, plan, logger });
    return new TemporalStage({
      log,
      plan,
      now,
      recall: (network, station, time) => this.#recall(network, station, time),
      scored,
      networks: (partition) => this.#judged.join(partition, new NetworkStates(plan, this.#rules)),
      inStep: false,
      lingerMs: STAGE_LINGER_MS,
      takeOver: (partition, assignment) => takeOver.take(partition, assignment),
    });
  }

  #newSpatial(): SpatialWorker {
    const { log, plan, store, now } = this.#dependencies;
    return new SpatialWorker({
      log,
      plan,
      rules: this.#rules,
      now,
      stations: () => everyStation(store),
      history: (network, from, to, partitions) => this.#history(network, from, to, partitions),
      levels: (network, day) => storedLevels(log, store, network, day),
      sensors: (network, settledUntil, stopping) => awaitStoredSensors({ log, store, stopping }, network, settledUntil),
      stored: async () => (await log.done(STORE_GROUP, 'observations')).map((offset) => offset ?? 0),
      before: () => this.#before(),
      lingerMs: STAGE_LINGER_MS,
    });
  }

  /** The reports of the stations in some partitions; the store leaves the others out, where there are any. */
  async *#history(
    network: string,
    from: number,
    to: number,
    partitions: ReadonlySet<number>,
  ): AsyncIterable<readonly WindowReport[]> {
    const { log, store } = this.#dependencies;
    yield* store.windowReports(network, from, to, await partitionScope(log, network, partitions));
  }

  /** Newest slot of each network that was stored before this log; empty where the log has everything. */
  async #before(): Promise<ReadonlyMap<string, number>> {
    const { log, store } = this.#dependencies;
    const newest = new Map<string, number>();
    if (!(await logIsNew(log))) return newest;
    for (const network of await store.networks()) {
      const extent = await store.extent(network);
      if (extent !== null) newest.set(network, slotOf(extent.last));
    }
    return newest;
  }

  /** A store that is away, or behind, holds up nothing: the windows have the value too. */
  async #recall(network: string, station: string, time: number): Promise<Observation | null> {
    const asked = this.#dependencies.store.observations({ network, station, from: time, to: time, limit: 1 });
    const found = asked.then(
      ({ items }) => items[0]?.observation ?? null,
      () => null,
    );
    return Promise.race([found, sleep(RECALL_MS, null)]);
  }

  /** The clock does not wait for it: a store that is away holds up nothing. */
  async #mark(): Promise<void> {
    try {
      // Of several processes one looks at what is settled: who marks it.
      if (await this.#marks?.tick()) for (const watch of this.#watches) watch.tick();
    } catch (error) {
      this.#dependencies.logger.warn(`how far the networks are settled could not be stored`, { cause: error });
    }
  }

  async #tick(): Promise<void> {
    this.#marking ??= this.#mark().finally(() => {
      this.#marking = null;
    });
    try {
      await this.#temporal?.tick();
      await this.#spatial?.tick();
      this.#frequent.look(this.#judged.states);
    } catch (error) {
      this.#dependencies.logger.warn(`the clock could not move on`, { cause: error });
    }
  }
}

function stageCheck(doing: string, { arriving, held }: { arriving: number; held: number }): ReadinessCheck {
  if (arriving > 0) return { ok: false, detail: `rebuilding the windows of ${arriving} partitions` };
  return { ok: true, detail: `${doing} ${held} partitions` };
}
