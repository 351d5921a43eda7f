import assert from 'node:assert/strict';
import fc from 'fast-check';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import { SLOT_MS, slotOf } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { NO_VALUES } from '../../no-values.ts';

const MINUTE = 60_000;
const RAIN = VARIABLES.indexOf('rain');

interface Told {
  readonly minute: number;
  readonly rain: number | null;
  readonly temperature?: number;
  readonly count?: number;
  readonly interval?: number;
}

function put(windows: WindowStore, { minute, rain, temperature = 10, count, interval }: Told) {
  const time = minute * MINUTE;
  const values = { ...NO_VALUES, temp_out: temperature, rain };
  return windows.put(0, slotOf(time), time, values, count ?? null, interval ?? null);
}

function read(windows: WindowStore, minute: number): Float64Array | null {
  const into = new Float64Array(VARIABLES.length);
  const time = minute * MINUTE;
  return windows.readReport(0, slotOf(time), time, into) ? into : null;
}

/** Rain of ten minutes at a minute where amounts come as told. */
function rainAt(minute: number, told: readonly Told[]): number {
  const windows = new WindowStore(40);
  for (const one of told) put(windows, one);
  return read(windows, minute)?.[RAIN] ?? Number.NaN;
}

describe('reports that come more often than the slots have room for', () => {
  it('are all read by their time, while the slots hold the nearest to their centres', () => {
    const windows = new WindowStore(12);
    for (let minute = 5; minute <= 35; minute += 5) {
      assert.notEqual(put(windows, { minute, rain: 0, temperature: minute }), 'same');
    }
    for (let minute = 5; minute <= 35; minute += 5) assert.equal(read(windows, minute)?.[0], minute);
    assert.deepEqual(
      [1, 2, 3].map((slot) => windows.value(0, 0, slot)),
      [10, 20, 30],
    );
    assert.equal(read(windows, 6), null);
    assert.equal(put(windows, { minute: 15, rain: 0, temperature: 15 }), 'same');
    assert.equal(put(windows, { minute: 15, rain: 0, temperature: 7 }), 'beside', 'a correction');
    assert.equal(read(windows, 15)?.[0], 7);
  });

  it('are not held beside the slots of a station that reports every ten minutes, a minute more or less', () => {
    const windows = new WindowStore(12);
    for (const minute of [0, 9, 20, 31, 39, 50]) put(windows, { minute, rain: 0 });
    assert.equal(windows.dense(0), null);
    assert.equal(windows.anyDense, false);
  });

  it('add up to the rain of ten minutes', () => {
    const everyMinute = Array.from({ length: 21 }, (_, minute) => ({ minute, rain: 0.2 }));
    assert.equal(rainAt(20, everyMinute), Math.fround(2));
    assert.equal(
      rainAt(
        20,
        everyMinute.map((one) => ({ ...one, rain: 2, interval: 1 })),
      ),
      Math.fround(2),
      'declared',
    );
    const everyFive = [0, 5, 10, 15, 20].map((minute) => ({ minute, rain: minute / 10 }));
    assert.equal(rainAt(20, everyFive), Math.fround(3.5));
  });

  it('count the part of a longer amount that fell in the ten minutes', () => {
    const everySix = [0, 6, 12, 18].map((minute) => ({ minute, rain: 0.6 }));
    assert.equal(rainAt(18, everySix), Math.fround(1));
    const mixed = [
      { minute: 0, rain: 3, interval: 30 },
      { minute: 5, rain: 0, interval: 5 },
    ];
    assert.equal(rainAt(5, mixed), Math.fround(1.5), 'a mean of thirty minutes stands for its part');
    assert.equal(rainAt(0, mixed), 3);
  });

  it('stand for what a missed report leaves out, and say nothing where most is', () => {
    const gap = [0, 5, 15].map((minute) => ({ minute, rain: 4, interval: 5 }));
    assert.equal(rainAt(15, gap), 4, 'five of ten minutes');
    assert.equal(rainAt(0, gap), 4);
    const lone = [0, 1, 2, 3].map((minute) => ({ minute, rain: 6, interval: 1 }));
    assert.ok(Number.isNaN(rainAt(3, lone)), 'four minutes of ten');
    assert.equal(rainAt(4, [...lone, { minute: 4, rain: 6, interval: 1 }]), 6);
  });

  it('take amounts that lie over each other as their mean', () => {
    const rolling = Array.from({ length: 21 }, (_, minute) => ({ minute, rain: 3, interval: 5 }));
    assert.equal(rainAt(20, rolling), 3);
  });

  it('call the report with an impossible amount impossible, and not those after it', () => {
    const told = Array.from({ length: 21 }, (_, minute) => ({ minute, rain: minute === 15 ? 900 : 0.2 }));
    assert.equal(rainAt(15, told), Number.POSITIVE_INFINITY);
    assert.equal(rainAt(16, told), Math.fround(1.8));
  });

  it('have what fell since the last count of the slots where rain is counted', () => {
    const counts = [0, 3, 10, 13].map((minute) => ({ minute, rain: null, count: minute / 10 }));
    assert.equal(rainAt(10, counts), 1);
    assert.equal(rainAt(13, counts), 1, '1.3 mm since minute 0');
  });

  it('keep what may still be judged and no more', () => {
    const windows = new WindowStore(60, 10);
    for (let minute = 0; minute <= 600; minute++) put(windows, { minute, rain: 0.1, temperature: minute % 50 });
    assert.equal(read(windows, 598)?.[0], 48);
    assert.equal(read(windows, 501)?.[0], 1);
    assert.equal(read(windows, 302), null);
    assert.ok((windows.dense(0)?.count ?? 0) <= 220, 'at most twice ten slots of ten reports');
  });

  it('hold the newest of a station that sends without end', () => {
    const windows = new WindowStore(20);
    for (let k = 0; k < 50_000; k++) windows.put(0, slotOf(k * 100), k * 100, { ...NO_VALUES, temp_out: 1 });
    assert.ok((windows.dense(0)?.count ?? 0) <= 32_768);
    const into = new Float64Array(VARIABLES.length);
    assert.equal(windows.readReport(0, slotOf(4_999_900), 4_999_900, into), true);
  });

  it('read the same in whatever order they come', () => {
    const report = fc.record({
      time: fc.integer({ min: -2 * SLOT_MS, max: 6 * SLOT_MS }).map((time) => Math.round(time / 20_000) * 20_000 + 0),
      rain: fc.integer({ min: 0, max: 30 }),
      interval: fc.constantFrom(null, 1, 5, 10, 60),
      counted: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(report, { minLength: 1, maxLength: 40, selector: ({ time }) => time }),
        fc.infiniteStream(fc.nat()),
        (reports, keys) => {
          const [one, other] = [new WindowStore(16), new WindowStore(16)];
          const order = reports.map((it) => [keys.next().value, it] as const).sort((a, b) => a[0] - b[0]);
          const put = (windows: WindowStore, { time, rain, interval, counted }: (typeof reports)[number]) => {
            const values = { ...NO_VALUES, temp_out: time / MINUTE, rain: counted ? null : rain / 10 };
            windows.put(0, slotOf(time), time, values, counted ? rain : null, counted ? null : interval);
          };
          for (const it of [...reports].sort((a, b) => a.time - b.time)) put(one, it);
          for (const [, it] of order) put(other, it);
          const [a, b] = [new Float64Array(VARIABLES.length), new Float64Array(VARIABLES.length)];
          for (const { time } of reports) {
            assert.equal(one.readReport(0, slotOf(time), time, a), other.readReport(0, slotOf(time), time, b));
            assert.deepEqual(a, b);
          }
          for (let slot = -2; slot <= 6; slot++) {
            assert.ok(Object.is(one.value(0, RAIN, slot), other.value(0, RAIN, slot)), `rain of slot ${slot}`);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});
