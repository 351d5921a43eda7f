import assert from 'node:assert/strict';
import { history, STATIONS } from '../../detectors/faults/two-weeks.ts';
import { conditionWindows } from './conditions-table.ts';

const EXCLUDED = STATIONS.slice(0, 4).map(({ id }) => id);

describe('the table of conditions', () => {
  it('finds most sensors that are wrong within two days, calls no sound one wrong, and leaves out stations with faults of their own', () => {
    const observations = history((values) => values, 0, 0);
    const windows = conditionWindows(STATIONS, observations, new Set(EXCLUDED));
    const looks = new Set([...windows.values()].map((one) => one.looks / (STATIONS.length - EXCLUDED.length)));
    assert.equal(looks.size, 1);
    for (const [name, { calledWrong, cases, known }] of windows) {
      assert.deepEqual(calledWrong, { certain: 0, suspected: 0 }, name);
      // The air is never damp here.
      if (name === 'stops at 85 %') assert.equal(cases, 0);
      else assert.ok(cases > 50 && known.length > 0.7 * cases, `${name}: ${known.length} of ${cases}`);
      for (const { after } of known) assert.ok(after >= 18 && after <= 48, `${name} after ${after} h`);
    }
    const suspected = (name: string) => windows.get(name)?.known.some(({ isSuspected }) => isSuspected);
    assert.deepEqual([suspected('heated by 5 degC'), suspected('m/s'), suspected('kn')], [false, false, true]);
  });
});
