import assert from 'node:assert/strict';
import { BaselineBook } from '../../../detectors/baselines/baseline-book.ts';
import { resolutionOf } from '../../../detectors/windows/resolution.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import type { Baseline } from '../../../schemas/baseline.ts';
import type { DocumentedVariable } from '../../../schemas/elements/element.ts';
import type { Values } from '../../../schemas/observation.ts';
import { SLOT_MS, SLOTS_PER_DAY } from '../../../schemas/time.ts';
import { NO_VALUES } from '../../no-values.ts';
import { seeded } from '../stages/small-network.ts';

const DAY = 19_000;
const FIRST = DAY * SLOTS_PER_DAY;

/** The newest baseline after two days of reports; `values` says what came at a slot, null for nothing. */
function learnt(
  values: (k: number) => Partial<Record<DocumentedVariable, number | null>> | null,
): Baseline | undefined {
  const windows = new WindowStore(60);
  const book = new BaselineBook('n', 12, windows);
  let made: Baseline | undefined;
  for (let k = 0; k <= 2 * SLOTS_PER_DAY; k++) {
    made = book.advance(FIRST + k, ['a']).at(-1) ?? made;
    const came = values(k);
    if (came !== null) windows.put(0, FIRST + k, (FIRST + k) * SLOT_MS, { ...NO_VALUES, ...came });
  }
  return made;
}

describe('the rhythm of a day', () => {
  it('is the most common distance of its reports, whatever is missing', () => {
    for (const cadence of [1, 3, 6]) {
      const random = seeded(cadence);
      const made = learnt((k) => (k % cadence !== 0 || random() < 0.2 ? null : { temp_out: 10 + random() }));
      assert.equal(made?.cadence, cadence);
    }
  });

  it('is of the newest day alone', () => {
    const made = learnt((k) => (k < SLOTS_PER_DAY - 12 || k % 6 === 0 ? { temp_out: 10 + (k % 7) * 0.37 } : null));
    assert.equal(made?.cadence, 6);
  });

  it('is the step to which values are rounded, as a window tells it', () => {
    const random = seeded(3);
    const rounded = (step: number) => Math.round((20 + 10 * random()) / step) * step;
    const series: Values[] = Array.from({ length: 2 * SLOTS_PER_DAY + 1 }, () => ({
      temp_out: rounded(0.1),
      out_hum: rounded(1),
      wind_speed: rounded(0.5),
      bar: 1000 + random(),
      rain: 0.2,
    }));
    const made = learnt((k) => series[k]);
    assert.deepEqual(made?.resolution, { temp_out: 0.1, out_hum: 1, wind_speed: 0.5, bar: null, rain: null });
    for (const variable of ['temp_out', 'out_hum', 'wind_speed', 'bar', 'rain'] as const) {
      const ofDay = series.slice(SLOTS_PER_DAY - 12, 2 * SLOTS_PER_DAY - 12);
      const told = resolutionOf(Float64Array.from(ofDay, (values) => values[variable] ?? Number.NaN));
      assert.equal(made?.resolution[variable] ?? 0, told, variable);
    }
  });

  it('is not known of a day without reports', () => {
    const made = learnt((k) => (k < SLOTS_PER_DAY - 12 ? { temp_out: 10 + (k % 7) * 0.37 } : null));
    assert.equal(made?.day, DAY + 2);
    assert.deepEqual([made?.cadence, made?.resolution.temp_out], [null, null]);
  });
});
