import { BaselineBook } from '../../detectors/baselines/baseline-book.ts';
import { TypicalSteps } from '../../detectors/baselines/typical-steps.ts';
import { WindowStore } from '../../detectors/windows/window-store.ts';
import { dayOfSlot, SLOTS_PER_DAY, slotOf } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import type { InjectedHistory } from './injected-history.ts';

const NETWORK = 'quality';
/** How late an observation may come, and what the windows hold beyond that [slots]: a history comes in order. */
const LATENESS = 1;
const HELD = 2 * SLOTS_PER_DAY;

/**
 * The typical steps that the baselines learn from some stretches and from nothing else.
 *
 * @param segments stretches: `FROM..TO,FROM..TO`
 * @returns one sigma by station, in the history's order, and variable, in that of VARIABLES [unit of the variable]
 */
export async function learntSpreads(history: InjectedHistory, segments: string): Promise<number[][]> {
  const ids = (await history.stations()).map(({ id }) => id);
  const windows = new WindowStore(HELD);
  const book = new BaselineBook(NETWORK, LATENESS, windows);
  let slot = Number.NEGATIVE_INFINITY;
  for (const segment of segments.split(',')) {
    const [start, end] = segment.split('..').map((time) => Date.parse(time));
    for await (const batch of history.read(NETWORK, start, end)) {
      for (const { station, time, values } of batch) {
        slot = slotOf(time);
        book.advance(slot, ids);
        windows.put(ids.indexOf(station), slot, time, values);
      }
    }
  }
  const next = (dayOfSlot(slot) + 1) * SLOTS_PER_DAY;
  book.advance(next, ids);
  const steps = new TypicalSteps(book, null);
  return ids.map((_, station) => VARIABLES.map((_name, v) => steps.spread(station, v, next)));
}
