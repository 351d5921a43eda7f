import { type JudgementPlan, planJudgement } from '../../detectors/network/judgement-plan.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import { liveJudgement } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { type Part, servesMore } from '../../schemas/parts.ts';
import { assertSafeListening } from '../http/listening/safe-listening.ts';
import { tlsOf } from '../http/listening/tls-files.ts';
import { closeToOthers } from '../stores/data-folder.ts';
import { assertInstalled } from '../stores/embedded-engines.ts';
import { openCatalogue } from '../stores/opening/open-catalogue.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../stores/opening/open-time-series.ts';
import { assertIssuer, assertReachable, needsCatalogue, needsTimeSeries, WHOLE } from './chosen-parts.ts';
import { configuredFeeds } from './feeds.ts';
import { OpeningCatalogue } from './opening-catalogue.ts';
import type { SystemOptions } from './system-options.ts';

/** A system that runs. */
export interface System {
  /** Where clients reach it. */
  readonly url: string;
  /** Where this process listens; another than `url` where a proxy stands in front. */
  readonly listening: string;
  stop(): Promise<void>;
}

/**
 * Starts the parts of the system that this process has: stores, pipeline, HTTP services, feeds. Resolves when it is ready.
 *
 * @throws HalcyonError `invalid_configuration`, `log_unavailable`, or what a store says that cannot be opened
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { configuration, parts, logger } = options;
  const whole = [...WHOLE].every((part) => parts.has(part));
  assertEngines(parts, configuration);
  assertReachable(parts, configuration);
  assertSafeListening(configuration, { insecure: options.insecure || !servesMore(parts) });
  assertIssuer(configuration, parts);
  const tls = await tlsOf(configuration);
  const plan = livePlan(configuration);
  const feedsOn = parts.has('feed') ? configuredFeeds(configuration) : () => [];
  const ending: (() => Promise<void>)[] = [];
  const stop = () => endAll(ending.splice(0).reverse());
  try {
    const closed = await closeToOthers(configuration.data);
    if (closed !== null) logger.warn(closed);
    const { postgresUrl, data: dataFolder } = configuration;
    const opening = new OpeningCatalogue(
      needsCatalogue(parts, configuration) ? () => openCatalogue({ postgresUrl, dataFolder }) : null,
    );
    ending.push(() => opening.close());
    const onHeld = () => void opening.begin();
    const openingStore = needsTimeSeries(parts) ? openStore(options, whole, onHeld) : null;
    // Its modules are loaded while the engine starts, which takes as long.
    const assembly = import('./assemble-system.ts');
    const opened = await openingStore;
    ending.push(async () => opened?.close());
    const catalogue = opening.begin();
    const { assembleSystem } = await assembly;
    const assembled = await assembleSystem({ ...options, whole, tls, plan, feedsOn, opened, catalogue, ending });
    return { ...assembled, stop };
  } catch (error) {
    // Why it cannot start says more than what then could not be ended.
    await stop().catch(() => undefined);
    throw error;
  }
}

/** Refuses, of all at once, the embedded stores that this process would need and this installation has not. */
function assertEngines(parts: ReadonlySet<Part>, configuration: Configuration): void {
  assertInstalled(
    ...(needsTimeSeries(parts) && configuration.clickhouseUrl === '' ? (['timeSeries'] as const) : []),
    ...(needsCatalogue(parts, configuration) && configuration.postgresUrl === '' ? (['catalogue'] as const) : []),
  );
}

/** A process of several does not own the embedded store: it works through whichever has opened it first. */
async function openStore(
  { configuration, logger }: Pick<SystemOptions, 'configuration' | 'logger'>,
  whole: boolean,
  onHeld: () => void,
): Promise<OpenedTimeSeries> {
  const { clickhouseUrl, data: dataFolder, kafkaBrokers } = configuration;
  const role = whole ? 'system' : 'command';
  const open = () => openTimeSeries({ clickhouseUrl, dataFolder, role, onHeld, say: (line) => logger.warn(line) });
  if (clickhouseUrl === '' || kafkaBrokers.length === 0) return open();
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof HalcyonError) || error.code !== 'store_unavailable') throw error;
      logger.warn(`${error.message} Waiting for it.`);
    }
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
