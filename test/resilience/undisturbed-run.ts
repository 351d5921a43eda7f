import { replay } from '../../detectors/replay/replay.ts';
import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import type { Observation } from '../../schemas/observation.ts';
import type { Station } from '../../schemas/station.ts';
import { slotOf } from '../../schemas/time.ts';
import { reportedFault } from '../../services/answers/reported-fault.ts';
import { judgeLive } from '../detectors/stages/live-judgement.ts';
import { MemorySource } from '../detectors/stages/small-network.ts';
import type { Item } from './invariants.ts';
import { faultItem, topicFaultItem, underFaultItem, verdictItem } from './settled-items.ts';
import { settledFlagsOf } from './undisturbed-flags.ts';

/** What is settled of observations where nothing is disturbed. */
export interface Settled {
  readonly verdicts: readonly Item[];
  /** As the list of faults shows them, and as the topic has them. */
  readonly faults: readonly Item[];
  readonly topicFaults: readonly Item[];
  /** Values under these faults. */
  readonly values: readonly Item[];
  /**
   * Ids of the faults that were not withdrawn and were known by reports that are settled, whether they still hold or not. One
   * that later reports named may be named by another report once that is settled: a correction of a neighbour came between.
   */
  readonly held: readonly Item[];
}

/**
 * What a replay of observations settles, all of one network and in time; values under faults by the live stages, to which
 * they come in order.
 */
export async function undisturbedRun(
  stations: readonly Station[],
  observations: readonly Observation[],
): Promise<Settled> {
  const times = observations.map(({ time }) => time);
  const [start, end] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
  const network = observations[0]?.network ?? '';
  const configuration = liveJudgement(readConfiguration({}));
  const source = new MemorySource(stations, observations);
  const { anomalies, faults } = await replay(source, { network, start, end, configuration, verdicts: 'last' });
  const inOrder = [...observations].sort((a, b) => slotOf(a.time) - slotOf(b.time));
  const live = await judgeLive(stations, inOrder);
  const settledUntil = settledFlagsOf(observations);
  const settled = faults.filter(({ state }) => state === 'settled');
  return {
    verdicts: anomalies.filter(({ state }) => state === 'settled').map(verdictItem),
    faults: settled.map((fault) => faultItem(reportedFault(fault))),
    topicFaults: settled.map(topicFaultItem),
    values: settled.flatMap((fault) => live.valuesOf(fault).map((value) => underFaultItem(fault, value))),
    held: faults.filter(({ known }) => known <= settledUntil).map(({ id }) => ({ key: id, content: '' })),
  };
}
