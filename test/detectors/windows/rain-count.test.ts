import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PassingRain, rainBetween } from '../../../detectors/windows/rain-count.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import { rainCountOf } from '../../../ingest/validation/rain-fields.ts';
import { SLOT_MS } from '../../../schemas/time.ts';
import { NO_VALUES } from '../../no-values.ts';
import { inAmounts, inCounts } from '../stages/rain-counts.ts';
import { smallHistory, smallStations } from '../stages/small-network.ts';

describe('rain between two counts', () => {
  for (const [before, now, slots, amount, why] of [
    [3, 3.4, 1, 0.4, 'what was added'],
    [3, 3.6, 3, 0.2, 'evenly over missed reports'],
    [12.4, 0.6, 1, 0.6, 'a reset: what fell since'],
    [0.2, 0, 1, 0, 'a reset in dry weather'],
    [12.4, 12.2, 1, 0, 'a tip taken back'],
    [12.4, 11.4, 1, 0, 'a millimetre taken back'],
    [12.4, 11.2, 1, 11.2, 'more than a gauge takes back: a reset'],
    [0.8, 0.2, 1, 0.2, 'below the half: a reset'],
    [3, -1, 1, -1, 'no count at all'],
    [0.1, 0.3, 1, 0.2, 'no more digits than a gauge has'],
  ] as const) {
    it(`${before} and ${now} mm ${slots} apart: ${amount}, ${why}`, () =>
      assert.equal(rainBetween(before, now, slots), amount));
  }

  it('is never negative for a count', () => {
    const count = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(fc.property(count, count, fc.integer({ min: 1, max: 6 }), (a, b, n) => rainBetween(a, b, n) >= 0));
  });
});

describe('rain of observations that pass by', () => {
  it('is that of the windows', () => {
    const report = fc.record({ slot: fc.nat(60), count: fc.option(fc.integer({ min: -1, max: 30 })) });
    const reports = fc.uniqueArray(report, { minLength: 1, selector: ({ slot }) => slot });
    fc.assert(
      fc.property(reports, (given) => {
        const windows = new WindowStore(80);
        const passing = new PassingRain();
        for (const { slot, count } of given.sort((a, b) => a.slot - b.slot)) {
          windows.put(0, slot, slot * SLOT_MS, NO_VALUES, count);
          const amount = passing.of(slot * SLOT_MS, Number.NaN, count ?? Number.NaN);
          assert.ok(Object.is(amount, windows.countedRain(0, slot)));
        }
      }),
    );
  });

  it('is what fell, where no report is missing and no tip taken back', () => {
    const [station] = smallStations(1);
    const whole = smallHistory([station], 2, 3).map((it, k) => ({ ...it, time: (2_857_000 + k) * SLOT_MS }));
    const passing = new PassingRain();
    const amounts = inAmounts(whole).map(({ values }) => values.rain);
    const counted = inCounts(whole, 'mm', false).map(({ time, original }) =>
      passing.of(time, Number.NaN, rainCountOf(original) ?? Number.NaN),
    );
    assert.deepEqual(counted.slice(1), amounts.slice(1));
    assert.ok(Number.isNaN(counted[0]));
  });
});
