import assert from 'node:assert/strict';
import { WORLD } from '../../../../../schemas/mercator.ts';
import { countStates, type StationState } from '../../../../../schemas/station-state.ts';
import { groupLabel, labelPlace } from '../../../../../services/web/client/map/group-label.ts';
import { readBy } from '../messages/reader.ts';

/** A group of stations in some states. */
function group(gravest: StationState, others: StationState, [some, rest]: readonly [number, number]) {
  const states = [...Array<StationState>(some).fill(gravest), ...Array<StationState>(rest).fill(others)];
  return { count: states.length, counts: countStates(states.map((state) => ({ state }))), state: gravest };
}

describe('the label of a group of stations', () => {
  before(() => readBy());

  it('says how many are in the gravest state, and how many there are', () => {
    const { gravest, all } = groupLabel(group('device_failure', 'good', [11, 5_197]));
    assert.deepEqual([gravest, all], ['11', '5,208']);
  });

  it('has one number where all are in the same state', () => {
    const same = groupLabel(group('good', 'good', [124, 0]));
    assert.deepEqual([same.gravest, same.all], ['124', null]);
    assert.ok(same.height < groupLabel(group('silent', 'good', [1, 123])).height);
  });

  it('stands at the middle of its stations, and within its cell', () => {
    const size = { width: 40, height: 20 };
    const scale = 2 ** 4;
    // The cell east of Greenwich and north of the equator: 4 px wide at zoom 0, 64 px at zoom 4.
    const cell = '6/32/31';
    const [x, y] = labelPlace({ cell, latitude: 2.8, longitude: 2.8 }, size, scale);
    assert.ok(Math.abs(x - (WORLD / 2 + 1.99)) < 0.01 && Math.abs(y - (WORLD / 2 - 1.99)) < 0.01, `${x} ${y}`);
    const [edge] = labelPlace({ cell, latitude: 2.8, longitude: 0.01 }, size, scale);
    assert.equal(edge, WORLD / 2 + 21 / scale);
    const [other] = labelPlace({ cell, latitude: 2.8, longitude: 5.6 }, size, scale);
    assert.equal(other, WORLD / 2 + 4 - 21 / scale);
  });

  it('stands in the middle of a cell that is narrower than itself', () => {
    const [x] = labelPlace({ cell: '6/32/31', latitude: 1, longitude: 0.1 }, { width: 90, height: 20 }, 2 ** 4);
    assert.equal(x, WORLD / 2 + 2);
  });
});
