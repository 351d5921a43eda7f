import { noNetwork, readNetwork } from '../../../ingest/validation/identifier.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { assertNetwork } from '../../stations/assert-network.ts';
import type { NetworkField } from '../../stations/find-station.ts';
import type { NetworkRegistry } from '../../stores/roles/network-registry.ts';

/** How commands name the network of a station that is looked for. */
export const NETWORK_OPTION: NetworkField = { name: '--network', loc: ['arguments', '--network'] };

/** Refuses what no network can be called. @throws HalcyonError `invalid_parameter` */
export function assertNetworkName(given: string | undefined): void {
  if (given === undefined || readNetwork(given) !== undefined) return;
  throw new HalcyonError('invalid_parameter', `--${noNetwork(given)}`);
}

/**
 * The network that `--network` names, else the only one.
 *
 * @throws HalcyonError `invalid_parameter` where it names none, or there are several and none is named; `unknown_network`
 */
export async function networkOf(store: Pick<NetworkRegistry, 'networks'>, given: string | undefined): Promise<string> {
  if (given !== undefined) {
    assertNetworkName(given);
    await assertNetwork(store, given);
    return given;
  }
  const networks = await store.networks();
  if (networks.length === 1) return networks[0];
  if (networks.length === 0) throw new HalcyonError('unknown_network', 'there is no network yet, nor any station');
  throw new HalcyonError(
    'invalid_parameter',
    `there are several networks, name one by --network: ${networks.join(', ')}`,
  );
}
