import assert from 'node:assert/strict';
import { history, SEVEN } from '../../detectors/faults/two-weeks.ts';
import { gainWindows } from './gains-table.ts';

describe('the table of gains', () => {
  it('finds most anemometers that read a share, calls no sound one wrong, and leaves out stations with faults of their own', () => {
    const observations = history((values) => values, 0, 0, SEVEN);
    const { stations, calledWrong, spells, found, sound } = gainWindows(
      'wind',
      SEVEN,
      observations,
      new Set([SEVEN[0].id]),
    );
    assert.equal(stations, SEVEN.length - 1);
    assert.deepEqual(calledWrong, { certain: 0, suspected: 0 });
    assert.ok(spells > 50, `${spells}`);
    assert.ok(sound.length >= spells / 2 && Math.min(...sound) > 0.8, `${sound.slice(0, 3)}`);
    for (const [share, { certain }] of found) assert.ok(certain > 0.7 * spells, `${share}: ${certain} of ${spells}`);
  });
});
