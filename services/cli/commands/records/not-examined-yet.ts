import { beginOfPart } from '../../../../detectors/relations/day-parts.ts';
import { isoOf, timeOfSlot } from '../../../../schemas/time.ts';
import { unlookedStretch } from '../../../pipeline/unlooked-stretch.ts';
import type { TimeSeriesStore } from '../../../stores/time-series-store.ts';

/**
 * Lines on networks with quarters of a day that are judged and were not examined for faults of days, as after a start or an
 * import: a list of faults lacks these.
 *
 * @param network undefined: all of them
 */
export async function notExaminedYet(
  store: Pick<TimeSeriesStore, 'extent' | 'judgedUntil' | 'lastingCondition'>,
  network: string | undefined,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const mark of await store.judgedUntil()) {
    if (network !== undefined && mark.network !== network) continue;
    const stretch = await unlookedStretch(store, mark);
    if (stretch === null || stretch.from >= stretch.end) continue;
    const until = isoOf(beginOfPart(stretch.from));
    const examined = `${stretch.known === null ? 'not examined' : `examined up to ${until}`} for faults of days`;
    const judged = `judged up to ${isoOf(timeOfSlot(mark.slot))}`;
    lines.push(
      `network ${mark.network} is ${examined}, and ${judged}; a running system examines the rest when it is settled`,
    );
  }
  return lines;
}
