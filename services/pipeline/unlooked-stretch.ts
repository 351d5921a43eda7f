import { partOf, SLOTS_PER_PART } from '../../detectors/relations/day-parts.ts';
import { LOOKED_EVERY } from '../../detectors/relations/lasting-change.ts';
import { LOOK_REACH } from '../../detectors/relations/look-reach.ts';
import type { FaultStore } from '../stores/roles/fault-store.ts';
import type { ObservationStore } from '../stores/roles/observation-store.ts';
import type { JudgedUntil } from '../stores/time-series-store.ts';
import type { LastingStretch } from './lasting-look.ts';

/** First part after the quarters of a day that are settled, where all up to a slot is. */
export function endOfQuarters(settled: number): number {
  return LOOKED_EVERY * Math.floor((settled + 1) / SLOTS_PER_PART / LOOKED_EVERY);
}

/**
 * What of a network is settled and was not looked at for faults of days: nothing where it does not begin before its end.
 * Null where nothing is stored of the network.
 */
export async function unlookedStretch(
  store: Pick<ObservationStore, 'extent'> & Pick<FaultStore, 'lastingCondition'>,
  { network, slot }: JudgedUntil,
): Promise<LastingStretch | null> {
  const end = endOfQuarters(slot);
  const extent = await store.extent(network);
  if (extent === null) return null;
  const known = await store.lastingCondition(network, end * SLOTS_PER_PART - 1);
  const first = partOf(extent.first);
  const begin = LOOKED_EVERY * Math.floor(first / LOOKED_EVERY);
  const from = known === null ? Math.max(begin, end - LOOK_REACH) : (known.slot + 1) / SLOTS_PER_PART;
  return { network, from, end, first, known };
}
