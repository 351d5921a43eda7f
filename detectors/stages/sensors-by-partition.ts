import { AskedTogether } from '../../ingest/log/asked-together.ts';
import type { StoredSensors } from '../../schemas/fault.ts';

/** Sensors of the stations of one partition while they are being gathered. */
type Gathered = { -readonly [K in keyof StoredSensors]: StoredSensors[K][number][] };

/** Where the sensors of a network are asked for. */
export interface SensorSource {
  /** All of a network when everything up to a slot was settled. */
  readonly ask: (network: string, settledUntil: number) => Promise<StoredSensors>;
  readonly partitionOf: (network: string, station: string) => number;
}

/** Asks for the sensors of a network once for all the partitions that are given in the same turn. */
export class SensorsByPartition {
  readonly #source: SensorSource;
  /** By the slot up to which they are settled, and the network. */
  readonly #asked = new Map<string, AskedTogether<ReadonlyMap<number, StoredSensors>>>();

  constructor(source: SensorSource) {
    this.#source = source;
  }

  /** The sensors of a network's stations in a partition when everything up to a slot was settled; undefined where nothing is known. */
  async of(partition: number, network: string, settledUntil: number): Promise<StoredSensors | undefined> {
    const key = `${settledUntil} ${network}`;
    const asked = this.#asked.get(key) ?? new AskedTogether(() => this.#all(network, settledUntil));
    this.#asked.set(key, asked);
    try {
      return (await asked.answer()).get(partition);
    } finally {
      this.#asked.delete(key);
    }
  }

  async #all(network: string, settledUntil: number): Promise<ReadonlyMap<number, StoredSensors>> {
    const { ask, partitionOf } = this.#source;
    const { conditions, told, verdicts } = await ask(network, settledUntil);
    const found = new Map<number, Gathered>();
    const of = ({ station }: { readonly station: string }) => {
      const partition = partitionOf(network, station);
      const known = found.get(partition) ?? { conditions: [], told: [], verdicts: [] };
      found.set(partition, known);
      return known;
    };
    for (const one of conditions) of(one).conditions.push(one);
    for (const one of told) of(one).told.push(one);
    for (const one of verdicts) of(one).verdicts.push(one);
    return found;
  }
}
