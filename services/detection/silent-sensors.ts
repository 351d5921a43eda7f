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
/** So long a sensor of which nothing came in all the time that is looked back is not sought again [ms]. */
const UNHEARD_MS = 6 * 3_600_000;
/** Networks whose reports are kept. */
const MOST = 8;

/** Stations of a network that report at a moment [ms since the epoch], without a value of some variables of late. */
interface LackingStations {
  readonly network: string;
  readonly time: number;
  readonly lacking: readonly { readonly station: Station; readonly variables: readonly Variable[] }[];
}

/** Sensors of which nothing had come by a time [ms since the epoch]: most of them a station does not have. */
interface Unheard {
  readonly time: number;
  readonly sensors: ReadonlySet<string>;
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
  /** By network. */
  readonly #unheard = new LRUCache<string, Unheard>({ max: MOST });

  /**
   * The sensors of a network that are silent at a moment, the last to stop first.
   *
   * @throws what the store throws
   */
  async of(
    store: Pick<ObservationStore, 'stationReports'>,
    { network, time, lacking: stations }: LackingStations,
  ): Promise<readonly SilentSensor[]> {
    const { sensors: unheard } = this.#unheardAround(network, time);
    const sought = stations.filter(({ station, variables }) =>
      variables.some((v) => !unheard.has(nameOf(station.id, v))),
    );
    if (sought.length === 0) return [];
    const lacking = new Map(sought.map((one) => [one.station.id, one]));
    const key = JSON.stringify([network, slotOf(time)]);
    let reports = this.#reports.get(key);
    if (reports === undefined) {
      const from = time - (lacking.size > MANY ? SOUGHT_OF_MANY_MS : SOUGHT_MS);
      reports = store.stationReports(network, from, time, [...lacking.keys()]).then((read) => {
        this.#noteUnheard({ network, time, lacking: sought }, read);
        return read;
      });
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

  #unheardAround(network: string, time: number): Unheard {
    const known = this.#unheard.get(network);
    return known !== undefined && Math.abs(time - known.time) <= UNHEARD_MS ? known : { time, sensors: new Set() };
  }

  /** Notes those of the sensors that were sought which are in no report; none is for longer than those that were noted first. */
  #noteUnheard({ network, time, lacking }: LackingStations, reports: readonly StationReports[]): void {
    const known = this.#unheardAround(network, time);
    const sensors = new Set(known.sensors);
    const reportOf = new Map(reports.map((report) => [report.station, report]));
    for (const { station, variables } of lacking) {
      const values = reportOf.get(station.id)?.values;
      for (const variable of variables) if (values?.[variable] === undefined) sensors.add(nameOf(station.id, variable));
    }
    this.#unheard.set(network, { time: known.time, sensors });
  }
}

function nameOf(station: string, variable: Variable): string {
  return `${variable}\n${station}`;
}
