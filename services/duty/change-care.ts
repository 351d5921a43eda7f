import { HalcyonError } from '../../schemas/errors.ts';
import { isoOf } from '../../schemas/time.ts';
import { changeHeld } from '../alerts/change-alert.ts';
import { alertsOfFaults, holdAlert } from '../alerts/records/alert-records.ts';
import { catalogueBook } from '../alerts/records/catalogue-book.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import { type Care, holdCare, writeCare } from './care-records.ts';

/** What somebody wants the care of a fault to be. */
export interface CareChange extends Pick<Care, 'fault' | 'network' | 'assignee' | 'snoozedUntil' | 'by' | 'at'> {
  /** Ids of all faults of its cause: whoever takes one has all of them. */
  readonly cause: readonly string[];
  /** Version that they saw; 0 where nobody had done anything about the fault. */
  readonly seen: number;
}

/**
 * Changes who looks after a fault. Alerts of its cause that are open are acknowledged by whoever takes it, as nobody else has to. What
 * is asked for and is so already changes nothing, whatever version was seen.
 *
 * @returns the care as it then is
 * @throws HalcyonError `conflict` where somebody else has changed it since, in words that say who and to what
 */
export async function changeCare(catalogue: Catalogue, change: CareChange): Promise<Care> {
  const { seen, fault, cause, network, assignee, snoozedUntil, by, at } = change;
  return catalogue.transaction(async (statements) => {
    const held = await holdCare(statements, fault);
    if (held !== null && held.assignee === assignee && held.snoozedUntil === snoozedUntil && held.by === by)
      return held;
    const version = held?.version ?? 0;
    if (version !== seen) throw new HalcyonError('conflict', conflictWords(held, seen));
    const care: Care = { fault, network, version: version + 1, assignee, snoozedUntil, by, at };
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

function conflictWords(held: Care | null, seen: number): string {
  if (held === null) return `nobody has done anything about this fault, so that it has no version ${seen}: give 0`;
  const { assignee, by, at, snoozedUntil, version } = held;
  const did =
    assignee === null ? 'gave this fault back' : assignee === by ? 'took this fault' : `gave this fault to ${assignee}`;
  const until = snoozedUntil === null ? '' : ` and snoozed it until ${isoOf(snoozedUntil)}`;
  return `${by} ${did}${until} at ${isoOf(at)}: it is at version ${version}, you saw ${seen}; look at it again`;
}
