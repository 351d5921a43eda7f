import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deployLog } from '../../ingest/log/kafka/deploy-log.ts';
import type { KafkaSettings } from '../../ingest/log/kafka/kafka-settings.ts';
import { linesTo } from '../../schemas/logger.ts';
import type { Observation } from '../../schemas/observation.ts';
import { HalcyonProcess, type ProcessSettings } from './halcyon-process.ts';
import { compare, type Findings } from './invariants.ts';
import { PushedHistory, type PushSettings } from './pushed-history.ts';
import type { Outcome, ScenarioContext } from './scenario.ts';
import { settledWhenQuiet } from './settled-when-quiet.ts';
import { storedUnderFaults } from './store-contents.ts';
import { observationItem, StoredAnswers } from './stored-answers.ts';
import { settledFaultsOnTopic, settledOnTopic } from './topic-verdicts.ts';
import { settledFlagsOf, undisturbedFlags } from './undisturbed-flags.ts';
import { undisturbedRun } from './undisturbed-run.ts';

/** What an installation has beside the usual: feed, two of each worker, and a process that serves reads. */
export interface InstallationSettings {
  /** Also the name of its network, its prefix and its database. */
  readonly name: string;
  readonly history?: Partial<PushSettings>;
  /** Brokers; the single one where not given. */
  readonly brokers?: readonly string[];
  readonly replication?: number;
  /** Partitions of its topics; more than workers of a stage where not given. */
  readonly partitions?: number;
  /** Parts that are worked on by processes of their own, one a name; two of each where not given. */
  readonly workers?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Path of the built command that deploys its log and runs; this version's where not given. */
  readonly command?: string;
  /** Time-series store; the shared server where not given. */
  readonly clickhouseUrl?: string;
  /** Catalogue of the process that serves reads; embedded where not given. */
  readonly postgresUrl?: string;
}

const PARTITIONS = 6;
/** How long it may take until what was acknowledged before a disturbance is judged [ms]. */
const MOST_MS = 900_000;
/** Parts that are worked on by several processes. */
const WORKERS = ['temporal', 'temporal', 'spatial', 'spatial', 'sink', 'sink'];
/** Slots that are there before the first disturbance, a day and a half. */
const HISTORY_SLOTS = 216;
/** How long a process may take to say what is expected of it [ms]. */
const SAID_MS = 240_000;

/** Halcyon in several processes on Kafka and a shared store, with the history that is pushed to it. */
export class Installation {
  /** Every log that it has worked on, in their order. */
  readonly #logs: KafkaSettings[];
  readonly history: PushedHistory;
  readonly feed: HalcyonProcess;
  readonly reads: HalcyonProcess;
  /** Workers of the stages and the sink. */
  readonly workers: HalcyonProcess[] = [];
  readonly answers: StoredAnswers;
  readonly problems: string[] = [];
  /** Settled verdicts and faults that were seen on the way: they may not change. */
  readonly seen = new Map<string, string>();
  readonly #context: ScenarioContext;
  environment: Readonly<Record<string, string>>;
  readonly #recovering = new Set<Promise<void>>();
  readonly #gone: HalcyonProcess[] = [];
  /** Of its time-series store. */
  readonly clickhouseUrl: string;
  #longestMs: number | null = null;

  private constructor(
    context: ScenarioContext,
    log: KafkaSettings,
    environment: Readonly<Record<string, string>>,
    history: PushedHistory,
    [feed, reads]: readonly [HalcyonProcess, HalcyonProcess],
  ) {
    this.#context = context;
    this.#logs = [log];
    this.environment = environment;
    this.clickhouseUrl = environment['CLICKHOUSE_URL'] ?? '';
    this.history = history;
    this.feed = feed;
    this.reads = reads;
    this.answers = new StoredAnswers(reads.url, history.network);
  }

  /** Deploys its log; nothing runs yet. */
  static async on(context: ScenarioContext, settings: InstallationSettings): Promise<Installation> {
    const { name, brokers, replication = 1, partitions = PARTITIONS, workers = WORKERS, postgresUrl } = settings;
    const { servers, folder } = context;
    const registryUrl = (await servers.registry()).url;
    const log: KafkaSettings = {
      brokers: brokers ?? [(await servers.kafka()).address],
      registryUrl,
      prefix: `${name}.`,
      partitions,
      replication,
      compression: 'none',
      tls: null,
      sasl: null,
    };
    const clickhouseUrl =
      settings.clickhouseUrl ?? (await servers.timeSeries()).url({ database: name.replaceAll('-', '_') });
    const environment = {
      HALCYON_DATA: join(folder, 'data'),
      KAFKA_BROKERS: log.brokers.join(),
      SCHEMA_REGISTRY_URL: registryUrl,
      HALCYON_KAFKA_PREFIX: log.prefix,
      HALCYON_KAFKA_PARTITIONS: String(partitions),
      HALCYON_KAFKA_REPLICATION: String(replication),
      CLICKHOUSE_URL: clickhouseUrl,
      ...settings.environment,
    };
    const { command } = settings;
    if (command === undefined) await deployLog(log, linesTo(context.say));
    else await deployed(command, environment);
    const history = new PushedHistory({ network: name, seed: context.seed, ...settings.history });
    const feed = await HalcyonProcess.on({ environment, only: 'feed', command });
    const catalogue = postgresUrl === undefined ? {} : { POSTGRES_URL: postgresUrl };
    const reads = await HalcyonProcess.on({
      environment: { ...environment, ...catalogue },
      only: 'detection',
      command,
    });
    const installation = new Installation(context, log, environment, history, [feed, reads]);
    for (const only of workers) installation.workers.push(await installation.newProcess({ only, command }));
    return installation;
  }

