import { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { HOURS_PER_PART, type PartMeans } from '../../../detectors/relations/day-parts.ts';
import type { HourlyMeans } from '../../../detectors/relations/hourly-relation.ts';
import { LOOKED_EVERY } from '../../../detectors/relations/lasting-change.ts';
import { CLOCK_RADIUS_KM, isClearlyShifted, shiftedClock } from '../../../detectors/relations/shifted-clock.ts';
import { isSurroundedIn } from '../../../detectors/relations/surrounded.ts';
import { changedMeans } from '../../../detectors/relations/without-parts.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { oneByOne } from '../../detectors/relations/made-means.ts';
import { markdownTable } from '../markdown-table.ts';
import type { Scene } from '../scene.ts';
import { looksAt, onCleanSet } from './looks.ts';

/** Clocks are looked at after so many hours, and the first time when so many parts are over. */
const BETWEEN_LOOKS = LOOKED_EVERY * HOURS_PER_PART;
const FIRST_LOOK = 60 / HOURS_PER_PART;
/** How long a clock has been wrong [h], and by how much [h]. */
const LENGTHS = [24, 36] as const;
const LAGS = [1, -1] as const;
const COLUMNS = ['put in', 'looks', 'known after a day (certain), %', 'after a day and a half (certain), %'];

/** What is told of the clocks of a network, each station at each look before which it reported. */
export interface ClockWindows {
  /** Stations that have neighbours to tell it by. */
  readonly stations: number;
  /** Looks, and those at which a sound clock is called wrong. */
  readonly windows: number;
  readonly calledWrong: number;
  /** How many of those are certain. */
  readonly calledCertain: number;
  /** How many are found of a clock that is off by a lag [h] since a length [h], by `lag length`, and how many of those are certain. */
  readonly found: ReadonlyMap<string, number>;
  readonly certain: ReadonlyMap<string, number>;
}

/**
 * Shifts the record of each station by an hour before each look, for as long as a day and a day and a half, and counts what is
 * found; other faults are not taken into account.
 *
 * @param observations in the order of time
 */
export function clockWindows(
  stations: readonly Station[],
  observations: readonly Observation[],
  excluded: ReadonlySet<string>,
): ClockWindows {
  const network = new NetworkStations(stations[0].network, CLOCK_RADIUS_KM, stations);
  const told = stations.flatMap(({ id }) => {
    const station = network.indexOf(id);
    const neighbours = network.neighbours.of(station);
    return excluded.has(id) || !isSurroundedIn(network.registered, station, neighbours)
      ? []
      : [{ station, neighbours }];
  });
  const found = new Map<string, number>();
  const certain = new Map<string, number>();
  let [windows, calledWrong, calledCertain] = [0, 0, 0];
  for (const { means, ...parts } of looksAt(network, observations, FIRST_LOOK)) {
    const [first, end] = [parts.first * HOURS_PER_PART, parts.end * HOURS_PER_PART];
    for (const { station, neighbours } of told) {
      if (!reported(means, station, end)) continue;
      windows++;
      const question = { means, station, variables: [...VARIABLES.keys()], neighbours, isSurrounded: true };
      const called = shiftedClock(question, end, first);
      if (called !== null) calledWrong++;
      if (called !== null && isClearlyShifted(question, called, called.from, end)) calledCertain++;
      for (const lag of LAGS) {
        for (const length of LENGTHS) {
          const wrong = { ...question, means: shifted(means, station, end - length, lag) };
          const change = shiftedClock(wrong, end, first);
          const key = `${lag} ${length}`;
          if (change?.lag !== lag) continue;
          found.set(key, (found.get(key) ?? 0) + 1);
          if (isClearlyShifted(wrong, change, change.from, end)) certain.set(key, (certain.get(key) ?? 0) + 1);
        }
      }
    }
  }
  return { stations: told.length, windows, calledWrong, calledCertain, found, certain };
}

/** A table of how soon clocks are known that are an hour off, at any look at the clean set. */
export function clocksTable(scene: Scene): Promise<string> {
  return onCleanSet(scene, (all, observations) => {
    const { stations, windows, calledWrong, calledCertain, ...known } = clockWindows(all, observations, scene.excluded);
    const share = (lag: number, length: number) => {
      const [found, certain] = [known.found, known.certain].map((counts) =>
        ((100 * (counts.get(`${lag} ${length}`) ?? 0)) / windows).toFixed(0),
      );
      return `${found} (${certain})`;
    };
    const rows = LAGS.map((lag) => [
      lag > 0 ? 'an hour late' : 'an hour early',
      String(windows),
      ...LENGTHS.map((length) => share(lag, length)),
    ]);
    const words = `${stations} stations have neighbours to tell it by. Of sound clocks, ${calledWrong} are called wrong, ${calledCertain} of them as certain, each at one look.`;
    return `${markdownTable(COLUMNS, rows)}\n\n${words}`;
  });
}

function reported(means: HourlyMeans, station: number, end: number): boolean {
  for (let hour = end - BETWEEN_LOOKS; hour < end; hour++) {
    if ([...VARIABLES.keys()].some((variable) => means.hourCount(station, variable, hour) > 0)) return true;
  }
  return false;
}

/** The same hours, of which those of a station come late from one on. */
function shifted(means: PartMeans, of: number, from: number, lag: number): HourlyMeans {
  const hourMean = (station: number, variable: number, hour: number) =>
    means.hourMean(station, variable, station === of && hour >= from ? hour - lag : hour);
  return changedMeans(means, { hourMean, readHourMeans: oneByOne(hourMean) });
}
