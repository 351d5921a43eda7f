import type { ObservationSource } from '../../ingest/observation-source.ts';
import { readReports } from '../../ingest/read-reports.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { Outage } from '../../schemas/outage.ts';
import { numbersAt } from '../../schemas/report-columns.ts';
import { SLOT_MS, slotOf, timeOfSlot } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
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
  const numbers = new Float64Array(VARIABLES.length);
  /** Index in the windows of each station of the reports; none before its first report. */
  const known: number[] = [];
  let turn = performance.now();
  for await (const batch of readReports(source, network, timeOfSlot(begin - SLOTS_BEFORE) - SLOT_MS / 2, end)) {
    refuseWhenAborted(signal);
    for (let row = 0; row < batch.length; row++) {
      const time = batch.time[row];
      const slot = slotOf(time);
      finder.passUpTo(slot - 1);
      const station = batch.station[row];
      known[station] ??= indices.get(batch.ids[station]) ?? ids.push(batch.ids[station]) - 1;
      numbersAt(batch, row, numbers);
      windows.putNumbers(known[station], slot, time, numbers);
      if (performance.now() - turn <= TURN_MS) continue;
      refuseWhenAborted(signal);
      await new Promise((resolve) => setImmediate(resolve));
      turn = performance.now();
    }
  }
  finder.passUpTo(slotOf(end));
  return finder.finish();
}

function refuseWhenAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new HalcyonError('interrupted', 'interrupted before the end was reached');
}