  /** Starts every process and registers the stations. */
  async start(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.start()));
    await this.history.register(this.feed.url);
  }

  /** Every process that should run. */
  get processes(): HalcyonProcess[] {
    return [this.feed, this.reads, ...this.workers];
  }

  /** The log that it works on. */
  get log(): KafkaSettings {
    return this.#logs[this.#logs.length - 1];
  }

  /** Has every process work on another log from its next start on. */
  useLog(prefix: string, partitions: number): void {
    this.#logs.push({ ...this.log, prefix, partitions });
    const environment = { HALCYON_KAFKA_PREFIX: prefix, HALCYON_KAFKA_PARTITIONS: String(partitions) };
    this.environment = { ...this.environment, ...environment };
    for (const process of this.processes) process.configure(environment);
  }

  /** A process on the same log and stores, not started yet. */
  newProcess(settings: Partial<ProcessSettings>): Promise<HalcyonProcess> {
    return HalcyonProcess.on({ ...settings, environment: { ...this.environment, ...settings.environment } });
  }

  /** Adds a worker and waits until it is ready. */
  async join(only: string, settings: Partial<ProcessSettings> = {}): Promise<void> {
    const process = await this.newProcess({ only, ...settings });
    this.workers.push(process);
    await process.start();
  }

  /** Ends a worker in order. */
  async leave(process: HalcyonProcess): Promise<void> {
    this.workers.splice(this.workers.indexOf(process), 1);
    this.#gone.push(process);
    await process.stop();
  }

  /** Something is disturbed now: measures how long it is until everything acknowledged before it is judged and stored. */
  disturbedNow(): void {
    const before = this.history.last;
    if (before.length === 0) return;
    const waiting = this.answers.untilJudged(before, MOST_MS).then((took) => {
      if (took === null)
        this.problems.push(`what was acknowledged before a disturbance was not judged after ${MOST_MS} ms`);
      else this.#longestMs = Math.max(this.#longestMs ?? 0, took);
    });
    this.#recovering.add(waiting);
    void waiting.finally(() => this.#recovering.delete(waiting));
  }

  /** Remembers the settled verdicts and faults that are stored now. */
  async look(): Promise<void> {
    const verdicts = await this.answers.settledItems().catch(() => []);
    const faults = await this.answers.settledFaultItems().catch(() => []);
    for (const { key, content } of [...verdicts, ...faults]) this.seen.set(key, content);
  }

  /** Waits until a process says of one of its parts what is expected; notes a problem where that does not come to be. */
  async untilSaid(process: HalcyonProcess, check: string, ok: boolean, waitMs = SAID_MS): Promise<void> {
    const end = performance.now() + waitMs;
    while ((await process.checks())?.[check]?.ok !== ok) {
      if (performance.now() > end) {
        const said = JSON.stringify(await process.checks());
        this.problems.push(`${process.name} did not say that ${check} is ${ok ? 'well' : 'not well'}: ${said}`);
        return;
      }
      await sleep(200);
    }
  }

  /** Waits until one of some processes says something of one of its parts, and resolves with it; notes a problem where none does. */
  async untilOne(
    processes: readonly HalcyonProcess[],
    check: string,
    detail: RegExp,
    waitMs = SAID_MS,
  ): Promise<HalcyonProcess | null> {
    for (const end = performance.now() + waitMs; performance.now() < end; await sleep(200)) {
      for (const process of processes) {
        if (detail.test((await process.checks())?.[check]?.detail ?? '')) return process;
      }
    }
    const said = await Promise.all(processes.map(async (process) => (await process.checks())?.[check]?.detail));
    this.problems.push(`nobody said ${detail} of ${check}: ${said.join(' ; ')}`);
    return null;
  }

  /** Waits until a process has written a line; notes a problem where it does not. */
  async untilWritten(process: HalcyonProcess, line: RegExp, waitMs = SAID_MS): Promise<void> {
    const end = performance.now() + waitMs;
    while (!line.test(process.output.join(''))) {
      if (performance.now() > end) {
        this.problems.push(`${process.name} did not write ${line}: ${process.output.slice(-5).join('')}`);
        return;
      }
      await sleep(100);
    }
  }

  /**
   * Waits until everything acknowledged is judged and settled as far as it can be, and compares.
   *
   * @param inTime what a replay is given: all that was acknowledged where nothing came too late
   */
  async conclude(
    done: string,
    inTime: readonly Observation[] = [...this.history.acknowledged.values()],
  ): Promise<Outcome> {
    const { history, answers, problems } = this;
    await Promise.all(this.#recovering);
    const all = [...history.acknowledged.values()];
    if ((await answers.untilJudged(history.last, MOST_MS)) === null) problems.push('the last slot was not judged');
    const expected = await undisturbedRun(history.stations, inTime);
    const both = expected.verdicts.length + expected.faults.length;
    const settled = await settledWhenQuiet(answers, both);
    const { verdicts, faults } = settled;
    this.#context.say(`${verdicts.length} verdicts and ${faults.length} faults settled, ${both} of both expected`);
    const { network } = history;
    const settledFaults = new Set(expected.faults.map(({ key }) => key));
    const flags = await undisturbedFlags(join(this.#context.folder, 'undisturbed'), history, inTime);
    const isInTime = new Set(flags.map(({ key }) => key));
    const settledUntil = settledFlagsOf(inTime);
    const flagsFound = await answers.flagItems(settledUntil);
    const findings: Record<string, Findings> = {
      observations: compare(all.map(observationItem), await answers.observationItems()),
      'settled flags': compare(
        flags,
        flagsFound.filter(({ key }) => isInTime.has(key)),
      ),
      'settled anomalies': compare(expected.verdicts, settled.verdicts),
      'settled on the topic': compare(expected.verdicts, await settledOnTopic(this.#logs, network)),
      'seen on the way': compare(
        Array.from(this.seen, ([key, content]) => ({ key, content })),
        [...settled.verdicts, ...settled.faults].filter(({ key }) => this.seen.has(key)),
      ),
      'settled faults': compare(expected.faults, settled.faults),
      'settled faults on the topic': compare(expected.topicFaults, await settledFaultsOnTopic(this.#logs, network)),
      'values under settled faults': compare(
        expected.values,
        await storedUnderFaults({ clickhouseUrl: this.clickhouseUrl }, network, settledFaults),
      ),
      'verdicts left open': compare([], await answers.openItems(settledUntil)),
      'faults not withdrawn': compare(expected.held, await answers.heldFaultItems(settledUntil)),
    };
    for (const { station_id, timestamp, flags } of await answers.observations()) {
      if (flags === null) problems.push(`${station_id}|${timestamp} is not judged`);
    }
    for (const process of [...this.processes, ...this.#gone]) {
      if (process.endedByItself === 0) continue;
      problems.push(`${process.name} ended by itself: ${process.output.slice(-5).join('')}`);
    }
    const { size: acknowledged } = history.acknowledged;
    const text = `${done}; ${history.pushed} slots, ${history.resent} sent again`;
    return {
      done: text,
      acknowledged,
      expected: { verdicts: expected.verdicts.length, faults: expected.faults.length },
      findings,
      longestMs: this.#longestMs,
      problems,
    };
  }

  /** Ends every process. */
  async stop(): Promise<void> {
    await Promise.allSettled([...this.processes, ...this.#gone].map((process) => process.stop()));
  }

  /** What every process wrote last, for a failure. */
  get words(): string {
    return this.processes.map(({ name, url, output }) => `${name} ${url}\n${output.slice(-30).join('')}`).join('\n');
  }
}

/** Has a version deploy the log that an environment names. @returns what it says */
export function deployed(command: string, environment: Readonly<Record<string, string>>): Promise<string> {
  return commanded(command, ['log', 'deploy'], environment);
}

/** Has a version do the work of a command. @returns what it says */
export async function commanded(
  command: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...words], { env });
  return stdout.trim();
}

/**
 * Runs work on an installation that has everything running and some history, and ends it, however that went.
 *
 * @param start where it is started otherwise than usual
 */
export async function onInstallation(
  context: ScenarioContext,
  settings: InstallationSettings,
  work: (installation: Installation) => Promise<Outcome>,
  start = (installation: Installation) => installation.start(),
): Promise<Outcome> {
  const installation = await Installation.on(context, settings);
  try {
    await start(installation);
    await installation.history.pushSlots(installation.feed.url, HISTORY_SLOTS);
    return await work(installation);
  } catch (error) {
    context.say(installation.words);
    throw error;
  } finally {
    await installation.stop();
  }
}
