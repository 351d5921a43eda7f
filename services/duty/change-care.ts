import { HalcyonError } from '../../schemas/errors.ts';
import { isoOf } from '../../schemas/time.ts';
import { changeHeld } from '../alerts/change-alert.ts';
import { alertsOfFaults, holdAlert } from '../alerts/records/alert-records.ts';
import { catalogueBook } from '../alerts/records/catalogue-book.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import { type Care, holdCares, newestCare, writeCare } from './care-records.ts';

/** What somebody wants the care of a fault to be. */
export interface CareChange extends Pick<Care, 'fault' | 'network' | 'assignee' | 'snoozedUntil' | 'by' | 'at'> {
  /** Ids of all faults of its cause, its own too: whoever takes one has all of them. */
  readonly cause: readonly string[];
  /** Version that they saw; 0 where nobody had done anything about any fault of the cause. */
  readonly seen: number;
}

/**
 * Changes who looks after a fault, and after all others of its cause: the newest care of any of them applies to all. Open alerts
 * of the cause are acknowledged by whoever takes it, as nobody else has to. What is asked for and is so already changes nothing,
 * whatever version was seen.
 *
 * @returns the care as it then is
 * @throws HalcyonError `conflict` where somebody else has changed the care of any fault of the cause since, in words that say who
 * and to what
 */
export async function changeCare(catalogue: Catalogue, change: CareChange): Promise<Care> {
  const { seen, fault, cause, network, assignee, snoozedUntil, by, at } = change;
  return catalogue.transaction(async (statements) => {
    const newest = newestCare(await holdCares(statements, network, cause), cause);
    if (newest !== null && newest.assignee === assignee && newest.snoozedUntil === snoozedUntil && newest.by === by)
      return newest;
    const isSeen = newest === null ? seen === 0 : newest.fault === fault && newest.version === seen;
    if (!isSeen) throw new HalcyonError('conflict', conflictWords(newest, change));
    const care: Care = { fault, network, version: seen + 1, assignee, snoozedUntil, by, at };
    await writeCare(statements, care);
    if (assignee === null) return care;
    for (const { id } of await alertsOfFaults(statements, cause)) {
      const alert = await holdAlert(statements, id);
      if (alert?.state !== 'open') continue;
      await changeHeld(catalogueBook(statements), alert, { state: 'acknowledged', by: assignee, comment: null, at });
    }
    return care;
  });
}

function conflictWords(newest: Care | null, { fault, seen }: CareChange): string {
  if (newest === null) return `nobody has done anything about this fault, so that it has no version ${seen}: give 0`;
  const { assignee, by, at, snoozedUntil, version } = newest;
  const did =
    assignee === null ? 'gave this fault back' : assignee === by ? 'took this fault' : `gave this fault to ${assignee}`;
  const until = snoozedUntil === null ? '' : ` and snoozed it until ${isoOf(snoozedUntil)}`;
  // The care of a cause may be that of another of its faults.
  const where =
    newest.fault === fault ? `it is at version ${version}` : `that is version ${version} of ${newest.fault}`;
  return `${by} ${did}${until} at ${isoOf(at)}: ${where}, you saw ${seen}; look at it again`;
}
