import type { ObservationSource } from '../../ingest/observation-source.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { Outage } from '../../schemas/outage.ts';
import { SLOT_MS, slotOf, timeOfSlot } from '../../schemas/time.ts';
import { WindowStore } from '../windows/window-store.ts';
import { OutageFinder, SLOTS_BEFORE } from './outage-finder.ts';
import { LONGEST_GAP } from './station-courses.ts';

/** How long the event loop may be held before others get their turn [ms]. */
const TURN_MS = 50;

/** A stretch of one network's history in which outages are sought. */
export interface OutageQuestion {
  readonly network: string;
  /** First and last observation time, ms since the epoch, both included. */
  readonly start: number;
  readonly end: number;
  readonly signal?: AbortSignal;
}

/**
 * The outages of a network's feed in a stretch of its history, as a replay of the same stretch has them. Nothing is judged.
 *
 * @throws HalcyonError `interrupted` when the signal aborts; what the source throws
 */
export async function findOutages(source: ObservationSource, question: OutageQuestion): Promise<Outage[]> {
  const { network, start, end, signal } = question;
  const ids = (await source.stations(network)).map(({ id }) => id);
  const indices = new Map(ids.map((id, index) => [id, index]));
  const windows = new WindowStore(LONGEST_GAP + 2);
  const begin = slotOf(start);
  const finder = new OutageFinder(windows, ids, begin);
  let turn = performance.now();
  for await (const batch of source.read(network, timeOfSlot(begin - SLOTS_BEFORE) - SLOT_MS / 2, end)) {
    refuseWhenAborted(signal);
    for (const { station, time, values } of batch) {
      const slot = slotOf(time);
      finder.passUpTo(slot - 1);
      let index = indices.get(station);
      if (index === undefined) {
        index = ids.push(station) - 1;
        indices.set(station, index);
      }
      windows.put(index, slot, time, values);
      if (performance.now() - turn > TURN_MS) {
        refuseWhenAborted(signal);
        await new Promise((resolve) => setImmediate(resolve));
        turn = performance.now();
      }
    }
  }
  finder.passUpTo(slotOf(end));
  return finder.finish();
}

function refuseWhenAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new HalcyonError('interrupted', 'interrupted before the end was reached');
}
