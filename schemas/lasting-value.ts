import type { Fault, FaultValue } from './fault.ts';
import { slotOf } from './time.ts';

/** Reading less than this of what there is says nothing of what there was. */
const LEAST_RATIO = 0.1;

/**
 * What is known of a report under a fault of days: doubtful, with the value that the neighbours make of it where the fault is
 * an offset or a share that does not change. After an adjustment it may well read what it should: then none.
 *
 * @param report by time [ms since the epoch] and value [unit of the variable]
 */
export function lastingValue(
  { kind, offset, ratio, uncertainty, adjusted }: Pick<Fault, 'kind' | 'offset' | 'ratio' | 'uncertainty' | 'adjusted'>,
  { time, value }: { readonly time: number; readonly value: number },
): FaultValue & { readonly flag: 3 } {
  const place = { slot: slotOf(time), time, flag: 3 as const };
  if (kind === 'bias' && offset !== null && !adjusted) return { ...place, estimate: value - offset, uncertainty };
  if (kind !== 'gain' || ratio === null || ratio < LEAST_RATIO) return { ...place, estimate: null, uncertainty: null };
  const estimate = value / ratio;
  return { ...place, estimate, uncertainty: uncertainty === null ? null : (estimate * uncertainty) / ratio };
}
