import assert from 'node:assert/strict';
import { BaselineBook } from '../../../detectors/baselines/baseline-book.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import type { Baseline } from '../../../schemas/baseline.ts';
import type { Values } from '../../../schemas/observation.ts';
import { SLOT_MS, SLOTS_PER_DAY } from '../../../schemas/time.ts';
import { seeded } from '../stages/small-network.ts';

const LATENESS = 12;
const CAPACITY = 62;
const DAY = 19_000;
const FIRST = DAY * SLOTS_PER_DAY + 3;
const IDS = ['steady', 'hourly', 'gone', 'late', 'still', 'never'];

interface Report {
  readonly slot: number;
  readonly values: Values;
}

/** Reports of one station: with gaps of hours, an end in the middle of the day, a beginning in it, or values that repeat. */
function reportsOf(id: string, slots: number): Report[] {
  const random = seeded(IDS.indexOf(id) + 1);
  const reports: Report[] = [];
  let temp_out = 10;
  for (let k = 0; k < slots; k++) {
    if (id !== 'still' || k % 9 === 0) temp_out = Math.round(10 * (temp_out + random() - 0.5)) / 10;
    const gone = (id === 'gone' && k > 50) || (id === 'late' && k < 60) || id === 'never';
    if (gone || (id === 'hourly' && k % 6 !== 0) || (k % 100 > 40 && k % 100 < 45)) continue;
    const values = { temp_out, out_hum: 50 + (k % 5), wind_speed: id === 'still' ? 3 : random(), bar: 1013, rain: 0 };
    reports.push({ slot: FIRST + k, values });
  }
  return reports;
}

describe('baselines of stations that are taught one after the other', () => {
  const made = (slots: number, feed: (book: BaselineBook, windows: WindowStore) => void): Baseline[] => {
    const windows = new WindowStore(CAPACITY);
    const book = new BaselineBook('n', LATENESS, windows);
    feed(book, windows);
    // What came last is taught as usual, and the day ends.
    const baselines = book.advance(FIRST + slots, IDS);
    return [...baselines, ...book.advance((DAY + 1) * SLOTS_PER_DAY, IDS)];
  };
  const put = (windows: WindowStore, id: string, { slot, values }: Report) =>
    windows.put(IDS.indexOf(id), slot, slot * SLOT_MS, values);

  for (const slots of [SLOTS_PER_DAY - 3, 100, 62, 5]) {
    it(`are those of stations that are taught slot by slot, ${slots} slots`, () => {
      const together = made(slots, (book, windows) => {
        for (let slot = FIRST; slot < FIRST + slots; slot++) {
          book.advance(slot, IDS);
          for (const id of IDS) for (const one of reportsOf(id, slots)) if (one.slot === slot) put(windows, id, one);
          book.teachSome(2);
        }
      });
      const apart = made(slots, (book, windows) => {
        book.advance(FIRST, IDS);
        for (const id of IDS) {
          for (const one of reportsOf(id, slots)) {
            book.teachAhead(IDS.indexOf(id), one.slot - LATENESS - 1);
            put(windows, id, one);
          }
        }
      });
      assert.equal(apart.length > 0, slots > 60);
      assert.deepEqual(apart, together);
    });
  }
});
