import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import type { Configuration } from '../../schemas/configuration.ts';
import type { Logger } from '../../schemas/logger.ts';
import { NetworkScope } from '../../schemas/network-scope.ts';
import type { Part } from '../../schemas/parts.ts';
import type { DatasetDependencies } from '../datasets/dataset-dependencies.ts';
import { StoredNetworks } from '../datasets/networks/dataset-networks.ts';
import { sweep } from '../datasets/operations/sweep.ts';
import { QueryRunner } from '../datasets/queries/query-runner.ts';
import { openObjectStore } from '../datasets/storage/open-object-store.ts';
import { RegisterByNow } from '../experts/register-by-now.ts';
import { CatalogueRules } from '../experts/rule-register.ts';
import { DEFAULT_LIMITS } from '../http/http-limits.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import { checked, type ReadinessCheck } from '../telemetry/readiness-check.ts';
import { absent } from './absent.ts';

/** Longer than any request takes: what is older and belongs to nobody was a killed process's [ms]. */
const ABANDONED_MS = DEFAULT_LIMITS.storageMs + 2 * 3_600_000;
const SWEEP_MS = 3_600_000;

/** The dataset service of a process. */
export interface OpenedDatasets {
  readonly parts: DatasetDependencies;
  readonly checks: () => Promise<Record<string, ReadinessCheck>>;
  close(): Promise<void>;
}

/**
 * Opens what the dataset service rests on, where this process has it, and keeps its storage free of what no dataset has.
 *
 * @throws HalcyonError `storage_unavailable`, `cannot_write`
 */
export async function openDatasets(options: {
  readonly configuration: Configuration;
  readonly parts: ReadonlySet<Part>;
  /** null where this process needs none. */
  readonly catalogue: Catalogue | null;
  readonly store: TimeSeriesStore;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
}): Promise<OpenedDatasets> {
  const { configuration, parts, catalogue, store, now, logger } = options;
  if (!parts.has('datasets') || catalogue === null) {
    return { parts: absent('datasets'), checks: async () => ({}), close: async () => undefined };
  }
  const storage = await openObjectStore(configuration);
  const { queryTimeMs, queryMemory, queryRows, queryOutput, queriesAtOnce, scratchpadMs } = configuration;
  const queries = new QueryRunner({
    timeMs: queryTimeMs,
    memory: queryMemory,
    rows: queryRows,
    output: queryOutput,
    atOnce: queriesAtOnce,
  });
  // Read only: nobody is to be told of a rule.
  const experts = new RegisterByNow(new CatalogueRules(catalogue, () => undefined), store);
  const networks = new StoredNetworks({ store, experts }, now);
  const runs = join(configuration.data, 'runs');
  const ending = new AbortController();
  const sweeping = keepSwept().catch((error: unknown) => {
    if (!ending.signal.aborted) logger.warn(`the storage of datasets is no longer swept`, { cause: error });
  });
  return {
    parts: { catalogue, storage, queries, networks, runs, scope: NetworkScope.everywhere },
    checks: async () => ({ storage: await checked(() => storage.check()) }),
    close: async () => {
      ending.abort();
      await queries.close();
      await sweeping;
      await storage.close();
    },
  };

  async function keepSwept(): Promise<void> {
    await sweepOnce();
    for await (const _ of setInterval(SWEEP_MS, undefined, { signal: ending.signal, ref: false })) await sweepOnce();
  }

  async function sweepOnce(): Promise<void> {
    try {
      await removeOldRuns(runs, now() - ABANDONED_MS);
      const bounds = { now: now(), graceMs: ABANDONED_MS, keepMs: scratchpadMs };
      const { orphans, unregistered, unfinished } = await sweep({ catalogue: catalogue as Catalogue, storage }, bounds);
      if (orphans + unregistered + unfinished === 0) return;
      logger.info(
        `storage of datasets: removed ${orphans} files of no dataset, ${unfinished} unfinished, ${unregistered} whose dataset was not registered`,
      );
    } catch (error) {
      // It is away for now; what is left lying is found the next time.
      if (!ending.signal.aborted) logger.warn(`the storage of datasets could not be swept`, { cause: error });
    }
  }
}

/** Removes what queries have left that were killed with their process. */
async function removeOldRuns(runs: string, before: number): Promise<void> {
  for (const name of await readdir(runs).catch(() => [])) {
    const folder = join(runs, name);
    const found = await stat(folder).catch(() => null);
    if (found !== null && found.mtimeMs < before) await rm(folder, { recursive: true, force: true });
  }
}
