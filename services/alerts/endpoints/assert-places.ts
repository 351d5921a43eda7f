import { HalcyonError } from '../../../schemas/errors.ts';
import { assertNetwork } from '../../stations/assert-network.ts';
import type { NetworkRegistry } from '../../stores/roles/network-registry.ts';
import type { Place } from '../rules/place.ts';

type Named = Pick<Place, 'networks' | 'stations'>;

/** Stations that a message names. */
const SHOWN = 10;

/**
 * Holds the networks and stations that somebody names against those that there are: a name that was mistyped would silence
 * nobody or alert nobody, and nobody would notice.
 *
 * @param before what is changed: networks and stations that it named may be gone by now
 * @throws HalcyonError `unknown_network`, `unknown_station`
 */
export async function assertPlaces(
  store: Pick<NetworkRegistry, 'networks' | 'allStations'>,
  { networks, stations }: Named,
  before: Named = { networks: null, stations: null },
): Promise<void> {
  const added = networks?.filter((name) => before.networks?.includes(name) !== true) ?? [];
  for (const name of added) await assertNetwork(store, name);
  if (stations === null || stations.every((id) => before.stations?.includes(id))) return;
  const registered = await store.allStations(networks ?? (await store.networks()));
  const ids = new Set(registered.map(({ id }) => id));
  const missing = stations.filter((id) => !ids.has(id) && before.stations?.includes(id) !== true);
  if (missing.length === 0) return;
  const where = networks === null ? 'any network' : `network ${networks.join(', ')}`;
  throw new HalcyonError('unknown_station', `there is no station ${quoted(missing)} in ${where}: give ids of stations`);
}

function quoted(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => `'${name}'`);
  return `${shown.join(', ')}${names.length > SHOWN ? ', …' : ''}`;
}
