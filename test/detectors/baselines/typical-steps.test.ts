import assert from 'node:assert/strict';
import { BaselineBook } from '../../../detectors/baselines/baseline-book.ts';
import { TypicalSteps } from '../../../detectors/baselines/typical-steps.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import { SLOT_MS, SLOTS_PER_DAY } from '../../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../../schemas/variables.ts';
import { seeded } from '../stages/small-network.ts';

const LATENESS = 12;
const WINDOW = 36;
const FIRST = 19_000 * SLOTS_PER_DAY;
const DOCUMENTED = VARIABLE_SPECIFICATIONS.temp_out.floor / 4;
const IDS = ['a'];

/** A thermometer whose steps are each of the size that is given, up or down. */
class Thermometer {
  readonly windows = new WindowStore(60);
  readonly book = new BaselineBook('n', LATENESS, this.windows);
  readonly steps = new TypicalSteps(this.book, WINDOW);
  readonly #random = seeded(3);
  #value = 15;

  report(slot: number, step: number): void {
    this.#value += (this.#random() < 0.5 && this.#value > 10) || this.#value > 20 ? -step : step;
    this.put(slot, this.#value);
  }

  put(slot: number, temp_out: number): void {
    this.book.advance(slot, IDS);
    this.windows.put(0, slot, slot * SLOT_MS, { temp_out, out_hum: null, wind_speed: null, bar: null, rain: null });
  }

  spread(slot: number): number {
    return this.steps.spread(0, 0, slot);
  }
}

function reporting(step: number, slots: number, every = 1): Thermometer {
  const it = new Thermometer();
  for (let k = 0; k < slots; k += every) it.report(FIRST + k, step);
  return it;
}

describe('the typical steps of a station', () => {
  it('are those that are documented until sixteen steps are known', () => {
    const it = new Thermometer();
    for (let k = 0; k <= 16; k++) {
      assert.equal(it.spread(FIRST + k), DOCUMENTED, `after ${k} reports`);
      it.report(FIRST + k, 0.05);
    }
    assert.ok(it.spread(FIRST + 17) < DOCUMENTED);
  });

  it('come on the first day from the hours before, what is documented counting as a third of them', () => {
    for (const step of [0.05, 0.5, 3]) {
      const own = step / 1.6449;
      const expected = Math.sqrt((((3 * 35) / 36) * own ** 2 + DOCUMENTED ** 2) / ((3 * 35) / 36 + 1));
      const got = reporting(step, 60).spread(FIRST + 60);
      assert.ok(Math.abs(got / expected - 1) < 1e-3, `${got} in place of ${expected}`);
    }
  });

  it('make a departure smaller that is put to the neighbours, and one larger that is worth noticing', () => {
    const [calm, lively] = [reporting(0.05, 60), reporting(3, 60)].map(({ steps }) => steps);
    const { floor } = VARIABLE_SPECIFICATIONS.temp_out;
    assert.equal(calm.floor(0, 0, FIRST + 60), floor);
    assert.ok(calm.asked(0, 0, FIRST + 60, 1) < 0.6 * floor);
    assert.ok(lively.floor(0, 0, FIRST + 60) > 2 * floor);
    assert.deepEqual(calm.usual(0, FIRST + 60), {
      floors: VARIABLES.map((_, v) => calm.floor(0, v, FIRST + 60)),
      spreads: VARIABLES.map((_, v) => calm.spread(0, v, FIRST + 60)),
    });
  });

  it('are little moved by single faults', () => {
    const it = reporting(0.05, 30);
    it.put(FIRST + 30, 60);
    for (let k = 31; k < 50; k++) it.report(FIRST + k, 0.05);
    const sound = reporting(0.05, 50).spread(FIRST + 50);
    assert.ok(Math.abs(it.spread(FIRST + 50) / sound - 1) < 0.01);
  });

  // Two wrong values made the typical step so large that errors of 7 degC passed.
  it('are not moved by several either', () => {
    const it = reporting(0.05, 30);
    for (let k = 30; k < 50; k++) {
      if (k % 5 === 2) it.put(FIRST + k, 20);
      else it.report(FIRST + k, 0.05);
    }
    const sound = reporting(0.05, 50).spread(FIRST + 50);
    assert.ok(Math.abs(it.spread(FIRST + 50) / sound - 1) < 0.01);
  });

  it('are not read from reports an hour apart, of which a window has too few', () => {
    assert.equal(reporting(0.05, 60, 6).spread(FIRST + 60), DOCUMENTED);
  });

  it('come from the baseline alone as soon as there is one', () => {
    const it = reporting(0.05, SLOTS_PER_DAY + 40);
    const second = FIRST + SLOTS_PER_DAY + 40;
    assert.equal(it.spread(second), it.book.spread(0, 0, second));
    assert.equal(it.steps.digest(0, second), it.book.version(0, second));
    const late = FIRST + SLOTS_PER_DAY - 1;
    assert.ok(Number.isNaN(it.book.spread(0, 0, late)), 'the day before had none');
    assert.ok(it.spread(late) < DOCUMENTED, 'and goes by its hours still');
  });

  it('are told by their digest, so that a late report that changes them has a verdict found anew', () => {
    const it = reporting(0.05, 40);
    const before = it.steps.digest(0, FIRST + 40);
    for (let k = 35; k < 40; k++) it.put(FIRST + k, 2 * k);
    assert.notEqual(it.steps.digest(0, FIRST + 40), before);
  });

  it('are those that are documented where only baselines are asked', () => {
    const { book } = reporting(0.05, 60);
    assert.equal(new TypicalSteps(book, null).spread(0, 0, FIRST + 60), DOCUMENTED);
  });
});
