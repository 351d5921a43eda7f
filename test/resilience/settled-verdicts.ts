import { replay } from '../../detectors/replay/replay.ts';
import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import type { Observation } from '../../schemas/observation.ts';
import type { Station } from '../../schemas/station.ts';
import { MemorySource } from '../detectors/stages/small-network.ts';
import type { Item } from './invariants.ts';
import { verdictItem } from './stored-answers.ts';

/** The settled verdicts that a replay of observations gives, all of one network and in time. */
export async function settledVerdicts(
  stations: readonly Station[],
  observations: readonly Observation[],
): Promise<Item[]> {
  const times = observations.map(({ time }) => time);
  const [start, end] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
  const network = observations[0]?.network ?? '';
  const configuration = liveJudgement(readConfiguration({}));
  const source = new MemorySource(stations, observations);
  const { anomalies } = await replay(source, { network, start, end, configuration, verdicts: 'last' });
  return anomalies.filter(({ state }) => state === 'settled').map(verdictItem);
}
