import type { JudgementPlan } from '../../detectors/stages/judgement-plan.ts';
import type { Rejection } from '../../ingest/log/embedded-log.ts';
import { KafkaLog } from '../../ingest/log/kafka/kafka-log.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import { messageOf } from '../../schemas/errors.ts';
import { type Part, PIPELINE_PARTS } from '../../schemas/parts.ts';
import { DistributedPipeline } from '../pipeline/distributed-pipeline.ts';
import { EmbeddedPipeline } from '../pipeline/embedded-pipeline.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import { kafkaSettings } from './kafka-configuration.ts';

/** What a pipeline is opened with. */
export interface OpenPipelineParts {
  readonly configuration: Configuration;
  readonly parts: ReadonlySet<Part>;
  readonly plan: JudgementPlan;
  readonly store: TimeSeriesStore;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly say: (line: string) => void;
}

/** What is tried again is told the first time, and then once in so many times. */
const TELL_EVERY = 20;

/** True where something of the pipeline is among some parts. */
export function hasPipeline(parts: ReadonlySet<Part>): boolean {
  return PIPELINE_PARTS.some((part) => parts.has(part));
}

/**
 * The pipeline's parts of this process, on Kafka where the settings name brokers, else the whole of it in its memory.
 *
 * @throws HalcyonError `log_unavailable`, `invalid_configuration`
 */
export async function openPipeline(given: OpenPipelineParts): Promise<Pipeline> {
  const { configuration, parts, plan, store, now, say } = given;
  const settings = kafkaSettings(configuration);
  if (settings === null) return new EmbeddedPipeline({ plan, store, now, say });
  const onRejection = ({ group, topic, error, attempt }: Rejection) => {
    if (attempt % TELL_EVERY === 1) say(`${group} of ${topic} tries again: ${messageOf(error)}`);
  };
  const log = await KafkaLog.open({ settings, say, now, onRejection });
  return new DistributedPipeline({ log, plan, store, parts, now, say });
}
