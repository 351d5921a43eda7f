import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { RecordBatch } from 'apache-arrow';
import { validate, version } from 'uuid';
import { HalcyonError } from '../../../schemas/errors.ts';
import { firstNames } from '../../../schemas/first-names.ts';
import type { DatasetGraph } from '../../../schemas/http/datasets/property-graph.ts';
import type { NetworkRegistry } from '../../stores/roles/network-registry.ts';
import { shown } from '../graphs/request-roles.ts';
import { type NetworkAddress, readNetworkAddress, refused } from './network-address.ts';
import { networkGraph, networkId } from './network-graph.ts';
import { NETWORK_TABLES, type RowSources } from './network-tables.ts';
import { writeParquet } from './write-parquet.ts';

/** A network of the detector as a dataset. */
export interface NetworkDataset {
  /** UUID version 5 of its name, lower case. */
  readonly id: string;
  readonly network: string;
  readonly graph: DatasetGraph;
}

/** The detector's own data as datasets, a network each: always `Ready`, changed by nobody. */
export interface DatasetNetworks {
  /** Every network, in the order of ids; up to some seconds old. */
  list(): Promise<readonly NetworkDataset[]>;
  /** The network of an id, in any case; null where it is no network's. */
  find(id: string): Promise<NetworkDataset | null>;
  /** @throws HalcyonError `conflict` where the id is a network's */
  assertNone(id: string): Promise<void>;
  /**
   * Writes what an address (`readNetworkAddress`) names as a Parquet file of its own in `folder`; of an empty stretch one
   * without rows.
   *
   * @returns the file's path
   * @throws HalcyonError `query_failed` for an address that is not understood, an unknown network, more rows than allowed;
   *   `cannot_write`; as the store; the signal's reason where it is aborted
   */
  write(address: string, folder: string, signal: AbortSignal): Promise<string>;
}

/** What networks as datasets are read from. */
export interface NetworkSources extends RowSources {
  readonly store: RowSources['store'] & Pick<NetworkRegistry, 'networks'>;
}

/** How long a list is kept [ms]: lists and single datasets are asked often, and the extent of a network reads its times. */
const KEPT_MS = 10_000;
/** Networks that are asked for their extent at once: others read the store too. */
const EXTENTS_AT_ONCE = 2;
/** Rows that one address may name. */
const MOST_ROWS = 20_000_000;

/** A list as it was at a time. */
interface Kept {
  readonly since: number;
  readonly datasets: Promise<ReadonlyMap<string, NetworkDataset>>;
}

/** The networks of a store of time series. */
export class StoredNetworks implements DatasetNetworks {
  readonly #sources: NetworkSources;
  readonly #now: () => number;
  readonly #mostRows: number;
  #kept: Kept | null = null;

  /**
   * @param now the current time, ms since the epoch
   * @param mostRows rows that one address may name
   */
  constructor(sources: NetworkSources, now: () => number, mostRows = MOST_ROWS) {
    this.#sources = sources;
    this.#now = now;
    this.#mostRows = mostRows;
  }

  async list(): Promise<readonly NetworkDataset[]> {
    return [...(await this.#datasets()).values()];
  }

  async find(id: string): Promise<NetworkDataset | null> {
    // Most ids are random ones, which no network has: the store need not be asked.
    if (!validate(id) || version(id) !== 5) return null;
    return (await this.#datasets()).get(id.toLowerCase()) ?? null;
  }

  async assertNone(id: string): Promise<void> {
    const found = await this.find(id);
    if (found === null) return;
    const message = `the dataset ${found.id} is the network ${shown(found.network)}: the system keeps it, it cannot be changed`;
    throw new HalcyonError('conflict', message);
  }

  async write(address: string, folder: string, signal: AbortSignal): Promise<string> {
    const named = readNetworkAddress(address, this.#now());
    signal.throwIfAborted();
    const networks = await this.#sources.store.networks();
    if (!networks.includes(named.network)) {
      const known = networks.length === 0 ? 'there is none yet' : `there are ${firstNames(networks.map(shown))}`;
      throw refused(address, `there is no network ${shown(named.network)}; ${known}`);
    }
    const { schema, batches } = NETWORK_TABLES[named.table].read(this.#sources, named);
    const path = join(folder, `${named.table}-${randomUUID()}.parquet`);
    await writeParquet(path, { schema, batches: this.#bounded(address, named, batches) }, signal);
    return path;
  }

  async *#bounded(
    address: string,
    { table }: NetworkAddress,
    batches: AsyncIterable<RecordBatch>,
  ): AsyncGenerator<RecordBatch> {
    let rows = 0;
    for await (const batch of batches) {
      rows += batch.numRows;
      if (rows > this.#mostRows) {
        const bound = this.#mostRows.toLocaleString('en');
        throw refused(address, `it names more than ${bound} ${table}; a shorter stretch would have fewer`);
      }
      yield batch;
    }
  }

  /** Networks by id, in the order of ids. Whoever asks while they are read waits for the same answer. */
  #datasets(): Promise<ReadonlyMap<string, NetworkDataset>> {
    const now = this.#now();
    // A clock that was set back does not keep a list for longer.
    if (this.#kept !== null && Math.abs(now - this.#kept.since) < KEPT_MS) return this.#kept.datasets;
    const kept: Kept = { since: now, datasets: this.#read() };
    this.#kept = kept;
    // One that failed is no answer to those who ask later.
    kept.datasets.catch(() => {
      if (this.#kept === kept) this.#kept = null;
    });
    return kept.datasets;
  }

  async #read(): Promise<ReadonlyMap<string, NetworkDataset>> {
    const names = await this.#sources.store.networks();
    const datasets: NetworkDataset[] = [];
    const waiting = names.values();
    const readSome = async (): Promise<void> => {
      for (const network of waiting) {
        const graph = networkGraph(network, await this.#sources.store.extent(network));
        datasets.push({ id: networkId(network), network, graph });
      }
    };
    await Promise.all(Array.from({ length: EXTENTS_AT_ONCE }, readSome));
    datasets.sort((one, other) => (one.id < other.id ? -1 : 1));
    return new Map(datasets.map((dataset) => [dataset.id, dataset]));
  }
}
