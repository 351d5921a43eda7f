import assert from 'node:assert/strict';
import { STATES_GRAVEST_FIRST, STATION_STATES, type StationState } from '../../../schemas/station-state.ts';
import { statesByZoom } from '../../../services/detection/states-by-zoom.ts';
import type { StationAtMoment } from '../../../services/detection/station-states.ts';
import { NOON, someStation } from '../api/some-records.ts';

function at(k: number, latitude: number, longitude: number, state: StationState = 'good'): StationAtMoment {
  const station = someStation({ id: `s${k}`, latitude, longitude });
  return { station, state, provisional: false, variables: {}, silentSensors: [], seen: NOON - k, heard: NOON - k };
}

/** Stations over a continent, one failed among them. */
function many(count: number): StationAtMoment[] {
  return Array.from({ length: count }, (_, k) =>
    at(k, 36 + ((k * 0.618_034) % 1) * 28, -10 + (k / count) * 45, k === 4_321 ? 'device_failure' : 'good'),
  );
}

describe('states by zoom', () => {
  it('orders every state by how grave it is', () => {
    assert.deepEqual([...STATES_GRAVEST_FIRST].sort(), [...STATION_STATES].sort());
  });

  it('shows a small network station by station at every zoom, those of the box alone', () => {
    const states = many(2_000);
    assert.deepEqual(statesByZoom(states, { zoom: 0 }), { singleFrom: 0, states, groups: [] });
    const box = { west: 0, south: 40, east: 10, north: 50 };
    const inside = statesByZoom(states, { zoom: 3, box }).states;
    assert.ok(inside.length > 0 && inside.length < 500);
    for (const { station } of inside) assert.ok(station.longitude >= 0 && station.latitude <= 50);
  });

  it('groups a large one by cells, and loses no station and no failure', () => {
    const states = many(10_000);
    for (const zoom of [0, 2, 4]) {
      const { groups, states: alone, singleFrom } = statesByZoom(states, { zoom });
      assert.ok(zoom < singleFrom);
      assert.equal(
        groups.reduce((sum, { count }) => sum + count, alone.length),
        10_000,
      );
      const failed = groups.filter(({ state }) => state === 'device_failure');
      assert.equal(failed.length, 1, `at zoom ${zoom}`);
      assert.equal(failed[0].counts.device_failure, 1);
      for (const { count, counts } of groups) {
        assert.ok(count > 1);
        assert.equal(
          Object.values(counts).reduce((a, b) => a + b),
          count,
        );
      }
    }
  });

  it('shows single stations from the zoom on at which no tile has more than 200', () => {
    const states = many(10_000);
    const { singleFrom } = statesByZoom(states, { zoom: 0 });
    const tiles = (zoom: number) => {
      const counts = new Map<string, number>();
      for (const { station } of states) {
        const side = 2 ** zoom;
        const x = Math.floor(((station.longitude + 180) / 360) * side);
        const radians = (station.latitude * Math.PI) / 180;
        const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * side);
        counts.set(`${x} ${y}`, (counts.get(`${x} ${y}`) ?? 0) + 1);
      }
      return Math.max(...counts.values());
    };
    assert.ok(tiles(singleFrom) <= 200 && tiles(singleFrom - 1) > 200, `${singleFrom}`);
    assert.equal(statesByZoom(states, { zoom: singleFrom }).groups.length, 0);
    assert.equal(statesByZoom(states, { zoom: singleFrom }).states.length, 10_000);
  });

  it('has the same groups wherever the view is, and in whatever order the stations are', () => {
    const states = many(10_000);
    const whole = new Map(statesByZoom(states, { zoom: 4 }).groups.map((group) => [group.cell, group]));
    for (const west of [0, 0.7, 5.3]) {
      const box = { west, south: 41.3, east: west + 8, north: 49.9 };
      const { groups } = statesByZoom(states, { zoom: 4, box });
      assert.ok(groups.length > 5 && groups.length < whole.size);
      for (const group of groups) assert.deepEqual(group, whole.get(group.cell));
    }
    const cells = statesByZoom(states.toReversed(), { zoom: 4 }).groups.map(({ cell, count }) => ({ cell, count }));
    assert.deepEqual(
      cells,
      [...whole.values()].map(({ cell, count }) => ({ cell, count })),
    );
  });

  it('says of a group the gravest state, whether that may still change, its centre and its newest report', () => {
    const near: StationAtMoment[] = [
      at(10_001, 70, 100, 'silent'),
      { ...at(10_002, 70.02, 100.02, 'suspected'), provisional: true },
      { ...at(10_003, 70.04, 100.04, 'suspected'), seen: null },
    ];
    const group = (...some: StationAtMoment[]) =>
      statesByZoom([...many(10_000), ...some], { zoom: 3 }).groups.find(({ longitude }) => longitude > 90);
    assert.deepEqual(group(...near), {
      cell: '5/24/7',
      count: 3,
      latitude: 70.02,
      longitude: 100.02,
      state: 'suspected',
      provisional: false,
      counts: {
        device_failure: 0,
        suspected: 2,
        weather_event: 0,
        silent: 1,
        silent_sensor: 0,
        not_judged: 0,
        good: 0,
      },
      seen: NOON - 10_001,
    });
    assert.equal(group(near[0], near[1])?.provisional, true);
  });

  it('shows a station alone in its cell by itself', () => {
    const lonely = at(10_001, -40, 170, 'silent');
    const { states, groups } = statesByZoom([...many(10_000), lonely], { zoom: 2 });
    assert.ok(states.includes(lonely));
    assert.ok(groups.every(({ longitude }) => longitude < 90));
  });

  it('shows what stands at one place station by station at the highest zoom', () => {
    const states = Array.from({ length: 2_001 }, (_, k) => at(k, 50, 4));
    assert.equal(statesByZoom(states, { zoom: 17 }).groups[0].count, 2_001);
    assert.equal(statesByZoom(states, { zoom: 18 }).states.length, 2_001);
  });
});
