import assert from 'node:assert/strict';
import type { ObservationAnswer } from '../../../../../services/web/client/api/answers.ts';
import { comparisonOf } from '../../../../../services/web/client/station/comparison.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
const SLOT = 600_000;

/** Temperatures of a station from noon on, so many ms after the slot; null for none. */
function reports(numbers: readonly (number | null)[], late = 0): ObservationAnswer[] {
  return numbers.map((temp_out, k) => {
    const timestamp = new Date(NOON + k * SLOT + late).toISOString();
    return { timestamp, temp_out } as unknown as ObservationAnswer;
  });
}

const series = (values: readonly (number | null)[], faults: { start: string; end: string | null }[] = []) => ({
  variable: 'temp_out' as const,
  times: values.map((_, k) => NOON + k * SLOT),
  values,
  faults,
});

describe('a station beside its neighbours', () => {
  it('has their median and their middle half as they measured, by the report nearest in time', () => {
    const neighbours = [10, 11, 12, 13, 100].map((value, k) => reports([value, value], k * 60_000));
    const { median, low, high } = comparisonOf(series([0, 0]), neighbours, 'measured');
    assert.deepEqual(
      [median, low, high],
      [
        [12, 12],
        [11, 11],
        [13, 13],
      ],
    );
  });

  it('has nothing where no neighbour reported within half an interval, and no spread of one alone', () => {
    const { median, low } = comparisonOf(series([0, 0, 0]), [reports([10, null], 200_000)], 'measured');
    assert.deepEqual(
      [median, low],
      [
        [10, null, null],
        [null, null, null],
      ],
    );
  });

  it('has each moved by its usual difference, which values under a fault do not change', () => {
    const own = [5, 5, 5, 5, 5, 5, 50, 50];
    const start = new Date(NOON + 6 * SLOT).toISOString();
    const far = reports([25, 25, 25, 25, 25, 25, 26, 26]);
    const near = reports([4, 4, 4, 4, 4, 4, 5, 5]);
    const { median } = comparisonOf(series(own, [{ start, end: null }]), [far, near], 'moved');
    assert.deepEqual(median, [5, 5, 5, 5, 5, 5, 6, 6]);
  });

  it('leaves a neighbour out where too little tells how far it usually is', () => {
    const start = new Date(NOON).toISOString();
    const own = series([5, 5, 5, 5, 5, 5, 5], [{ start, end: null }]);
    assert.deepEqual(comparisonOf(own, [reports([4, 4, 4, 4, 4, 4, 4])], 'moved').median, Array(7).fill(null));
  });
});
