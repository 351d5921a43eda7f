import assert from 'node:assert/strict';
import {
  type ComparedReport,
  inconsistencyOf,
  vaneStands,
  windStandsBeside,
} from '../../detectors/checks/consistency.ts';
import { byVariable, VARIABLE_INDEX, VARIABLES, type Variable } from '../../schemas/variables.ts';
import { WrittenWindows } from '../detectors/spatial/written-windows.ts';

const indexOf = (name: string) => VARIABLE_INDEX[name as Variable];
const NOON = Date.UTC(2026, 5, 21, 12);
const GHENT = { latitude: 51.05, longitude: 3.72 };

/** What is wrong with one value of a report at Ghent, of which only some values are given; null where nothing is. */
function wrong(name: string, given: Readonly<Record<string, number>>, changes: Partial<ComparedReport> = {}) {
  const values = VARIABLES.map((variable) => given[variable] ?? null);
  return inconsistencyOf(indexOf(name), { values, place: GHENT, time: NOON, stoodSlots: 0, ...changes });
}

describe('values of one report', () => {
  it('contradict each other where a gust is below the mean wind, a dew point above the temperature, an extreme within', () => {
    assert.equal(
      wrong('wind_gust', { wind_gust: 12, wind_speed: 20 })?.reason,
      'gust 12 km/h is below the wind of 20 km/h',
    );
    assert.equal(
      wrong('dew_point', { dew_point: 14, temp_out: 11 })?.reason,
      'dew point 14.0 degC is above the temperature of 11.0 degC',
    );
    assert.equal(
      wrong('temp_min', { temp_min: 12, temp_max: 10 })?.reason,
      'lowest temperature 12.0 degC is above the highest temperature of 10.0 degC',
    );
    assert.equal(wrong('temp_max', { temp_max: 9, temp_out: 11 })?.isFailure, true);
  });

  it('agree within what instruments leave open, and where the other is not reported', () => {
    assert.equal(wrong('wind_gust', { wind_gust: 19, wind_speed: 20 }), null);
    assert.equal(wrong('dew_point', { dew_point: 11.8, temp_out: 11 }), null);
    assert.equal(wrong('dew_point', { dew_point: 30 }), null);
    assert.equal(wrong('temp_out', { temp_out: 11, dew_point: 14 }), null, 'the one that says so is flagged');
  });

  it('contradict the sun', () => {
    const night = { time: Date.UTC(2026, 5, 21, 0) };
    const winter = { time: Date.UTC(2026, 11, 21, 0) };
    assert.equal(wrong('solar_radiation', { solar_radiation: 900 }), null);
    assert.match(
      wrong('solar_radiation', { solar_radiation: 300 }, winter)?.reason ?? '',
      /300 W\/m2 with the sun 6\d degrees below/,
    );
    assert.equal(wrong('solar_radiation', { solar_radiation: 5 }, winter), null);
    assert.match(
      wrong('solar_radiation', { solar_radiation: 1990 }, {})?.reason ?? '',
      /more than the sun can bring then/,
    );
    assert.equal(
      wrong('solar_radiation', { solar_radiation: 300 }, { ...night, place: null }),
      null,
      'nobody knows where',
    );
    assert.equal(
      wrong(
        'solar_radiation',
        { solar_radiation: 300 },
        { time: winter.time, place: { latitude: -51, longitude: 180 } },
      ),
      null,
    );
  });

  it('make rain in dry air suspect, and no failure', () => {
    assert.deepEqual(wrong('rain', { rain: 1.2, out_hum: 24 }), {
      ...{ nearest: 0, isFailure: false, stoodSlots: 0 },
      reason: 'rain 1.2 mm in air of 24 % humidity',
    });
    assert.equal(wrong('rain', { rain: 1.2, out_hum: 43 }), null);
  });
});

describe('a wind vane', () => {
  const S = 1000;
  const vane = indexOf('wind_direction');
  const standing = (direction: number, wind: (slot: number) => number) =>
    new WrittenWindows()
      .fill(0, 'wind_direction' as Variable, S - 40, S, () => direction)
      .fill(0, 'wind_speed', S - 40, S, wind);

  it('is stuck where it stands for three hours while the wind blows', () => {
    assert.equal(
      vaneStands(
        standing(137, (slot) => 20 + (slot % 5)),
        0,
        vane,
        S,
      ),
      36,
    );
    const reason = wrong('wind_direction', { wind_direction: 137 }, { stoodSlots: 20 })?.reason;
    assert.equal(reason, 'wind direction 137 degree has not changed for 3 h 20 min while the wind blew');
  });

  it('is not in a calm, nor by an anemometer that is stuck itself', () => {
    assert.equal(
      vaneStands(
        standing(137, () => 0),
        0,
        vane,
        S,
      ),
      0,
    );
    assert.equal(
      vaneStands(
        standing(137, () => 20),
        0,
        vane,
        S,
      ),
      0,
    );
  });

  it('may stand for longer where it tells sectors alone', () => {
    const windows = standing(225, (slot) => 20 + (slot % 5)).write(0, 'wind_direction' as Variable, S - 30, 247.5);
    assert.equal(vaneStands(windows, 0, vane, S), 0);
  });
});

describe('a gust below the mean wind', () => {
  const S = 1000;
  const gust = indexOf('wind_gust');
  const told = (wind: (slot: number) => number, gusts: (slot: number) => number) => {
    const windows = new WrittenWindows()
      .fill(0, 'wind_gust' as Variable, S - 40, S, gusts)
      .fill(0, 'wind_speed', S - 40, S, wind);
    const given = { wind_gust: gusts(S), wind_speed: wind(S) };
    return wrong('wind_gust', given, { isWindStuck: windStandsBeside(windows, 0, gust, S) })?.isFailure ?? false;
  };
  const changing = (slot: number) => 8 + (slot % 5);

  // Right gusts failed for hours, as an anemometer had stopped in wind.
  it('does not fail where the wind is stuck', () => {
    assert.equal(
      told(() => 17.1, changing),
      false,
    );
  });

  it('fails where the wind changes, has stood for a short time, or has stood with it', () => {
    assert.equal(
      told((slot) => 17 + (slot % 3), changing),
      true,
    );
    assert.equal(
      told((slot) => (slot > S - 17 ? 17.1 : 18), changing),
      true,
    );
    assert.equal(
      told(
        () => 17.1,
        () => 8,
      ),
      true,
    );
  });
});

describe('records by variable', () => {
  it('have the elements behind the five', () => {
    assert.deepEqual(Object.keys(byVariable(() => null)).slice(4, 7), ['rain', 'wind_gust', 'wind_direction']);
  });
});
