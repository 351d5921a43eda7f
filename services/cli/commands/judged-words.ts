import { HalcyonError } from '../../../schemas/errors.ts';
import { isoOf, timeOfSlot } from '../../../schemas/time.ts';
import type { ObservationStore } from '../../stores/roles/observation-store.ts';
import type { VerdictStore } from '../../stores/roles/verdict-store.ts';
import type { OpenIntake } from '../../system/open-intake.ts';

/** What it asks: the way in, and how far its network came. */
export interface JudgedWay extends Pick<OpenIntake, 'judged'> {
  readonly store: Pick<ObservationStore, 'extent'> & Pick<VerdictStore, 'judgedUntil'>;
}

/**
 * Waits until imported observations are judged, where this command judges them, and says how far that is: a line, or ''.
 *
 * @throws HalcyonError `interrupted` at an abort: everything is stored by then
 */
export async function judgedWords(way: JudgedWay, network: string, signal: AbortSignal): Promise<string> {
  const how = await way.judged(signal);
  if (signal.aborted) {
    throw new HalcyonError('interrupted', 'interrupted; all observations are stored, and halcyon run judges the rest');
  }
  const extent = how === 'elsewhere' ? null : await way.store.extent(network);
  if (extent === null) return '';
  const mark = (await way.store.judgedUntil()).find((one) => one.network === network);
  const settled = mark === undefined ? 'none is settled' : `settled up to ${isoOf(timeOfSlot(mark.slot))}`;
  if (how === 'all') return `judged up to ${isoOf(extent.last)}; verdicts: ${settled}\n`;
  return `not all of it is judged, verdicts: ${settled}; halcyon run judges the rest\n`;
}
