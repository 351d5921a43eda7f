import assert from 'node:assert/strict';
import { DOCUMENTED_FLOORS } from '../../../detectors/baselines/documented-floors.ts';
import { isOutflow, isShower } from '../../../detectors/neighbours/local-weather.ts';
import type { SpatialQuestion } from '../../../detectors/neighbours/spatial-question.ts';
import { SPATIAL_METHODS } from '../../../detectors/spatial/registry.ts';
import { VARIABLE_INDEX, VARIABLES } from '../../../schemas/variables.ts';
import { calm, question, ring, S } from '../spatial/calm-air.ts';

/** Changes in floors, in the order of VARIABLES. */
const changes = (floors: Partial<Record<string, number>>) =>
  VARIABLES.map((variable, v) => (floors[variable] ?? 0) * DOCUMENTED_FLOORS[v]);

/** A storm's outflow over stations: colder, moister, windier, and pressure rises, from a slot on. */
function outflow(windows: ReturnType<typeof calm>, station: number, from: number, cadence = 1): void {
  windows.fill(station, 'temp_out', from, S + 12, () => 9, cadence);
  windows.fill(station, 'out_hum', from, S + 12, () => 92, cadence);
  windows.fill(station, 'wind_speed', from, S + 12, () => 40, cadence);
  windows.fill(station, 'bar', from, S + 12, () => 1015.5, cadence);
}

describe('weather in one place', () => {
  it('knows an outflow by its three signs alone', () => {
    const signs = { temp_out: -0.6, out_hum: 0.6, wind_speed: 0.6 };
    assert.equal(isOutflow(changes(signs), DOCUMENTED_FLOORS, false), true);
    for (const name of Object.keys(signs)) {
      assert.equal(isOutflow(changes({ ...signs, [name]: 0.4 }), DOCUMENTED_FLOORS, false), false, name);
      assert.equal(isOutflow(changes({ ...signs, [name]: Number.NaN }), DOCUMENTED_FLOORS, false), false, name);
    }
    assert.equal(isOutflow(changes({ ...signs, temp_out: 0.6 }), DOCUMENTED_FLOORS, false), false, 'it becomes warmer');
  });

  // Behind a cold front in winter the air is drier: no humidity rises.
  it('knows a front between reports an hour apart by pressure in place of humidity', () => {
    const signs = { temp_out: -0.6, wind_speed: 0.6, bar: 0.6 };
    const isFront = (more: Partial<Record<string, number>>, hourly = true) =>
      isOutflow(changes({ ...signs, out_hum: -1, ...more }), DOCUMENTED_FLOORS, hourly);
    assert.equal(isFront({}), true);
    assert.equal(isFront({}, false), false, 'within minutes');
    for (const name of Object.keys(signs)) assert.equal(isFront({ [name]: 0.4 }), false, name);
  });

  // A logger that failed moved all its values at once, pressure by 10 hPa, and was taken for a front.
  it('knows no front by a change of pressure that no weather makes within an hour', () => {
    const byPressure = (hectopascals: number, hourly: boolean) => {
      const found = changes({ temp_out: -3, wind_speed: 3, out_hum: 1 });
      found[VARIABLE_INDEX.bar] = hectopascals;
      return isOutflow(found, DOCUMENTED_FLOORS, hourly);
    };
    for (const hourly of [true, false]) {
      assert.deepEqual(
        [-6.5, -5.5, 5.5, 6.5].map((hectopascals) => byPressure(hectopascals, hourly)),
        [false, true, true, false],
      );
    }
  });

  it('knows a shower by rain with cooler and moister air', () => {
    const signs = { temp_out: -0.6, out_hum: 0.6 };
    const rainAt = (slot: number) => {
      const windows = calm(0);
      windows.fill(0, 'rain', slot, slot, () => 0.2);
      return windows;
    };
    const shower = (slot: number, floors: Partial<Record<string, number>>, last = S) =>
      isShower(rainAt(slot), 0, S, last, changes(floors), DOCUMENTED_FLOORS);
    assert.deepEqual(
      [S - 4, S - 3, S, S + 1].map((slot) => shower(slot, signs)),
      [false, true, true, false],
    );
    assert.equal(shower(S + 1, signs, S + 6), true, 'rain that follows is known later');
    for (const name of Object.keys(signs)) assert.equal(shower(S, { ...signs, [name]: 0.4 }), false, name);
  });

  for (const method of SPATIAL_METHODS.values()) {
    const { name } = method.specification;
    const stormy = (stations: readonly number[]) => {
      const windows = calm(12);
      for (let station = 0; station <= 12; station++) windows.fill(station, 'wind_speed', S - 48, S + 12, () => 8);
      for (const station of stations) outflow(windows, station, S);
      return windows;
    };
    const asked = (stations: readonly number[], known: number) =>
      method.verify(question(stormy(stations), ring(12), { actual: 9, expected: 15, known }));

    it(`suspects what begins as an outflow until the neighbours had their hour: ${name}`, () => {
      const atOnce = asked([0], S);
      assert.equal(atOnce.classification, 'suspected');
      assert.match(atOnce.reason, /; falling temperature .* suggests an arriving front or storm$/);
      assert.doesNotMatch(asked([0], S + 6).reason, /arriving front/);
    });

    // Faults of a whole logger were taken for fronts that reached no neighbour, however calm it was around.
    it(`suspects an outflow at an hourly station only where neighbours are unsettled: ${name}`, () => {
      const atHourly = (unsettled: number, known: number) => {
        const windows = calm(12, 6);
        for (let station = 0; station <= 12; station++) {
          windows.fill(station, 'wind_speed', S - 48, S + 12, () => 8, 6);
        }
        outflow(windows, 0, S, 6);
        for (let n = 1; n <= unsettled; n++) windows.fill(13 - n, 'wind_speed', S, S + 12, () => 40, 6);
        return method.verify(question(windows, ring(12), { actual: 9, expected: 15, known })).classification;
      };
      for (const known of [S, S + 6]) {
        assert.equal(atHourly(0, known), 'device_failure');
        assert.notEqual(atHourly(5, known), 'device_failure');
      }
    });

    it(`suspects a shower over one station for good, but not what pressure does meanwhile: ${name}`, () => {
      const windows = stormy([0]);
      windows.fill(0, 'rain', S, S + 3, () => 4);
      const verified = (rest: Partial<SpatialQuestion>) =>
        method.verify(question(windows, ring(12), { known: S + 6, ...rest }));
      const cooler = verified({ actual: 9, expected: 15 });
      assert.equal(cooler.classification, 'suspected');
      assert.match(cooler.reason, / suggest a local shower$/);
      assert.doesNotMatch(verified({ variable: 'bar', actual: 1015.5, expected: 1013 }).reason, /shower/);
      assert.equal(asked([0], S + 6).classification, 'device_failure', 'without rain');
    });

    it(`never calls a storm over two stations a failure: ${name}`, () => {
      assert.notEqual(asked([0, 1], S + 6).classification, 'device_failure');
    });
  }
});
