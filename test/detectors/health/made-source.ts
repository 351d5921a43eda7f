import type { ObservationSource } from '../../../ingest/observation-source.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';

export const END = Date.UTC(2026, 2, 1);
export const DAY = 86_400_000;
export const MINUTE = 60_000;

export function station(id: string, retired = false): Station {
  const place = { latitude: 50, longitude: 10, elevation: null, pressureLevel: 'unknown', rainInterval: null } as const;
  const make = { manufacturer: null, model: null };
  return { network: 'n', id, name: id, ...place, ...make, retired, updated: 0 };
}

/** A source that makes its observations while they are read, and remembers what was asked. */
export function source(observations: () => Generator<Observation[]>, stations = [station('b'), station('a')]) {
  const asked: [number, number][] = [];
  const made: ObservationSource = {
    title: 'made',
    networks: async () => ['n'],
    stations: async () => stations,
    extent: async () => ({ first: 0, last: END }),
    baselines: async () => [],
    close: async () => undefined,
    async *read(_network, from, to) {
      asked.push([from, to]);
      yield* observations();
    },
  };
  return { made, asked };
}

export function report(id: string, time: number): Observation {
  const values = { temp_out: 10 + Math.sin(time) * 5, out_hum: 60, wind_speed: 5, bar: 1000, rain: 0 };
  return { network: 'n', station: id, time, values, extras: {}, original: {}, source: 'test', received: time };
}
