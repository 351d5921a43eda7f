import assert from 'node:assert/strict';
import { SLOTS_PER_PART } from '../../../detectors/relations/day-parts.ts';
import { middle } from '../../../detectors/relations/usual-relation.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { FIRST, history, SEVEN } from '../../detectors/faults/two-weeks.ts';
import { conditionWindows } from './conditions-table.ts';

const EXCLUDED = SEVEN.slice(0, 4).map(({ id }) => id);
const SCORED = SEVEN.length - EXCLUDED.length;
/** The network begins to report in an odd part of a day; it freezes, and one station has no hygrometer. */
const FROST = history((values) => values, 0, 0, SEVEN)
  .filter(({ time }) => time >= timeOfSlot(FIRST + SLOTS_PER_PART))
  .map((one) => {
    const { temp_out, out_hum } = one.values;
    const values = { temp_out: (temp_out ?? 0) - 25, out_hum: one.station === 's06' ? null : out_hum };
    return { ...one, values: { ...one.values, ...values } };
  });

describe('the table of conditions', () => {
  const windows = conditionWindows(SEVEN, FROST, new Set(EXCLUDED));
  const of = (name: string) => windows.get(name) ?? assert.fail(`no row ${name}`);
  /** How soon half of the cases were known [h]. */
  const soon = (name: string) => middle(of(name).known.map(({ after }) => after));

  it('finds most sensors that are wrong in time, each by what is wrong with it', () => {
    for (const [name, { cases, known }] of windows) {
      // The air is never damp here.
      if (name.startsWith('stops')) assert.equal(cases, 0);
      else assert.ok(cases > 25 && known.length > 0.9 * cases, `${name}: ${known.length} of ${cases}`);
    }
    for (const what of ['3 degC too much', '15 % too little', '1.5 hPa too much']) {
      assert.equal(soon(`reads ${what}`), 18, what);
      const drift = soon(`drifts to ${what}`);
      assert.ok(drift > 18 && drift <= 36, `${what} after ${drift} h`);
    }
    assert.ok(soon('heated by 5 degC') <= 36);
    assert.ok(soon('m/s') >= 30);
    const suspected = (name: string) => of(name).known.some(({ isSuspected }) => isSuspected);
    assert.deepEqual([suspected('heated by 5 degC'), suspected('m/s'), suspected('kn')], [false, false, true]);
  });

  it('calls no sound sensor wrong, and looks at those that report and are scored', () => {
    for (const [name, { calledWrong }] of windows) assert.deepEqual(calledWrong, { certain: 0, suspected: 0 }, name);
    const { looks } = of('m/s');
    assert.equal(of('heated by 3 degC').looks, looks);
    assert.equal(of('reads 15 % too little').looks, (looks * (SCORED - 1)) / SCORED);
  });
});
