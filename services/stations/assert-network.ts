import { HalcyonError } from '../../schemas/errors.ts';
import type { NetworkRegistry } from '../stores/roles/network-registry.ts';

/**
 * Makes sure that a network has stations or observations.
 *
 * @throws HalcyonError `unknown_network` that says which networks there are
 */
export async function assertNetwork(store: Pick<NetworkRegistry, 'networks'>, network: string): Promise<void> {
  const networks = await store.networks();
  if (networks.includes(network)) return;
  const others = networks.length === 0 ? 'there is none yet' : `there is ${networks.join(', ')}`;
  throw new HalcyonError('unknown_network', `there is no network '${network}'; ${others}`);
}
