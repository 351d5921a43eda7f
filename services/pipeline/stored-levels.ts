import { LEVEL_DAYS } from '../../detectors/baselines/usual-levels.ts';
import type { StoredLevels } from '../../detectors/stages/level-learner.ts';
import type { EventLog } from '../../ingest/log/event-log.ts';
import { slotOf } from '../../schemas/time.ts';
import type { BaselineStore } from '../stores/roles/baseline-store.ts';
import type { ObservationStore } from '../stores/roles/observation-store.ts';
import { baselinesLag } from './stored-baselines.ts';

/**
 * What is stored of the levels of a network.
 *
 * @param day for which they are wanted, days since the epoch: they are of the last before it where later ones are not stored whole
 * @returns null where nothing of the network is stored
 */
export async function storedLevels(
  log: EventLog,
  store: Pick<ObservationStore, 'extent'> & Pick<BaselineStore, 'baselineDay' | 'ownLevels'>,
  network: string,
  day: number,
): Promise<StoredLevels | null> {
  const extent = await store.extent(network);
  if (extent === null) return null;
  const whole = (await baselinesLag(log)) ? day - 1 : day;
  const known = await store.baselineDay(network, whole);
  const days = store.ownLevels(network, (known ?? whole) - LEVEL_DAYS, known ?? whole);
  return { day: known, first: slotOf(extent.first), days };
}
