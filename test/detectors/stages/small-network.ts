import type { Extent, ObservationSource } from '../../../ingest/observation-source.ts';
import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { SLOTS_PER_DAY, slotOf, timeOfSlot } from '../../../schemas/time.ts';

/** mulberry32, uniform in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Where the small network's history begins. */
export const FIRST_SLOT = slotOf(Date.UTC(2024, 4, 10));

/** Stations in a row, 8 km apart. */
export function smallStations(count: number, network = 'small'): Station[] {
  return Array.from({ length: count }, (_, i) => ({
    network,
    id: `s${String(i).padStart(2, '0')}`,
    name: `Station ${i}`,
    latitude: 50 + i * 0.05,
    longitude: 4 + i * 0.06,
    elevation: null,
    pressureLevel: 'unknown',
    rainInterval: null,
    manufacturer: null,
    model: null,
    retired: false,
    updated: 0,
  }));
}

/**
 * A few days of a small network: a diurnal cycle, noise, one front that crosses all stations, spikes, stuck stretches,
 * impossible values, missing values and missed reports, reports off the centre of their slots. In order of time.
 */
export function smallHistory(stations: readonly Station[], days: number, seed: number): Observation[] {
  const random = seeded(seed);
  const observations: Observation[] = [];
  const slots = days * SLOTS_PER_DAY;
  const front = Math.floor(slots * 0.6);
  const stuck = new Map<number, number>();
  for (let k = 0; k < slots; k++) {
    for (const [i, station] of stations.entries()) {
      if (random() < 0.02) continue;
      const since = k - front - i;
      const passing = since < 0 ? 0 : Math.max(0, 1 - since / 40) * Math.min(1, (since + 1) / 3);
      const day = Math.sin((2 * Math.PI * k) / SLOTS_PER_DAY);
      let temperature = 15 + 5 * day + 0.3 * (random() - 0.5) - 8 * passing;
      if (random() < 0.004) temperature += 12;
      if (random() < 0.001) temperature = 99;
      if (random() < 0.002) stuck.set(i, k + 30);
      const held = (stuck.get(i) ?? 0) > k ? 14.2 : Math.round(temperature * 10) / 10;
      observations.push({
        network: station.network,
        station: station.id,
        time: timeOfSlot(FIRST_SLOT + k) + Math.floor((random() - 0.5) * 200_000),
        values: {
          temp_out: random() < 0.01 ? null : held,
          out_hum: Math.min(100, Math.round(65 - 15 * day + 3 * random() + 20 * passing)),
          wind_speed: Math.round((8 + 4 * random() + 30 * passing * (random() < 0.5 ? 1 : 0.4)) * 10) / 10,
          bar: Math.round((1012 + Math.sin(k / 100) + 0.05 * random() + 3 * passing) * 100) / 100,
          rain: passing > 0.8 ? 1.4 : 0,
        },
        extras: {},
        original: {},
        source: 'test',
        received: 0,
      });
    }
  }
  return observations;
}

/** History in memory as a source, with no stored baselines. */
export class MemorySource implements ObservationSource {
  readonly title = 'memory';
  readonly #stations: readonly Station[];
  readonly #observations: readonly Observation[];
  readonly #rules: readonly ExpertRule[];

  constructor(stations: readonly Station[], observations: readonly Observation[], rules: readonly ExpertRule[] = []) {
    this.#stations = stations;
    this.#rules = rules;
    this.#observations = [...observations].sort((a, b) => slotOf(a.time) - slotOf(b.time));
  }

  async networks(): Promise<string[]> {
    return [...new Set(this.#stations.map((station) => station.network))];
  }

  async stations(network: string): Promise<Station[]> {
    return this.#stations.filter((station) => station.network === network);
  }

  async extent(network: string): Promise<Extent | null> {
    const times = this.#observations.filter((o) => o.network === network).map((o) => o.time);
    if (times.length === 0) return null;
    return { first: times.reduce((a, b) => Math.min(a, b)), last: times.reduce((a, b) => Math.max(a, b)) };
  }

  async *read(network: string, from: number, to: number): AsyncIterable<readonly Observation[]> {
    const chosen = this.#observations.filter((o) => o.network === network && o.time >= from && o.time <= to);
    for (let k = 0; k < chosen.length; k += 500) yield chosen.slice(k, k + 500);
  }

  async baselines(): Promise<never[]> {
    return [];
  }

  async rules(network: string): Promise<ExpertRule[]> {
    return this.#rules.filter((rule) => rule.network === network);
  }

  async close(): Promise<void> {}
}
