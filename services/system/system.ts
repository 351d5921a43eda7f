import { type JudgementPlan, planJudgement } from '../../detectors/stages/judgement-plan.ts';
import { parsePush } from '../../ingest/feeds/push/parse-push.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import { liveJudgement } from '../../schemas/configuration.ts';
import { HalcyonError, messageOf } from '../../schemas/errors.ts';
import { detect } from '../detection/detect.ts';
import { readDetection } from '../detection/detection-request.ts';
import { createApplication } from '../http/application.ts';
import { DEFAULT_NETWORK, type HttpParts, type ReadinessCheck } from '../http/http-parts.ts';
import { type Listening, listen } from '../http/listening.ts';
import { assertSafeListening } from '../http/safe-listening.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import { openCatalogue } from '../stores/open-catalogue.ts';
import { openTimeSeries } from '../stores/open-time-series.ts';
import { StoreSource } from '../stores/store-source.ts';
import { configuredFeeds } from './feeds.ts';
import { OperatorLines } from './operator-lines.ts';
import { registerAll } from './register-stations.ts';

export interface SystemOptions {
  readonly configuration: Configuration;
  /** Allows listening beyond loopback without access control. */
  readonly insecure: boolean;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly say: (line: string) => void;
  /** Takes what went wrong and its private cause. */
  readonly logFailure: (line: string, cause: unknown) => void;
}

export interface System {
  /** Where the services listen. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the whole system in this process: stores, pipeline, HTTP services, feeds. Resolves when it is ready.
 *
 * @throws HalcyonError `invalid_configuration`, or what a store says that cannot be opened
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { configuration, now, say } = options;
  assertSafeListening(configuration, { insecure: options.insecure });
  if (configuration.kafkaBrokers.length > 0) {
    const said = 'KAFKA_BROKERS is set, but halcyon run works on the embedded log in this version; unset it';
    throw new HalcyonError('invalid_configuration', said);
  }
  const plan = livePlan(configuration);
  const feedsOn = configuredFeeds(configuration);
  const ending: (() => Promise<void>)[] = [];
  const stop = () => endAll(ending.splice(0).reverse());
  try {
    const { clickhouseUrl, data: dataFolder } = configuration;
    const store = await openTimeSeries({ clickhouseUrl, dataFolder, role: 'system', say });
    ending.push(() => store.close());
    // The catalogue's first opening takes seconds: it is made while the rest starts.
    const catalogue = openCatalogue({ postgresUrl: configuration.postgresUrl, dataFolder });
    // Where it fails, that is told below; until then nobody else waits for it.
    const openedCatalogue = catalogue.catch(() => null);
    ending.push(async () => (await openedCatalogue)?.close());
    const pipeline = new Pipeline({ plan, store, now, say });
    ending.push(() => pipeline.stop());
    const state = { ready: false };
    const parts: HttpParts = {
      configuration,
      store,
      intake: pipeline.intake,
      parsePush,
      registerStations: (registrations) => registerAll(pipeline.intake, DEFAULT_NETWORK, registrations),
      detect: async (body, signal) => {
        const { latenessSlots, hindsightSlots } = configuration;
        const request = readDetection(body, { now: now(), latenessSlots, hindsightSlots });
        return (await detect(new StoreSource(store, 'the store'), request, { signal })).report;
      },
      readiness: () => readiness(state.ready, store, catalogue),
      now,
      logFailure: options.logFailure,
    };
    await pipeline.prepare();
    const listening = await listen(createApplication(parts), configuration);
    ending.push(() => listening.close());
    await pipeline.start();
    state.ready = true;
    // Commands are on this machine: the public URL may be a proxy's, which they need not reach.
    await store.publish(listening.url);
    await catalogue;
    const lines = new OperatorLines(say, now);
    await pipeline.log.subscribe({ group: 'console', topic: 'anomalies' }, async ({ records }) =>
      lines.take(records.map((record) => record.value)),
    );
    const feeding = new AbortController();
    const running = feedsOn(store).map((feed) =>
      feed
        .run({ intake: pipeline.intake, signal: feeding.signal, now, say })
        .catch((error) => say(`feed ${feed.name} ended: ${messageOf(error)}`)),
    );
    ending.push(async () => {
      feeding.abort();
      await Promise.all(running);
    });
    return { url: publicUrl(configuration, listening), stop };
  } catch (error) {
    // Why it cannot start says more than what then could not be ended.
    await stop().catch(() => undefined);
    throw error;
  }
}

/** How the live stages judge; what is wrong with it is wrong in the settings. */
function livePlan(configuration: Configuration): JudgementPlan {
  try {
    return planJudgement(liveJudgement(configuration));
  } catch (error) {
    if (!(error instanceof HalcyonError) || error.code !== 'invalid_parameter') throw error;
    const settings = 'HALCYON_TEMPORAL_METHOD, HALCYON_THRESHOLD, HALCYON_SPATIAL_METHOD';
    throw new HalcyonError('invalid_configuration', `${error.message}; see ${settings}`, { cause: error });
  }
}

/** Ends every part, also after one that could not be ended in order; throws what the first of those threw. */
async function endAll(ending: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const end of ending) await end().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

function publicUrl(configuration: Configuration, listening: Listening): string {
  return configuration.publicUrl === '' ? listening.url : configuration.publicUrl;
}

async function readiness(
  ready: boolean,
  store: { check(): Promise<string> },
  catalogue: Promise<Catalogue>,
): Promise<Record<string, ReadinessCheck>> {
  return {
    pipeline: { ok: ready, detail: ready ? 'judging' : 'rebuilding windows from the store' },
    time_series: await checked(async () => `ClickHouse ${await store.check()}`),
    catalogue: await checked(async () => {
      const { product, version } = await (await catalogue).check();
      return `${product} ${version}`;
    }),
  };
}

async function checked(check: () => Promise<string>): Promise<ReadinessCheck> {
  try {
    return { ok: true, detail: await check() };
  } catch {
    return { ok: false, detail: 'does not answer' };
  }
}
