import type { NetworkRegistry } from '../../stores/roles/network-registry.ts';
import type { ListTable, Position } from './list-table.ts';

/** Positions of rows that name a station (`network`, `station_id`), as it is registered. @param network undefined: of all */
export function stationPositions(
  store: Pick<NetworkRegistry, 'allStations'>,
  network: string | undefined,
): ListTable['positions'] {
  return async () => {
    const found = new Map<unknown, Map<unknown, Position>>();
    for (const station of await store.allStations(network)) {
      const { longitude, latitude, elevation } = station;
      const ids = found.get(station.network) ?? new Map<unknown, Position>();
      found.set(station.network, ids);
      ids.set(station.id, elevation === null ? [longitude, latitude] : [longitude, latitude, elevation]);
    }
    return (row) => found.get(row('network'))?.get(row('station_id')) ?? null;
  };
}

/** Positions of rows that have one of their own, in columns `longitude`, `latitude` and `elevation`. */
export const ownPositions: ListTable['positions'] = async () => (row) => {
  const [longitude, latitude, elevation] = [row('longitude'), row('latitude'), row('elevation')].map(Number);
  return row('elevation') === null ? [longitude, latitude] : [longitude, latitude, elevation];
};

/** Positions of rows that are at no place. */
export const noPositions: ListTable['positions'] = async () => () => null;
