import { noNetwork, readNetwork } from '../../../../ingest/validation/identifier.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { assertNetwork } from '../../../stations/assert-network.ts';
import type { NetworkRegistry } from '../../../stores/roles/network-registry.ts';

/**
 * The network that `--network` names, else the only one.
 *
 * @throws HalcyonError `invalid_parameter` where it names none, or there are several and none is named; `unknown_network`
 */
export async function networkOf(store: Pick<NetworkRegistry, 'networks'>, given: string | undefined): Promise<string> {
  if (given !== undefined) {
    if (readNetwork(given) === undefined) throw new HalcyonError('invalid_parameter', `--${noNetwork(given)}`);
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
