import assert from 'node:assert/strict';
import { BASELINE_DAYS, BaselineBook } from '../../../detectors/baselines/baseline-book.ts';
import { TypicalSteps } from '../../../detectors/baselines/typical-steps.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import type { WindowView } from '../../../detectors/windows/window-view.ts';
import type { Baseline } from '../../../schemas/baseline.ts';
import { SLOT_MS, SLOTS_PER_DAY } from '../../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS } from '../../../schemas/variables.ts';
import { seeded } from '../stages/small-network.ts';

const LATENESS = 12;
const IDS = ['a'];
const DAY = 19_000;

/** Temperature that changes by a normal step of the given sigma each slot; the other variables are missing. */
function walk(sigma: number, slots: number, seed: number): number[] {
  const random = seeded(seed);
  let value = 15;
  return Array.from({ length: slots }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    value += sigma * normal - (value - 15) * 0.01;
    return value;
  });
}

/** Feeds slots from the beginning of DAY on; returns what was made. */
function feed(
  book: BaselineBook,
  windows: WindowStore,
  values: readonly number[],
  from = DAY * SLOTS_PER_DAY,
): Baseline[] {
  const made: Baseline[] = [];
  for (const [k, temp_out] of values.entries()) {
    const slot = from + k;
    made.push(...book.advance(slot, IDS));
    windows.put(0, slot, slot * SLOT_MS, { temp_out, out_hum: null, wind_speed: null, bar: null, rain: null });
  }
  return made;
}

function fresh(): [BaselineBook, WindowStore] {
  const windows = new WindowStore(60);
  return [new BaselineBook('n', LATENESS, windows), windows];
}

const stepsOf = (book: BaselineBook) => new TypicalSteps(book, null);

