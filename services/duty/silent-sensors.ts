import { LRUCache } from 'lru-cache';
import type { Station } from '../../schemas/station.ts';
import { slotOf } from '../../schemas/time.ts';
import type { Variable } from '../../schemas/variables.ts';
import type { NetworkStates } from '../detection/network-states.ts';
import type { StationInBrief } from '../detection/station-states.ts';
import { stoppedSensors } from '../stations/stopped.ts';
import type { ObservationStore, StationReports } from '../stores/roles/observation-store.ts';

const DAY_MS = 86_400_000;
/** A sensor that stopped earlier is not shown any more [ms]; where very many stations lack one, as far back as alerts look. */
const SOUGHT_MS = 7 * DAY_MS;
const SOUGHT_OF_MANY_MS = 2 * DAY_MS;
const MANY = 2_000;
/** Networks whose reports are kept. */
const MOST = 8;

type LackingStates = Pick<NetworkStates, 'network' | 'time' | 'lacking'>;

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
   * The sensors of a network that are silent at the moment of its states, the last to stop first.
   *
   * @throws what the store throws
   */
  async of(store: Pick<ObservationStore, 'stationReports'>, states: LackingStates): Promise<readonly SilentSensor[]> {
    const lacking = new Map(states.lacking().map((one) => [one.station.id, one]));
    if (lacking.size === 0) return [];
    const { network, time } = states;
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
