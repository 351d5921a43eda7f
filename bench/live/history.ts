import { demoNetwork } from '../../ingest/feeds/demo/demo-network.ts';
import type { Observation } from '../../schemas/observation.ts';
import { newStation, type Station } from '../../schemas/station.ts';
import { timeOfSlot } from '../../schemas/time.ts';
import type { TimeSeriesStore } from '../../services/stores/time-series-store.ts';

/** Records that are made and stored at once. */
const AT_ONCE = 40_000;

/**
 * Stores stations of the demonstration and what they reported in some slots, as settled, so that windows are full from
 * the beginning.
 *
 * @returns how many observations were stored
 */
export async function storeHistory(
  store: TimeSeriesStore,
  network: string,
  stations: number,
  firstSlot: number,
  lastSlot: number,
): Promise<number> {
  const demo = demoNetwork({ stations, seed: 1 });
  let count = 0;
  for (let from = 0; from < stations; from += AT_ONCE) {
    const some: Station[] = [];
    for (let i = from; i < Math.min(stations, from + AT_ONCE); i++) {
      some.push(newStation({ ...demo.station(i), network, updated: 1 }));
    }
    await store.insertStations(some);
  }
  for (let slot = firstSlot; slot <= lastSlot; slot++) {
    let storing = Promise.resolve();
    for (let from = 0; from < stations; from += AT_ONCE) {
      const some: Observation[] = [];
      for (let i = from; i < Math.min(stations, from + AT_ONCE); i++) {
        const values = demo.observe(i, slot);
        if (values === null) continue;
        const [station, time] = [demo.id(i), timeOfSlot(slot)];
        some.push({
          network,
          station,
          time,
          values,
          extras: {},
          original: {},
          source: 'bench',
          received: time + 1_000,
        });
      }
      count += some.length;
      // The next are made while these are stored.
      await storing;
      storing = store.insertObservations(some);
    }
    await storing;
  }
  await store.insertJudgedUntil([{ network, slot: lastSlot }]);
  return count;
}
