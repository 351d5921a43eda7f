import { type DemoNetwork, demoNetwork } from '../../ingest/feeds/demo/demo-network.ts';
import type { Observation } from '../../schemas/observation.ts';
import { newStation, type Station } from '../../schemas/station.ts';
import { slotOf } from '../../schemas/time.ts';
import type { TimeSeriesStore } from '../../services/stores/time-series-store.ts';
import { madeValues, type Place } from '../../test/trials/cadences/made-weather.ts';

export const MINUTE_MS = 60_000;
export const NETWORK = 'bench';
/** Observations that are stored at once. */
const AT_ONCE = 40_000;
const KM_PER_DEGREE = 111.2;

/** Stations of the demonstration that report every so many minutes, spread over a minute, calm weather without failures. */
export class ReportingNetwork {
  readonly stations: readonly Station[];
  /** Time between two reports of a station [ms]. */
  readonly stepMs: number;
  readonly #places: readonly Place[];

  constructor(stations: number, minutes: number) {
    const demo: DemoNetwork = demoNetwork({ stations, seed: 1 });
    this.stepMs = minutes * MINUTE_MS;
    this.stations = Array.from({ length: stations }, (_, index) =>
      newStation({ ...demo.station(index), network: NETWORK, updated: 1 }),
    );
    this.#places = this.stations.map(({ latitude, longitude }) => ({
      east: longitude * KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180),
      north: latitude * KM_PER_DEGREE,
    }));
  }

  /**
   * The report of a station, by its index, in a step counted from the epoch. Its time is at most a minute after the step's, to
   * the second.
   */
  report(index: number, step: number): Observation {
    const { id } = this.stations[index];
    const phase = Math.floor((60 * index) / this.stations.length) * 1000;
    const time = step * this.stepMs + phase;
    const values = madeValues(1, index, this.#places[index], time);
    return { network: NETWORK, station: id, time, values, extras: {}, original: {}, source: 'bench', received: time };
  }

  /**
   * Stores the stations and what they report in some steps, as settled.
   *
   * @returns how many observations were stored
   */
  async store(store: TimeSeriesStore, firstStep: number, lastStep: number): Promise<number> {
    await store.insertStations(this.stations);
    let [count, waiting]: [number, Observation[]] = [0, []];
    for (let step = firstStep; step <= lastStep; step++) {
      for (let index = 0; index < this.stations.length; index++) waiting.push(this.report(index, step));
      if (waiting.length < AT_ONCE && step < lastStep) continue;
      await store.insertObservations(waiting);
      count += waiting.length;
      waiting = [];
    }
    await store.insertJudgedUntil([{ network: NETWORK, slot: slotOf(lastStep * this.stepMs) }]);
    return count;
  }
}