describe('BaselineBook', () => {
  it('holds the documented floors where there is no history', () => {
    const [book] = fresh();
    assert.equal(stepsOf(book).floor(0, 0, DAY * SLOTS_PER_DAY), VARIABLE_SPECIFICATIONS.temp_out.floor);
    assert.equal(book.version(0, DAY * SLOTS_PER_DAY), null);
  });

  it('learns the spread of steps within a fifth, and never lowers the floor', () => {
    for (const [sigma, floor] of [
      [0.1, 2],
      [2, 8],
    ] as const) {
      const [book, windows] = fresh();
      const made = feed(book, windows, walk(sigma, 6 * SLOTS_PER_DAY, 3));
      const last = made.at(-1);
      assert.equal(last?.day, DAY + 5);
      assert.equal(last?.days, 5);
      const spread = last?.stepSpread.temp_out ?? 0;
      assert.ok(Math.abs(spread / sigma - 1) < 0.2, `${spread} for ${sigma}`);
      assert.equal(last?.stepSpread.rain, null);
      const learnt = stepsOf(book).floor(0, 0, (DAY + 5) * SLOTS_PER_DAY);
      assert.ok(Math.abs(learnt / floor - 1) < 0.2, `floor ${learnt}`);
    }
  });

  it('asks about less than the floor where steps are small, never about less than two fifths of it', () => {
    for (const [sigma, least, most] of [
      [0.02, 0.8, 0.95],
      [0.3, 1.1, 1.6],
      [2, 7, 9],
    ] as const) {
      const [book, windows] = fresh();
      assert.equal(stepsOf(book).asked(0, 0, DAY * SLOTS_PER_DAY, 1), 2, 'as documented without history');
      feed(book, windows, walk(sigma, 6 * SLOTS_PER_DAY, 3));
      const asked = stepsOf(book).asked(0, 0, (DAY + 5) * SLOTS_PER_DAY, 1);
      assert.ok(asked >= least && asked <= most, `${asked} for steps of ${sigma}`);
      const hourly = stepsOf(book).asked(0, 0, (DAY + 5) * SLOTS_PER_DAY, 6);
      assert.equal(hourly, Math.max(0.8, asked / 2), 'hourly stations are asked about from half of it on');
    }
  });

  it('gives the typical step, what is documented counting as one more day', () => {
    const [book, windows] = fresh();
    assert.equal(stepsOf(book).spread(0, 0, DAY * SLOTS_PER_DAY), 0.5);
    const last = feed(book, windows, walk(0.1, 6 * SLOTS_PER_DAY, 3)).at(-1);
    const learnt = last?.stepSpread.temp_out ?? 0;
    const { spreads } = stepsOf(book).usual(0, (DAY + 5) * SLOTS_PER_DAY);
    assert.ok(Math.abs(spreads[0] - Math.sqrt((5 * learnt ** 2 + 0.5 ** 2) / 6)) < 1e-6, `${spreads[0]}`);
  });

  it('single faults do not teach', () => {
    const calm = walk(0.2, 4 * SLOTS_PER_DAY, 5);
    const faulty = calm.map((value, k) => (k % 50 === 0 ? value + 20 : value));
    const [[bookA, windowsA], [bookB, windowsB]] = [fresh(), fresh()];
    const a = feed(bookA, windowsA, calm).at(-1)?.stepSpread.temp_out ?? 0;
    const b = feed(bookB, windowsB, faulty).at(-1)?.stepSpread.temp_out ?? 0;
    assert.ok(b / a < 1.5, `${a} became ${b}`);
  });

  it('learns the same in slices of any size, whenever they come', () => {
    const ids = Array.from({ length: 23 }, (_, i) => `s${i}`);
    const walks = ids.map((_, i) => walk(0.2 + i / 20, 3 * SLOTS_PER_DAY, i));
    const learnt = (slice: (random: () => number) => number) => {
      const [book, windows] = fresh();
      const random = seeded(7);
      const made: Baseline[] = [];
      for (let k = 0; k < 3 * SLOTS_PER_DAY; k++) {
        const slot = DAY * SLOTS_PER_DAY + k;
        made.push(...book.advance(slot, ids));
        for (const [i, values] of walks.entries()) {
          const temp_out = random() < 0.9 ? values[k] : null;
          windows.put(i, slot, slot * SLOT_MS, { temp_out, out_hum: null, wind_speed: null, bar: null, rain: null });
        }
        book.teachSome(slice(seeded(k)));
      }
      return made;
    };
    const atOnce = learnt(() => 0);
    assert.equal(atOnce.length, 2 * ids.length);
    assert.deepEqual(
      learnt(() => 5),
      atOnce,
    );
    assert.deepEqual(
      learnt(() => 1),
      atOnce,
    );
    assert.deepEqual(
      learnt(() => 1_000),
      atOnce,
    );
    assert.deepEqual(
      learnt((random) => Math.floor(random() * 40)),
      atOnce,
    );
  });

  it('holds up nobody at a slot: what is final waits for its turn for an hour', () => {
    const [, windows] = fresh();
    let asked = 0;
    const counted: WindowView = {
      value: (station, variable, slot) => windows.value(station, variable, slot),
      stretch: () => {},
      reported: (station, slot) => {
        asked++;
        return windows.reported(station, slot);
      },
      newest: (station) => windows.newest(station),
    };
    const book = new BaselineBook('n', LATENESS, counted);
    const ids = Array.from({ length: 100 }, (_, i) => `s${i}`);
    const first = DAY * SLOTS_PER_DAY;
    for (let slot = first; slot < first + 30; slot++) {
      const before = asked;
      book.advance(slot, ids);
      assert.equal(asked, before, `slot ${slot - first}`);
      for (let i = 0; i < ids.length; i++) {
        windows.put(i, slot, slot * SLOT_MS, { temp_out: 1, out_hum: null, wind_speed: null, bar: null, rain: null });
      }
      for (let k = 0; k < 10; k++) book.teachSome(20);
    }
    assert.ok(asked >= 17 * ids.length, `${asked} reports taught`);
  });

  it('a book restored from stored records makes the same records as one that saw everything', () => {
    const values = walk(0.5, (BASELINE_DAYS + 6) * SLOTS_PER_DAY, 11);
    const [whole, windowsWhole] = fresh();
    const all = feed(whole, windowsWhole, values);
    for (const cut of [3, BASELINE_DAYS + 3]) {
      const stored = all.filter((baseline) => baseline.day <= DAY + cut);
      const [resumed, windows] = fresh();
      resumed.restore(stored, DAY + cut, () => 0);
      const slot = (DAY + cut) * SLOTS_PER_DAY + 10;
      assert.equal(resumed.version(0, slot), all.find((baseline) => baseline.day === DAY + cut)?.version);
      const from = resumed.cutOf(DAY + cut);
      const rest = feed(resumed, windows, values.slice(from - DAY * SLOTS_PER_DAY), from);
      assert.deepEqual(
        rest,
        all.filter((baseline) => baseline.day > DAY + cut),
      );
    }
  });

  it('does not depend on what comes after the cut of the day', () => {
    const values = walk(0.5, 2 * SLOTS_PER_DAY, 11);
    const changed = values.map((value, k) => (k >= SLOTS_PER_DAY - LATENESS && k < SLOTS_PER_DAY ? value + 9 : value));
    const [[bookA, windowsA], [bookB, windowsB]] = [fresh(), fresh()];
    assert.deepEqual(
      feed(bookA, windowsA, values.slice(0, SLOTS_PER_DAY + 1)),
      feed(bookB, windowsB, changed.slice(0, SLOTS_PER_DAY + 1)),
    );
  });
});
