import { LRUCache } from 'lru-cache';
import type { Station } from '../../schemas/station.ts';
import { slotOf } from '../../schemas/time.ts';
import type { Variable } from '../../schemas/variables.ts';
import { stoppedSensors } from '../stations/stopped.ts';
import type { ObservationStore, StationReports } from '../stores/roles/observation-store.ts';
import type { StationInBrief } from './station-states.ts';

const DAY_MS = 86_400_000;
/** A sensor that stopped earlier is not shown any more [ms]; where very many stations lack one, as far back as alerts look. */
const SOUGHT_MS = 7 * DAY_MS;
const SOUGHT_OF_MANY_MS = 2 * DAY_MS;
const MANY = 2_000;
/** Networks whose reports are kept. */
const MOST = 8;

/** Stations of a network that report at a moment [ms since the epoch], without a value of some variables of late. */
interface LackingStations {
  readonly network: string;
  readonly time: number;
  readonly lacking: readonly { readonly station: Station; readonly variables: readonly Variable[] }[];
}

/** A sensor that says nothing while its station reports. */
export interface SilentSensor {
  readonly station: Station;
  readonly variable: Variable;
  /** Time of its last value, ms since the epoch. */
  readonly heard: number;
}

/** What is silent, that which was heard last first, then by name. */
export function lastHeardFirst(
  a: Pick<StationInBrief, 'station' | 'heard'>,
  b: Pick<StationInBrief, 'station' | 'heard'>,
): number {
  return (
    (b.heard ?? 0) - (a.heard ?? 0) ||
    a.station.name.localeCompare(b.station.name) ||
    (a.station.id < b.station.id ? -1 : 1)
  );
}

/**
 * Finds the sensors of which nothing comes though their stations report. A page asks every few seconds, and the reports of days are
 * read for it once in a slot.
 */
export class SilentSensors {
  /** When each of the stations that lacked a value reported, by network and slot. */
  readonly #reports = new LRUCache<string, Promise<readonly StationReports[]>>({ max: MOST });

  /**
   * The sensors of a network that are silent at a moment, the last to stop first.
   *
   * @throws what the store throws
   */
  async of(
    store: Pick<ObservationStore, 'stationReports'>,
    { network, time, lacking: stations }: LackingStations,
  ): Promise<readonly SilentSensor[]> {
    if (stations.length === 0) return [];
    const lacking = new Map(stations.map((one) => [one.station.id, one]));
    const key = JSON.stringify([network, slotOf(time)]);
    let reports = this.#reports.get(key);
    if (reports === undefined) {
      const from = time - (lacking.size > MANY ? SOUGHT_OF_MANY_MS : SOUGHT_MS);
      reports = store.stationReports(network, from, time, [...lacking.keys()]);
      this.#reports.set(key, reports);
      reports.catch(() => this.#reports.delete(key));
    }
    const found = (await reports).flatMap((report): SilentSensor[] => {
      const lacks = lacking.get(report.station);
      if (lacks === undefined) return [];
      // What came since the reports were read is no longer lacking.
      const silent = stoppedSensors(report).filter(({ variable }) => lacks.variables.includes(variable));
      return silent.map(({ variable, last }) => ({ station: lacks.station, variable, heard: last }));
    });
    return found.sort(lastHeardFirst);
  }
}
