import assert from 'node:assert/strict';
import { DOCUMENTED_FLOORS, DOCUMENTED_SPREADS } from '../../../detectors/baselines/documented-floors.ts';
import { judgeLongStill } from '../../../detectors/checks/long-still.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';

const S = 1000;

interface Still {
  readonly variable?: Variable;
  readonly value?: number;
  /** Slots before S from which on it reads the same. */
  readonly slots?: number;
  readonly cadence?: number;
  readonly neighbours?: number;
  /** What a neighbour reads. */
  readonly around?: (slot: number) => number;
}

/** By one percent up or down at every other slot, between 72 and 75 %. */
const restless = (slot: number) => 72 + (Math.floor(slot / 2) % 4);

function judged({
  variable = 'out_hum',
  value = 74,
  slots = 36,
  cadence = 1,
  neighbours = 3,
  around = restless,
}: Still) {
  const windows = new WrittenWindows();
  for (let slot = S; slot >= S - 48; slot -= cadence) {
    windows.write(0, variable, slot, slot >= S - slots ? value : value - 1);
    for (let n = 1; n <= neighbours; n++) windows.write(n, variable, slot, around(slot + n));
  }
  return judgeLongStill({
    ...{ station: 0, variable, slot: S, actual: value, expected: value, windows, known: S, hindsightSlots: 6 },
    ...{ floors: DOCUMENTED_FLOORS, spreads: DOCUMENTED_SPREADS },
    neighbours: Array.from({ length: neighbours }, (_, k) => ({ index: k + 1, id: `n${k + 1}`, km: 4 * (k + 1) })),
  });
}

describe('common check: flat_line, of a value that has not changed for six hours', () => {
  it('is stuck where the neighbours changed often, if only by little', () => {
    const answer = judged({});
    assert.deepEqual([answer?.classification, answer?.run, answer?.correlation], ['device_failure', 36, 0]);
    assert.equal(answer?.reason, 'unchanged at 74 % for at least 6 h while 3 neighbours moved by 3 % (median)');
  });

  it('is not where they changed as seldom as a sound one may, or less than a coarse one rounds to', () => {
    assert.equal(judged({ around: (slot) => 70 + (Math.floor(slot / 5) % 6) }), null);
    assert.equal(judged({ around: (slot) => 73 + (slot % 2) }), null);
  });

  it('needs six hours, 18 reports in them, and two neighbours', () => {
    assert.equal(judged({ slots: 35 }), null);
    assert.ok(judged({ cadence: 2, around: (slot) => 70 + (slot % 7) }));
    assert.equal(judged({ cadence: 3, around: (slot) => 70 + (slot % 7) }), null);
    assert.ok(judged({ neighbours: 2 }));
    assert.equal(judged({ neighbours: 1 }), null);
  });

  it('is never told of what is constant by nature', () => {
    for (const value of [2, 98, 100]) assert.equal(judged({ value }), null);
    assert.equal(judged({ variable: 'rain', value: 0 }), null);
    assert.equal(judged({ variable: 'wind_speed', value: 0 }), null);
  });
});
