import { planJudgement } from '../../detectors/network/judgement-plan.ts';
import type { Intake, StationHomes } from '../../ingest/intake.ts';
import { type Configuration, liveJudgement } from '../../schemas/configuration.ts';
import type { Logger } from '../../schemas/logger.ts';
import type { Part } from '../../schemas/parts.ts';
import { commandAudit, recordedWork } from '../audit/command-audit.ts';
import { servicesSocket } from '../local/services-socket.ts';
import { DEFAULT_NETWORK } from '../stations/default-network.ts';
import { openTimeSeries } from '../stores/opening/open-time-series.ts';
import { livingOwner } from '../stores/owner-file.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import { WHOLE } from './chosen-parts.ts';
import { HttpIntake } from './http-intake.ts';
import { openPipeline } from './open-pipeline.ts';
import { registerAll } from './register-stations.ts';

/** A way in for a command: through the running system, or through a pipeline of its own. */
export interface OpenIntake {
  readonly intake: Intake;
  readonly store: TimeSeriesStore;
  /** In words: where it goes. */
  readonly title: string;
  /** Of the stations that are registered; null where the running system knows them. */
  readonly homes: StationHomes | null;
  /** Registers stations, each in its network; one that names none where the running system puts it. */
  registerStations(registrations: readonly { readonly network?: string | undefined }[]): Promise<void>;
  /**
   * Waits until everything that was submitted is judged, where this command judges.
   *
   * @returns `elsewhere` where a running system or processes on Kafka judge, `part` where the next start judges the rest
   */
  judged(signal: AbortSignal): Promise<'all' | 'part' | 'elsewhere'>;
  /** Ends when everything submitted is stored. What is not judged by then is judged by the next start. */
  close(): Promise<void>;
}

/**
 * Opens the way in that a command has: a system that runs on the data folder takes what is submitted and judges it; where
 * none runs, it goes to the log on Kafka where the settings name one, or the command runs the pipeline for its own time.
 *
 * @throws HalcyonError what the store says that cannot be opened
 */
export async function openIntake(configuration: Configuration, now: () => number, logger: Logger): Promise<OpenIntake> {
  const { clickhouseUrl, data: dataFolder } = configuration;
  const owner = await livingOwner(dataFolder);
  const store = await openTimeSeries({ clickhouseUrl, dataFolder, role: 'command', say: (line) => logger.warn(line) });
  if (owner?.role === 'system' && owner.url !== undefined) {
    const intake = new HttpIntake(await servicesSocket(dataFolder));
    return {
      intake,
      store,
      title: `the running system at ${owner.url}`,
      homes: null,
      registerStations: (registrations) => intake.registerStations(registrations),
      judged: async () => 'elsewhere',
      close: () => store.close(),
    };
  }
  try {
    // On Kafka the command only takes in, and the stages' processes do the rest.
    const onKafka = configuration.kafkaBrokers.length > 0;
    const parts: ReadonlySet<Part> = onKafka ? new Set(['feed']) : WHOLE;
    const plan = planJudgement(liveJudgement(configuration));
    const rules = () => store.rules();
    const pipeline = await openPipeline({ configuration, parts, plan, store, owner: false, rules, now, logger });
    await pipeline.prepare();
    await pipeline.start();
    const audit = commandAudit(configuration, now, (line, cause) => logger.error(line, { cause }));
    return {
      // As a running system records what is pushed.
      intake: {
        submit: (network, ...rest) =>
          recordedWork(audit, { action: 'observations.push', network }, () => pipeline.intake.submit(network, ...rest)),
      },
      store,
      title: onKafka ? 'the log on Kafka' : 'the store in the data folder',
      homes: pipeline.intake.homes,
      registerStations: async (registrations) => {
        const network = registrations[0]?.network ?? DEFAULT_NETWORK;
        const event = { action: 'stations.register', network, detail: `${registrations.length} stations` } as const;
        await recordedWork(audit, event, () => registerAll(pipeline.intake, network, registrations));
      },
      judged: async (signal) => {
        if (onKafka) return 'elsewhere';
        return (await pipeline.judgeAll(signal)) ? 'all' : 'part';
      },
      close: async () => {
        try {
          await pipeline.stop();
          await store.close();
        } finally {
          await audit.close();
        }
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
