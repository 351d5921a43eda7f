import assert from 'node:assert/strict';
import fc from 'fast-check';
import { defaultLimits, type LimitsOf } from '../../../detectors/windows/window-content.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import { rainLimits } from '../../../schemas/limits.ts';
import type { Values } from '../../../schemas/observation.ts';
import { SLOT_MS, slotOf } from '../../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { NO_VALUES } from '../../no-values.ts';

const MINUTE_MS = 60_000;
const warm = (temp_out: number): Values => ({ ...NO_VALUES, temp_out });

describe('WindowStore', () => {
  it('gives back what was put, as 32-bit floats, and NaN elsewhere', () => {
    const windows = new WindowStore(10);
    assert.equal(windows.put(3, 100, 100 * SLOT_MS, warm(23.4)), 'stored');
    assert.equal(windows.value(3, 0, 100), Math.fround(23.4));
    assert.ok(Number.isNaN(windows.value(3, 1, 100)));
    assert.ok(Number.isNaN(windows.value(3, 0, 99)));
    assert.ok(Number.isNaN(windows.value(2, 0, 100)));
    assert.ok(Number.isNaN(windows.value(5000, 0, 100)));
    assert.equal(windows.newest(3), 100);
    assert.equal(windows.newest(2), Number.NEGATIVE_INFINITY);
    assert.ok(windows.reported(3, 100));
    assert.ok(!windows.reported(3, 99));
  });

  it('keeps only its capacity, and says when a report is too old', () => {
    const windows = new WindowStore(4);
    for (let slot = 10; slot < 20; slot++) windows.put(0, slot, slot * SLOT_MS, warm(slot));
    assert.deepEqual(
      [15, 16, 19, 20].map((slot) => windows.value(0, 0, slot)),
      [Number.NaN, 16, 19, Number.NaN],
    );
    assert.equal(windows.put(0, 15, 15 * SLOT_MS, warm(1)), 'too_old');
    windows.put(0, 1000, 1000 * SLOT_MS, warm(7));
    assert.deepEqual(
      [997, 998, 999, 1000].map((slot) => windows.value(0, 0, slot)),
      [Number.NaN, Number.NaN, Number.NaN, 7],
    );
  });

  it('of two reports for a slot keeps the nearer to its centre, on a tie the later', () => {
    const centre = 100 * SLOT_MS;
    const windows = new WindowStore(4);
    windows.put(0, 100, centre + 60_000, warm(1));
    assert.equal(windows.put(0, 100, centre + 90_000, warm(2)), 'beside');
    assert.equal(windows.put(0, 100, centre - 30_000, warm(3)), 'stored');
    assert.equal(windows.put(0, 100, centre + 30_000, warm(4)), 'stored');
    assert.equal(windows.put(0, 100, centre - 30_000, warm(5)), 'beside');
    assert.equal(windows.value(0, 0, 100), 4);
    assert.equal(windows.timeAt(0, 100), centre + 30_000);
  });

  it('takes the same time with other values as a correction, with equal values as nothing new', () => {
    const windows = new WindowStore(4);
    windows.put(0, 100, 100 * SLOT_MS, warm(1));
    assert.equal(windows.put(0, 100, 100 * SLOT_MS, warm(1)), 'same');
    assert.equal(windows.put(0, 100, 100 * SLOT_MS, warm(2)), 'stored');
    assert.equal(windows.value(0, 0, 100), 2);
  });

  it('leaves impossible values out and remembers that they were there', () => {
    const windows = new WindowStore(4);
    windows.put(0, 100, 100 * SLOT_MS, { ...warm(99), bar: 1e308, out_hum: 55 });
    assert.ok(Number.isNaN(windows.value(0, 0, 100)));
    assert.ok(windows.impossible(0, 0, 100));
    assert.ok(windows.impossible(0, 3, 100));
    assert.ok(!windows.impossible(0, 2, 100));
    assert.equal(windows.value(0, 1, 100), 55);
  });

  it('holds slots before 1970', () => {
    const windows = new WindowStore(4);
    for (let slot = -5; slot <= 1; slot++) windows.put(0, slot, slot * SLOT_MS, warm(slot));
    assert.deepEqual(
      [-3, -2, -1, 0, 1].map((slot) => windows.value(0, 0, slot)),
      [Number.NaN, -2, -1, 0, 1],
    );
  });

  it('ends with the same content in whatever order reports of one stretch come', () => {
    const report = fc.record({
      station: fc.nat(2),
      time: fc.integer({ min: 0, max: 7 * SLOT_MS }),
      value: fc.integer({ min: -40, max: 50 }),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(report, { minLength: 1, maxLength: 40, selector: (r) => `${r.station}|${r.time}` }),
        fc.infiniteStream(fc.nat()),
        (reports, keys) => {
          const inOrder = new WindowStore(16);
          const shuffled = new WindowStore(16);
          for (const { station, time, value } of reports) inOrder.put(station, slotOf(time), time, warm(value));
          const order = reports.map((r) => [keys.next().value, r] as const).sort((a, b) => a[0] - b[0]);
          for (const [, { station, time, value }] of order) shuffled.put(station, slotOf(time), time, warm(value));
          for (let station = 0; station < 3; station++) {
            for (let slot = 0; slot <= 7; slot++) {
              assert.ok(Object.is(inOrder.value(station, 0, slot), shuffled.value(station, 0, slot)));
              assert.ok(Object.is(inOrder.timeAt(station, slot), shuffled.timeAt(station, slot)));
            }
          }
        },
      ),
    );
  });

  describe('of rain that comes as a count', () => {
    const RAIN = 4;
    const put = (windows: WindowStore, slot: number, count: number | null) =>
      windows.put(0, slot, slot * SLOT_MS, NO_VALUES, count);
    const amounts = (windows: WindowStore, from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, k) => windows.countedRain(0, from + k));

    it('holds what fell since the count before, evenly over missed reports of an hour at most', () => {
      const windows = new WindowStore(40);
      for (const [slot, count] of [
        [100, 3],
        [101, 3.2],
        [104, 3.8],
        [110, 3.8],
        [117, 9],
      ] as const) {
        put(windows, slot, count);
      }
      assert.deepEqual(amounts(windows, 100, 104), [Number.NaN, 0.2, Number.NaN, Number.NaN, 0.2]);
      assert.equal(windows.countedRain(0, 110), 0);
      assert.ok(Number.isNaN(windows.countedRain(0, 117)), 'more than an hour');
      assert.ok(windows.counted(0, 117) && !windows.counted(0, 116));
      assert.equal(windows.value(0, RAIN, 101), Math.fround(0.2));
    });

    it('sees resets, tips taken back and impossible counts', () => {
      const windows = new WindowStore(40);
      const counts = [12.4, 0.6, 0.6, 10, 9.8, 10, -1, 10.2, 500, 4, 2.9];
      for (const [k, count] of counts.entries()) put(windows, 100 + k, count);
      assert.deepEqual(amounts(windows, 101, 110), [0.6, 0, 9.4, 0, 0.2, -1, 0.1, 489.8, 4, 2.9]);
      assert.ok(windows.impossible(0, RAIN, 106) && windows.impossible(0, RAIN, 108));
      assert.ok(!windows.impossible(0, RAIN, 109));
    });

    it('takes back what it said where a count comes late, is corrected or is gone', () => {
      const windows = new WindowStore(40);
      put(windows, 100, 1);
      put(windows, 102, 2);
      assert.equal(windows.value(0, RAIN, 102), 0.5);
      assert.equal(put(windows, 101, 2), 'stored');
      assert.deepEqual([windows.value(0, RAIN, 101), windows.value(0, RAIN, 102)], [1, 0]);
      assert.equal(put(windows, 101, 2), 'same');
      assert.equal(put(windows, 101, 1.5), 'stored');
      assert.deepEqual([windows.value(0, RAIN, 101), windows.value(0, RAIN, 102)], [0.5, 0.5]);
      assert.equal(put(windows, 101, null), 'stored');
      assert.ok(Number.isNaN(windows.value(0, RAIN, 101)));
      assert.equal(windows.value(0, RAIN, 102), 0.5);
    });

    it('ends with the same content in whatever order counts come', () => {
      const report = fc.record({
        slot: fc.integer({ min: 0, max: 20 }),
        count: fc.option(fc.integer({ min: -1, max: 9 })),
      });
      fc.assert(
        fc.property(
          fc.uniqueArray(report, { minLength: 1, selector: ({ slot }) => slot }),
          fc.infiniteStream(fc.nat()),
          (reports, keys) => {
            const [inOrder, shuffled] = [new WindowStore(40), new WindowStore(40)];
            for (const { slot, count } of [...reports].sort((a, b) => a.slot - b.slot)) put(inOrder, slot, count);
            const order = reports.map((r) => [keys.next().value, r] as const).sort((a, b) => a[0] - b[0]);
            for (const [, { slot, count }] of order) put(shuffled, slot, count);
            for (let slot = 0; slot <= 20; slot++) {
              assert.ok(Object.is(inOrder.value(0, RAIN, slot), shuffled.value(0, RAIN, slot)), `${slot}`);
            }
          },
        ),
      );
    });
  });

  // The slot had the limits of ten minutes after the report had come once, and those of one minute after it came again.
  it('holds rain of ten minutes against the limits of ten minutes where the same report of one minute comes again', () => {
    const windows = new WindowStore(40, 40, (station, variable, slot, interval) =>
      interval === null ? defaultLimits(station, variable, slot, interval) : rainLimits(interval),
    );
    const put = (minutes: number) =>
      windows.put(0, 100, 100 * SLOT_MS - minutes * MINUTE_MS, { ...NO_VALUES, rain: 250 }, null, 1);
    for (const minutes of [4, 3, 2, 1, 0]) put(minutes);
    assert.ok(windows.impossible(0, VARIABLE_INDEX.rain, 100));
    assert.equal(put(0), 'same');
    assert.ok(windows.impossible(0, VARIABLE_INDEX.rain, 100));
  });

  // A late count was held against the limits of its own slot at the next one too, and so was a late amount.
  describe('of rain with limits that are set for one slot', () => {
    const limitsOf: LimitsOf = (station, variable, slot, interval) =>
      slot === 101
        ? { failLow: 0, failHigh: 1, suspectLow: 0, suspectHigh: 1 }
        : defaultLimits(station, variable, slot, interval);
    const inOrder = [100, 101, 102];

    it('holds the count after a late one against the limits of its own slot', () => {
      for (const order of [inOrder, [100, 102, 101]]) {
        const windows = new WindowStore(40, 40, limitsOf);
        for (const slot of order) windows.put(0, slot, slot * SLOT_MS, NO_VALUES, [0, 0.5, 5][slot - 100]);
        assert.equal(windows.value(0, VARIABLE_INDEX.rain, 102), 4.5, `${order}`);
      }
    });

    it('holds the ten minutes that a late amount is in against the limits of their own slot', () => {
      const minutes = Array.from({ length: 21 }, (_, k) => k);
      for (const order of [minutes, [...minutes.filter((minute) => minute !== 14), 14]]) {
        const windows = new WindowStore(40, 40, limitsOf);
        for (const minute of order) {
          const time = 100 * SLOT_MS + minute * MINUTE_MS;
          windows.put(0, slotOf(time), time, { ...NO_VALUES, rain: 5 }, null, 1);
        }
        assert.deepEqual(
          inOrder.map((slot) => windows.value(0, VARIABLE_INDEX.rain, slot)),
          [Number.NaN, Number.NaN, 5],
          `${order}`,
        );
        assert.ok(windows.impossible(0, VARIABLE_INDEX.rain, 101));
      }
    });
  });

  it('reads a stretch as it reads value by value, inside the window and beyond it', () => {
    const windows = new WindowStore(7);
    for (const slot of [-9, -6, -5, -3, -2, 0, 1]) {
      windows.put(1, slot, slot * SLOT_MS, warm(slot % 2 === 0 ? slot : 99));
      windows.put(1024, slot, slot * SLOT_MS, warm(slot));
    }
    const into = new Float64Array(40);
    for (const station of [0, 1, 1024, 5000]) {
      for (let from = -20; from <= 10; from++) {
        for (const step of [1, 2, 3, 9]) {
          for (const count of [0, 1, 5, 20]) {
            windows.stretch(station, 0, from, count, step, into.fill(-1));
            for (let k = 0; k < count; k++)
              assert.ok(Object.is(into[k], windows.value(station, 0, from + k * step)), `${from} ${step} ${k}`);
            assert.equal(into[count], -1, 'nothing is written beyond');
          }
        }
      }
    }
  });
});
