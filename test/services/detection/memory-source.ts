import type { Extent, ObservationSource } from '../../../ingest/observation-source.ts';
import type { Baseline } from '../../../schemas/baseline.ts';
import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { END, station } from './made-up-result.ts';

const SLOT = 600_000;

/** Networks held in memory: what a detection reads in tests. */
export class MemorySource implements ObservationSource {
  readonly title = 'the memory of the test';
  closed = 0;
  ruled: readonly ExpertRule[] = [];
  found: readonly Fault[] = [];
  readonly #networks: ReadonlyMap<string, readonly Observation[]>;
  readonly #stations: readonly Station[];

  constructor(
    observations: readonly Observation[],
    stations: readonly Station[],
    networks: readonly string[] = ['alps'],
  ) {
    this.#networks = new Map(
      networks.map((network) => [network, observations.filter((one) => one.network === network)]),
    );
    this.#stations = stations;
  }

  async networks(): Promise<string[]> {
    return [...this.#networks.keys()];
  }

  async stations(network: string): Promise<Station[]> {
    return this.#stations.filter((one) => one.network === network);
  }

  async extent(network: string): Promise<Extent | null> {
    const times = this.#of(network).map((one) => one.time);
    return times.length === 0 ? null : { first: Math.min(...times), last: Math.max(...times) };
  }

  async *read(network: string, from: number, to: number): AsyncGenerator<readonly Observation[]> {
    yield this.#of(network).filter((one) => one.time >= from && one.time <= to);
  }

  async baselines(): Promise<Baseline[]> {
    return [];
  }

  async rules(network: string): Promise<ExpertRule[]> {
    return this.ruled.filter((rule) => rule.network === network);
  }

  async faults(network: string, from: number, to: number, id?: string): Promise<Fault[]> {
    return this.found
      .filter((fault) => fault.network === network && (id === undefined || fault.station === id))
      .filter(({ start, end }) => start <= to && (end === null || end >= from));
  }

  async close(): Promise<void> {
    this.closed++;
  }

  #of(network: string): readonly Observation[] {
    return this.#networks.get(network) ?? [];
  }
}

/** A day and a half of calm weather at four stations up to `END`; `change` may alter values, slots counted back from the end. */
export function calmDay(change: (values: Values, number: number, slotsBack: number) => void = () => undefined) {
  const observations: Observation[] = [];
  for (let back = 216; back >= 0; back--) {
    for (let number = 1; number <= 4; number++) {
      const phase = ((back % 144) / 144) * 2 * Math.PI;
      const ripple = Math.sin(back * 1.7 + number) * 0.1;
      const values: Values = {
        temp_out: 12 + 5 * Math.cos(phase) + ripple,
        out_hum: 70 - 10 * Math.cos(phase) + ripple * 5,
        wind_speed: 8 + ripple * 10,
        bar: 1013 + Math.sin(phase) + ripple / 5,
        rain: 0,
      };
      change(values, number, back);
      const time = END - back * SLOT;
      const { network, id } = station(number);
      observations.push({
        network,
        station: id,
        time,
        values,
        extras: {},
        original: {},
        source: 'test',
        received: time,
      });
    }
  }
  return new MemorySource(observations, [1, 2, 3, 4].map(station));
}
