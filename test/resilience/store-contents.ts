import type { DeadLetter } from '../../schemas/dead-letter.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../../services/stores/opening/open-time-series.ts';
import type { Item } from './invariants.ts';
import { underFaultItem } from './settled-items.ts';

/** Where a time-series store is: a server, or the folder of an embedded one. */
export type StorePlace = { readonly clickhouseUrl: string } | { readonly dataFolder: string };

/** Every dead letter that a store holds. */
export async function storedLetters(place: StorePlace): Promise<readonly DeadLetter[]> {
  return ofStore(place, async (store) => (await store.deadLetters({ limit: 100_000, replayed: true })).items);
}

/** Values of a network that a store has under some faults. @param ids of the faults */
export async function storedUnderFaults(
  place: StorePlace,
  network: string,
  ids: ReadonlySet<string>,
): Promise<readonly Item[]> {
  return ofStore(place, async (store) => {
    const values = await store.faultValues(network, 0, Date.UTC(2100, 0, 1));
    return values
      .filter(({ faultId }) => ids.has(faultId))
      .map((value) => underFaultItem({ id: value.faultId }, value));
  });
}

async function ofStore<T>(place: StorePlace, read: (store: OpenedTimeSeries) => Promise<T>): Promise<T> {
  const store = await openTimeSeries({ dataFolder: '', ...place, create: false });
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}
