import { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { HOURS_PER_PART, PARTS_PER_DAY, type PartMeans } from '../../../detectors/relations/day-parts.ts';
import { isWorthALook, standingOf, swapOf } from '../../../detectors/relations/swapped-stations.ts';
import { changedMeans } from '../../../detectors/relations/without-parts.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { oneByOneOf } from '../../detectors/relations/made-means.ts';
import { markdownTable } from '../markdown-table.ts';
import type { Scene } from '../scene.ts';
import { looksAt, onCleanSet, percentOf, placesAmongOthers } from './looks.ts';

/** Neighbours are asked so far away [km]. */
const RADIUS_KM = 100;
/** The first look is when so many parts are over. */
const LEARNT = 5 * PARTS_PER_DAY;
/** How long the records have been exchanged [h]: a look is at most a quarter of a day later than two days would be. */
const LENGTHS = [24, 36, 42] as const;
/** Each pair is exchanged before one look in so many: pairs are many. */
const TURNS = 4;
const COLUMNS = ['stations', 'pairs', ...LENGTHS.map((hours) => `known after ${hours} h, %`)];

/** What is told of the records of two stations of a network that are exchanged. */
interface SwapWindows {
  /** Stations with two neighbours that can tell. */
  readonly stations: number;
  /** Pairs that were exchanged, one at a time, and how many of them are known after a length [h]. */
  readonly pairs: number;
  readonly found: ReadonlyMap<number, number>;
  /** Pairs that are called swapped at a look though nothing was exchanged. */
  readonly calledWrong: number;
}

/**
 * Exchanges the records of any two stations for some hours before a look, and counts what is found; other faults are not taken
 * into account.
 *
 * @param observations in the order of time
 */
export function swapWindows(
  stations: readonly Station[],
  observations: readonly Observation[],
  excluded: ReadonlySet<string>,
): SwapWindows {
  const network = new NetworkStations(stations[0].network, RADIUS_KM, stations);
  const neighboursOf = (station: number) => network.neighbours.of(station);
  const variables = [...VARIABLES.keys()];
  const places = placesAmongOthers(network, stations, excluded);
  const couples = places.flatMap((one, k) => places.slice(k + 1).map((two) => [one, two] as const));
  const found = new Map<number, number>(LENGTHS.map((hours) => [hours, 0]));
  let [pairs, calledWrong, turn] = [0, 0, 0];
  for (const { means, first, end } of looksAt(network, observations, LEARNT)) {
    turn++;
    const isCalled = (read: PartMeans, couple: readonly number[]) => {
      const of = { means: read, neighboursOf, variables };
      if (!couple.every((station) => isWorthALook(of, station, end))) return false;
      const [one, two] = couple.map((station) => standingOf(of, station, end));
      return swapOf(of, one, two, end, first) !== null;
    };
    for (const [k, couple] of couples.entries()) {
      if ((k + turn) % TURNS !== 0) continue;
      pairs++;
      if (isCalled(means, couple)) calledWrong++;
      for (const [hours, count] of found) {
        const from = end - hours / HOURS_PER_PART;
        if (isCalled(exchanged(means, couple, from), couple)) found.set(hours, count + 1);
      }
    }
  }
  return { stations: places.length, pairs, found, calledWrong };
}

/** A table of how soon two stations are known whose records are exchanged, before any look at the clean set. */
export function swapsTable(scene: Scene): Promise<string> {
  return onCleanSet(scene, (all, observations) => {
    const { stations, pairs, found, calledWrong } = swapWindows(all, observations, scene.excluded);
    const shares = [...found.values()].map((count) => percentOf(count, pairs));
    const words = `Of those that are not exchanged, ${calledWrong} of as many are called swapped.`;
    return `${markdownTable(COLUMNS, [[String(stations), String(pairs), ...shares]])}\n\n${words}`;
  });
}

/** The same parts of days, of which two stations have those of each other from one on. */
function exchanged(means: PartMeans, [one, two]: readonly number[], from: number): PartMeans {
  const whose = (station: number, part: number) => {
    if (part < from) return station;
    return station === one ? two : station === two ? one : station;
  };
  const isOfThem = (station: number) => station === one || station === two;
  const mean: PartMeans['mean'] = (station, variable, part) => means.mean(whose(station, part), variable, part);
  const hourMean: PartMeans['hourMean'] = (station, variable, hour) =>
    means.hourMean(whose(station, Math.floor(hour / HOURS_PER_PART)), variable, hour);
  return changedMeans(means, {
    mean,
    readMeans: oneByOneOf(isOfThem, mean, (...asked) => means.readMeans(...asked)),
    hourMean,
    readHourMeans: oneByOneOf(isOfThem, hourMean, (...asked) => means.readHourMeans(...asked)),
    rawMean: (station, variable, part) => means.rawMean(whose(station, part), variable, part),
    impossibleCount: (station, variable, part) => means.impossibleCount(whose(station, part), variable, part),
  });
}
