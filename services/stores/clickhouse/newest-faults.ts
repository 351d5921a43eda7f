import type { Fault } from '../../../schemas/fault.ts';
import { faultRank } from './ranks.ts';

/**
 * Of several versions of one fault the one that counts: the table replaces the others. A fault that goes on has a new version with
 * each report, and each names all anomalies up to it, so that storing them all would cost the square of its length.
 *
 * @returns in the order in which the faults first come
 */
export function newestFaults(faults: readonly Fault[]): Fault[] {
  const newest = new Map<string, Fault>();
  for (const fault of faults) {
    const known = newest.get(fault.id);
    // As in the table: of equal ranks the last one counts.
    if (known === undefined || faultRank(fault) >= faultRank(known)) newest.set(fault.id, fault);
  }
  return [...newest.values()];
}
