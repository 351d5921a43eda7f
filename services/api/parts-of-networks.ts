import type { NetworkScope } from '../../schemas/network-scope.ts';
import { NetworksInScope } from '../datasets/networks/networks-in-scope.ts';
import { RulesOfNetworks } from '../experts/rules-of-networks.ts';
import { DEFAULT_NETWORK } from '../stations/default-network.ts';
import { StoreOfNetworks } from '../stores/store-of-networks.ts';
import type { HttpDependencies } from './http-dependencies.ts';

/**
 * What the services rest on for somebody who is bound to some networks: whatever an endpoint asks of these parts is theirs.
 * What has no network of its own (items that are pushed, dead letters, alerts, datasets) is for the endpoints to hold against the scope.
 */
export function partsOfNetworks(parts: HttpDependencies, scope: NetworkScope): HttpDependencies {
  if (scope.names === null) return parts;
  return {
    ...parts,
    // Made where they are asked for, as the datasets below: a process that has none has nothing to make them of.
    get store() {
      return new StoreOfNetworks(parts.store, scope);
    },
    experts: new RulesOfNetworks(parts.experts, scope),
    homes: {
      networks: () => parts.homes.networks().filter((network) => scope.includes(network)),
      networksWith: (ids) =>
        new Map(
          Array.from(parts.homes.networksWith(ids), ([id, networks]) => [
            id,
            networks.filter((network) => scope.includes(network)),
          ]),
        ),
    },
    registerStations: async (registrations) => {
      for (const { network = DEFAULT_NETWORK } of registrations) scope.assertIncludes(network);
      return parts.registerStations(registrations);
    },
    stream: {
      open: async ({ filter, ...request }) =>
        parts.stream.open({ ...request, filter: { ...filter, network: scope.within(filter.network) } }),
    },
    get datasets() {
      return { ...parts.datasets, networks: new NetworksInScope(parts.datasets.networks, scope), scope };
    },
  };
}
