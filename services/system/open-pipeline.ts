import { join } from 'node:path';
import type { JudgementPlan } from '../../detectors/network/judgement-plan.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import type { ExpertRule } from '../../schemas/expert-rule.ts';
import type { Logger } from '../../schemas/logger.ts';
import { type Part, PIPELINE_PARTS } from '../../schemas/parts.ts';
import { DistributedPipeline } from '../pipeline/distributed-pipeline.ts';
import { EmbeddedPipeline } from '../pipeline/embedded-pipeline.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import { openLog } from './open-log.ts';

/** What a pipeline is opened with. */
export interface OpenPipelineDependencies {
  readonly configuration: Configuration;
  readonly parts: ReadonlySet<Part>;
  readonly plan: JudgementPlan;
  readonly store: TimeSeriesStore;
  /** True where this process owns the store for its time, and nobody else judges what comes into it. */
  readonly owner: boolean;
  /** What people have ruled by the start, as far as this process can know: an embedded log forgets, one on Kafka may be new. */
  readonly rules: () => Promise<readonly ExpertRule[]>;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
}

/** True where something of the pipeline is among some parts. */
export function hasPipeline(parts: ReadonlySet<Part>): boolean {
  return PIPELINE_PARTS.some((part) => parts.has(part));
}

/**
 * The pipeline's parts of this process, on Kafka where the settings name brokers, else the whole of it in its memory.
 *
 * @throws HalcyonError `log_unavailable`, `invalid_configuration`
 */
export async function openPipeline(given: OpenPipelineDependencies): Promise<Pipeline> {
  const { configuration, parts, plan, store, rules, now, logger } = given;
  const log = await openLog({ configuration, now, logger });
  const judging = { plan, store, scored: configuration.scores === 'all', rules, now, logger };
  if (log === null) return new EmbeddedPipeline({ ...judging, snapshot: snapshotOf(given) });
  return new DistributedPipeline({ ...judging, log, parts });
}

/** A snapshot lies beside the embedded store that it was made of; whoever only works through its owner leaves it as it is. */
function snapshotOf({ configuration: { clickhouseUrl, data }, owner }: OpenPipelineDependencies) {
  return clickhouseUrl === '' ? { path: join(data, 'windows.snapshot'), written: owner } : null;
}
