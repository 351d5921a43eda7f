import { VARIABLES } from '../../../schemas/variables.ts';
import { StationMoments } from '../../../services/stores/roles/station-moments.ts';
import type { StationMoment } from '../../../services/stores/time-series-store.ts';

/** What is known of a station, which was heard at the time of its newest report where nothing else is said. */
export type GivenMoment = Omit<StationMoment, 'heard'> & Partial<Pick<StationMoment, 'heard'>>;

/** What a store says of some stations, of which nothing is known but what is given. */
export function momentsOf(stations: readonly string[], given: readonly GivenMoment[]): StationMoments {
  const moments = new StationMoments(stations);
  for (const { station, seen, heard = seen, cadence, latest } of given) {
    const row = stations.indexOf(station);
    if (row < 0) continue;
    moments.seen[row] = seen;
    moments.heard[row] = heard;
    moments.cadences[row] = cadence;
    for (const [v, { values, times, judged }] of moments.latest.entries()) {
      const one = latest[VARIABLES[v]];
      if (one === undefined) continue;
      values[row] = one.value;
      times[row] = one.time;
      judged[row] = one.judged ? 1 : 0;
    }
  }
  return moments;
}

/** The stations of which something is known, in their order. */
export function knownOf(moments: StationMoments): StationMoment[] {
  return moments.stations.map((_, row) => moments.at(row)).filter((moment) => moment !== null);
}
