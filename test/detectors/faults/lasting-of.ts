import { LastingFaults } from '../../../detectors/faults/lasting-faults.ts';
import { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { GatheredParts } from '../../../detectors/relations/gathered-parts.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { STATIONS } from './two-weeks.ts';

/** The faults of days of reports, looked at up to a slot or gone on with. */
export function lastingOf(
  observations: readonly Observation[],
  stations = new NetworkStations('small', 100, STATIONS),
): LastingFaults {
  const means = new GatheredParts();
  for (const { station, time, values } of observations) means.add(stations.indexOf(station), { time, values });
  const dependencies = {
    ...{ means, variables: [...VARIABLES.keys()], isLookedAt: () => true, otherFaults: () => [] },
    neighboursOf: (station: number) => stations.neighbours.of(station),
  };
  return new LastingFaults(dependencies, { stations, identity: 'test', now: () => 0 });
}
