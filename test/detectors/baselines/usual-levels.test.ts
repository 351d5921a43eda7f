import assert from 'node:assert/strict';
import { LEVEL_DAYS, UsualLevels } from '../../../detectors/baselines/usual-levels.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import type { Values } from '../../../schemas/observation.ts';
import { SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../../schemas/time.ts';
import { judgedValue, VARIABLE_INDEX, VARIABLE_SPECIFICATIONS, VARIABLES } from '../../../schemas/variables.ts';

const LATENESS = 12;
const DAY = 19_000;
const { temp_out, bar, rain } = VARIABLE_INDEX;
/** Levels are rounded to this. */
const STEP = 0.02;

/** Windows and levels of one station, which is taught every report at once. */
class Taught {
  readonly windows = new WindowStore(62);
  readonly levels = new UsualLevels(this.windows, LATENESS);
  #day = DAY;

  constructor() {
    this.levels.resume(DAY);
  }

  /** Reports at a slot of a day, both as they are taught: the last two hours of a day belong to the next. */
  report(slot: number, values: Partial<Values>): void {
    const day = Math.floor((slot + LATENESS) / SLOTS_PER_DAY);
    while (this.#day < day) this.levels.begin(++this.#day);
    const whole = { temp_out: null, out_hum: null, wind_speed: null, bar: null, rain: null, ...values };
    this.windows.put(0, slot, slot * SLOT_MS, whole);
    this.levels.teach(0, slot);
  }

  /** Hourly reports over some days. */
  hourly(days: number, valuesAt: (slot: number) => Partial<Values>, every = SLOTS_PER_HOUR): void {
    const first = DAY * SLOTS_PER_DAY - LATENESS;
    for (let slot = first; slot < first + days * SLOTS_PER_DAY; slot += every) this.report(slot, valuesAt(slot));
    while (this.#day < DAY + days) this.levels.begin(++this.#day);
  }
}

/** The known means of a variable in the hours of a slot, newest day first; null where none is known. */
function meansOf(levels: UsualLevels, slot: number, variable: number): number[] | null {
  const into = new Float64Array(LEVEL_DAYS);
  return levels.means(0, variable, slot, into) ? [...into].filter((mean) => !Number.isNaN(mean)) : null;
}

function near(found: readonly number[] | null, expected: readonly number[]): void {
  assert.equal(found?.length, expected.length);
  for (const [k, mean] of expected.entries()) assert.ok(Math.abs((found?.[k] ?? Number.NaN) - mean) <= STEP / 2 + 1e-9);
}

/** No two reports are equal. */
const varied = (slot: number) => ({ out_hum: 50 + (slot % 7), wind_speed: slot % 11 });

describe('where a station usually stands', () => {
  it('is the mean of the three hours of each day before', () => {
    const taught = new Taught();
    const hourOf = (slot: number) => (slot % SLOTS_PER_DAY) / SLOTS_PER_HOUR;
    const dayOf = (slot: number) => Math.floor(slot / SLOTS_PER_DAY) - DAY;
    taught.hourly(5, (slot) => ({
      ...varied(slot),
      temp_out: hourOf(slot) + 10 * dayOf(slot),
      bar: 1000 + hourOf(slot),
    }));
    const noon = (DAY + 5) * SLOTS_PER_DAY + 13 * SLOTS_PER_HOUR;
    near(meansOf(taught.levels, noon, temp_out), [53, 43, 33, 23, 13]);
    near(meansOf(taught.levels, noon, bar), [1013, 1013, 1013, 1013, 1013]);
    // The day before knows less by one.
    near(meansOf(taught.levels, noon - SLOTS_PER_DAY, temp_out), [43, 33, 23, 13]);
    assert.equal(meansOf(taught.levels, noon, rain), null);
    near([taught.levels.usual(0, temp_out, noon) ?? Number.NaN], [33]);
    near([taught.levels.usual(0, temp_out, noon - SLOTS_PER_DAY) ?? Number.NaN], [28]);
    assert.equal(taught.levels.usual(0, rain, noon), null);
  });

  it('is forgotten after thirty days', () => {
    const taught = new Taught();
    taught.hourly(40, (slot) => ({ ...varied(slot), temp_out: Math.floor((slot + LATENESS) / SLOTS_PER_DAY) - DAY }));
    const means = meansOf(taught.levels, (DAY + 40) * SLOTS_PER_DAY + 1, temp_out);
    near(
      means,
      Array.from({ length: LEVEL_DAYS }, (_, back) => 39 - back),
    );
  });

  it('is learnt of a station that reports every half hour or 20 minutes too, by the first of each hour', () => {
    for (const every of [2, 3]) {
      const taught = new Taught();
      taught.hourly(5, (slot) => ({ ...varied(slot), temp_out: slot % SLOTS_PER_HOUR === 0 ? 7 : null }), every);
      near(meansOf(taught.levels, (DAY + 5) * SLOTS_PER_DAY, temp_out), [7, 7, 7, 7, 7]);
    }
  });

  it('is not learnt of a station that reports every ten minutes, whichever report is missed', () => {
    for (let missed = 0; missed < 7; missed++) {
      const taught = new Taught();
      const first = DAY * SLOTS_PER_DAY - LATENESS;
      for (let slot = first; slot < first + 12; slot++) {
        if (slot - first !== missed) taught.report(slot, { ...varied(slot), temp_out: slot % 10 });
        assert.equal(taught.levels.copyRows(0, 1), null, `without ${missed}, after ${slot - first}`);
      }
    }
  });

  it('is not taught by a record that is repeated, nor by hours of which one alone reported', () => {
    const taught = new Taught();
    const stuck = (slot: number) => slot >= (DAY + 1) * SLOTS_PER_DAY && slot < (DAY + 2) * SLOTS_PER_DAY - LATENESS;
    taught.hourly(5, (slot) =>
      stuck(slot) ? { temp_out: 99, out_hum: 1, wind_speed: 1 } : { ...varied(slot), temp_out: 7 },
    );
    near(meansOf(taught.levels, (DAY + 5) * SLOTS_PER_DAY + 80, temp_out), [7, 7, 7, 7]);
    const sparse = new Taught();
    const often = 3 * SLOTS_PER_HOUR;
    sparse.hourly(5, (slot) => ({ ...varied(slot), temp_out: slot % often === 0 ? 7 : null }));
    assert.equal(meansOf(sparse.levels, (DAY + 5) * SLOTS_PER_DAY, temp_out), null);
  });

  // Nothing was learnt of stations that report every two or three hours.
  it('is learnt of a station that reports every two or three hours', () => {
    for (const hours of [2, 3]) {
      const taught = new Taught();
      taught.hourly(5, (slot) => ({ ...varied(slot), temp_out: 7 }), hours * SLOTS_PER_HOUR);
      for (const slot of [0, 80]) {
        near(meansOf(taught.levels, (DAY + 5) * SLOTS_PER_DAY + slot, temp_out), [7, 7, 7, 7, 7]);
      }
    }
  });

  it('is not learnt of a station that reports every ten minutes, though its feed is out for two hours each day', () => {
    const taught = new Taught();
    const isOut = (slot: number) => slot % SLOTS_PER_DAY >= 60 && slot % SLOTS_PER_DAY < 72;
    for (let slot = DAY * SLOTS_PER_DAY - LATENESS; slot < (DAY + 5) * SLOTS_PER_DAY; slot++) {
      if (!isOut(slot)) taught.report(slot, { ...varied(slot), temp_out: 7 });
    }
    assert.equal(meansOf(taught.levels, (DAY + 5) * SLOTS_PER_DAY + 72, temp_out), null);
  });

  it('counts once what is taught twice', () => {
    const [once, twice] = [new Taught(), new Taught()];
    const values = (slot: number) => ({ ...varied(slot), temp_out: slot % 13 });
    once.hourly(5, values);
    twice.hourly(5, (slot) => {
      if (slot % SLOTS_PER_DAY > 20) twice.levels.teach(0, slot - SLOTS_PER_HOUR);
      return values(slot);
    });
    const slot = (DAY + 5) * SLOTS_PER_DAY + 100;
    assert.deepEqual(twice.levels.content(0, slot), once.levels.content(0, slot));
  });

  it('is not taught in the first hour of its first day, whether that is read again or not', () => {
    const [once, twice] = [new Taught(), new Taught()];
    const first = DAY * SLOTS_PER_DAY - LATENESS;
    for (const taught of [once, twice]) {
      for (let slot = first; slot < first + 30; slot += 3)
        taught.report(slot, { ...varied(slot), temp_out: slot % 13 });
    }
    for (let slot = first; slot < first + 30; slot += 3) twice.levels.teach(0, slot);
    assert.deepEqual(twice.levels.copyRows(0, 1), once.levels.copyRows(0, 1));
  });

  it('is as before where what each day taught is restored, or rows are copied', () => {
    const given = new Taught();
    const [restored, put] = [new Taught(), new Taught()];
    const own: [day: number, means: (number | null)[][]][] = [];
    for (let day = 1; day <= 35; day++) {
      given.hourly(day, (slot) => ({ ...varied(slot), temp_out: slot % 13, bar: 900 + (slot % 29) }));
      own.push([DAY + day, VARIABLES.map((_, v) => given.levels.ownDay(0, v))]);
    }
    for (const [day, means] of own.slice(-LEVEL_DAYS - 1)) {
      for (const [v, ofVariable] of means.entries()) restored.levels.restore(0, v, day, ofVariable);
    }
    restored.levels.resume(DAY + 35);
    const rows = given.levels.copyRows(0, 1);
    assert.ok(rows !== null);
    put.levels.putRow(0, rows, 0);
    put.levels.resume(DAY + 35);
    for (const slot of [DAY + 34, DAY + 35].map((day) => day * SLOTS_PER_DAY + 50)) {
      assert.notEqual(given.levels.content(0, slot), null);
      assert.deepEqual(restored.levels.content(0, slot), given.levels.content(0, slot));
      assert.deepEqual(put.levels.content(0, slot), given.levels.content(0, slot));
    }
  });

  it('may be wherever a value is possible', () => {
    for (const [v, variable] of VARIABLES.entries()) {
      const { low, high } = VARIABLE_SPECIFICATIONS[variable];
      for (const value of [low, high]) {
        const taught = new Taught();
        taught.hourly(5, (slot) => ({ ...varied(slot), [variable]: value }));
        // Saturated air is learnt as 100 %.
        const level = Math.fround(judgedValue(variable, value));
        near(meansOf(taught.levels, (DAY + 5) * SLOTS_PER_DAY + 100, v), [level, level, level, level, level]);
      }
    }
  });
});
