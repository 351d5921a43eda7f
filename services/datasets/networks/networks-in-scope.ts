import type { NetworkScope } from '../../../schemas/network-scope.ts';
import type { DatasetNetworks, NetworkDataset } from './dataset-networks.ts';

/** The networks that somebody may read who is bound to some. */
export class NetworksInScope implements DatasetNetworks {
  readonly #networks: DatasetNetworks;
  readonly #scope: NetworkScope;

  constructor(networks: DatasetNetworks, scope: NetworkScope) {
    this.#networks = networks;
    this.#scope = scope;
  }

  async list(): Promise<readonly NetworkDataset[]> {
    return (await this.#networks.list()).filter(({ network }) => this.#scope.includes(network));
  }

  async find(id: string): Promise<NetworkDataset | null> {
    const found = await this.#networks.find(id);
    return found === null || this.#scope.includes(found.network) ? found : null;
  }

  async assertNone(id: string): Promise<void> {
    await this.#networks.assertNone(id);
  }

  /** What is written was found before: addresses are of a dataset that is named beside them. */
  async write(address: string, folder: string, signal: AbortSignal): Promise<string> {
    return this.#networks.write(address, folder, signal);
  }
}
