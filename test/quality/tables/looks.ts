import type { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { GatheredParts, partOf } from '../../../detectors/relations/day-parts.ts';
import { LOOKED_EVERY } from '../../../detectors/relations/lasting-change.ts';
import type { Observation } from '../../../schemas/observation.ts';

/** A time at which faults of days are looked for in a network. */
interface Look {
  /** What is known of the stations by then. */
  readonly means: GatheredParts;
  /** First part of the observations, and first one that is not over. */
  readonly first: number;
  readonly end: number;
}

/**
 * The looks at a network, each with what was reported before it.
 *
 * @param observations in the order of time
 * @param learnt parts that are to be over at the first of them
 */
export function* looksAt(
  network: NetworkStations,
  observations: readonly Observation[],
  learnt: number,
): Generator<Look> {
  const means = new GatheredParts();
  const first = partOf(observations[0].time);
  const last = partOf(observations[observations.length - 1].time);
  let taken = 0;
  for (let end = Math.ceil((first + learnt) / LOOKED_EVERY) * LOOKED_EVERY; end <= last; end += LOOKED_EVERY) {
    for (; taken < observations.length && partOf(observations[taken].time) < end; taken++) {
      means.add(network.indexOf(observations[taken].station), observations[taken]);
    }
    yield { means, first, end };
  }
}
