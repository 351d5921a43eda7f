import { z } from 'zod';
import { moment } from '../../../../schemas/reports/moment.ts';
import { isoOf } from '../../../../schemas/time.ts';
import { assertNetwork } from '../../../stations/assert-network.ts';
import type { OpenFaults } from '../../../stores/roles/fault-store.ts';
import type { TimeSeriesStore } from '../../../stores/time-series-store.ts';
import type { RecordKind } from './record-kind.ts';

/** A network, and how much there is of it. */
const networkShape = z.object({
  network: z.string(),
  stations: z.int().describe('Stations that are not retired.'),
  retired: z.int().describe('Retired stations.'),
  first_observation: moment.nullable(),
  last_observation: moment.nullable(),
  open_faults: z.int().describe('Faults of sensors without an end.'),
});

type NetworkRecord = z.output<typeof networkShape>;

/** Networks, by name. */
export const NETWORK_RECORDS: RecordKind<NetworkRecord> = {
  one: 'network',
  many: 'networks',
  shape: networkShape,
  wholeShape: networkShape,
  found: false,
  table: [
    { of: 'network', title: 'Network', shrinks: 1 },
    { of: 'stations', title: 'Stations', align: 'right' },
    { of: 'retired', title: 'Retired', align: 'right', leaves: 1 },
    { of: 'first_observation', title: 'First observation' },
    { of: 'last_observation', title: 'Last observation' },
    { of: 'open_faults', title: 'Open faults', align: 'right' },
  ],
  check: () => undefined,
  async page(_query, { limit, cursor }, { store }) {
    const [networks, faults] = await Promise.all([store.networks(), store.openFaults()]);
    const names = networks.toSorted().filter((name) => cursor === null || name > cursor);
    const items: NetworkRecord[] = [];
    for (const name of names.slice(0, limit)) items.push(await networkRecord(store, name, faults));
    return { items, next: names.length > limit ? names[limit - 1] : null };
  },
  async show(name, _query, { store }) {
    await assertNetwork(store, name);
    return networkRecord(store, name, await store.openFaults());
  },
};

async function networkRecord(
  store: TimeSeriesStore,
  network: string,
  faults: readonly OpenFaults[],
): Promise<NetworkRecord> {
  const [stations, extent] = await Promise.all([store.allStations(network), store.extent(network)]);
  const retired = stations.filter((station) => station.retired).length;
  return {
    network,
    stations: stations.length - retired,
    retired,
    first_observation: extent === null ? null : isoOf(extent.first),
    last_observation: extent === null ? null : isoOf(extent.last),
    open_faults: faults.filter((one) => one.network === network).reduce((sum, { count }) => sum + count, 0),
  };
}
