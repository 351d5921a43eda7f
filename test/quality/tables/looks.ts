import { LastingFault } from '../../../detectors/faults/lasting-fault.ts';
import type { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { partOf } from '../../../detectors/relations/day-parts.ts';
import { GatheredParts } from '../../../detectors/relations/gathered-parts.ts';
import { fewAreNear, type LastingChange, LOOKED_EVERY } from '../../../detectors/relations/lasting-change.ts';
import { airFrom } from '../../../detectors/relations/other-air.ts';
import type { RelatedSensor } from '../../../detectors/relations/usual-relation.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { InjectedHistory } from '../injected-history.ts';
import type { Scene } from '../scene.ts';

/** What is said of a sensor at a look; null where nothing is. */
export type Certainty = keyof Certainties | null;

/** How often each was said. */
export interface Certainties {
  certain: number;
  suspected: number;
}

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

/** What is said of a lasting change at a look. @param first part of the observations */
export function certaintyOfChange(
  sensor: RelatedSensor,
  change: LastingChange | null,
  end: number,
  first: number,
): Certainty {
  if (change === null) return null;
  const named = { change, named: end, identity: '', air: airFrom(sensor, change.from) };
  return LastingFault.named(sensor, named, first).isDoubtful ? 'suspected' : 'certain';
}

/** A share of all in percent, or a dash where there are none. */
export function percentOf(count: number, all: number): string {
  return all === 0 ? '-' : ((100 * count) / all).toFixed(0);
}

/** A table of the clean set of a network, of its stations and of its observations in the order of time. */
export async function onCleanSet(
  { scoring }: Scene,
  tableOf: (stations: readonly Station[], observations: readonly Observation[]) => string,
): Promise<string> {
  const history = new InjectedHistory(scoring.injected('clean', '1'));
  const { observations } = history;
  return observations.length === 0 ? 'no observations' : tableOf(await history.stations(), observations);
}

/** The stations of a network that are scored and have two neighbours that can tell. */
export function placesAmongOthers(
  network: NetworkStations,
  stations: readonly Station[],
  excluded: ReadonlySet<string>,
): number[] {
  return stations
    .filter(({ id }) => !excluded.has(id))
    .map(({ id }) => network.indexOf(id))
    .filter((station) => !fewAreNear(network.neighbours.of(station).map((neighbour) => ({ neighbour }))));
}
