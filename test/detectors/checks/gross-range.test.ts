import assert from 'node:assert/strict';
import { effectiveLimits, isPossible } from '../../../detectors/checks/gross-range.ts';
import { grossRangeReason } from '../../../detectors/checks/range-words.ts';
import {
  DEFAULT_LIMITS,
  grossRangeFlag,
  rainLimits,
  stationLimits,
  type VariableLimits,
} from '../../../schemas/limits.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../../schemas/variables.ts';

const SET: VariableLimits = { failLow: -30, failHigh: 45, suspectLow: -20.3, suspectHigh: 38.7 };
const at = (elevation: number | null, pressureLevel: 'station' | 'sea_level' | 'unknown' = 'station') => {
  return { elevation, pressureLevel };
};

describe('gross_range', () => {
  for (const variable of VARIABLES) {
    const { low, high, climate } = VARIABLE_SPECIFICATIONS[variable];
    const limits = DEFAULT_LIMITS[variable];
    it(`passes ${variable} from ${climate.low} to ${climate.high}, and fails it beyond ${low} to ${high}`, () => {
      for (const value of [climate.low, climate.high, (climate.low + climate.high) / 2]) {
        assert.equal(grossRangeFlag(value, limits), 'pass', String(value));
      }
      for (const value of [low, high]) assert.equal(isPossible(variable, value), true, String(value));
      for (const value of [low - 0.01, high + 0.01, 1e308, -1e308, Infinity, -Infinity, Number.NaN]) {
        assert.equal(grossRangeFlag(value, limits), 'fail', String(value));
        assert.equal(isPossible(variable, value), false, String(value));
      }
      for (const value of [climate.low - 0.01, climate.high + 0.01].filter((one) => one > low && one < high)) {
        assert.equal(grossRangeFlag(value, limits), 'suspect', String(value));
      }
    });
  }

  it('finds the 99.0 of a broken thermometer', () => {
    assert.equal(grossRangeFlag(99, DEFAULT_LIMITS.temp_out), 'fail');
  });

  it('counts a limit as within as windows hold it', () => {
    const ends: [limit: number, beyond: number][] = [
      [-20.3, -20.31],
      [38.7, 38.71],
    ];
    for (const [limit, beyond] of ends) {
      for (const value of [limit, Math.fround(limit)]) assert.equal(grossRangeFlag(value, SET), 'pass', String(value));
      assert.equal(grossRangeFlag(beyond, SET), 'suspect');
    }
  });

  describe('the limits of a value', () => {
    it('are those that are set before all others', () => {
      for (const variable of VARIABLES) assert.equal(effectiveLimits(variable, SET, at(2400), 60), SET);
    });

    it('are the defaults where nothing else says more', () => {
      for (const variable of VARIABLES) {
        const limits = effectiveLimits(variable, null, undefined, null);
        assert.equal(limits, DEFAULT_LIMITS[variable], 'the same object: nothing is allocated for it');
      }
      for (const station of [at(null), at(800, 'unknown'), at(null, 'unknown')]) {
        assert.equal(effectiveLimits('bar', null, station, null), DEFAULT_LIMITS.bar);
      }
      assert.equal(effectiveLimits('temp_out', null, at(2400), 60), DEFAULT_LIMITS.temp_out);
    });

    it('are of the elevation for pressure at the station', () => {
      const high = effectiveLimits('bar', null, at(2400), null);
      assert.deepEqual(high, { failLow: 500, failHigh: 1100, suspectLow: 649.3, suspectHigh: 809.8 });
      assert.equal(effectiveLimits('bar', null, at(2400.2), null), high, 'the same object');
      const spanAt = (elevation: number) => {
        const { suspectLow, suspectHigh } = stationLimits('bar', at(elevation));
        return [suspectLow, suspectHigh];
      };
      assert.deepEqual(spanAt(0), [870, 1085]);
      assert.deepEqual(spanAt(-430), [915.3, 1100], 'no more than a barometer can read');
      assert.deepEqual(spanAt(8849), [500, 500], 'no less than a barometer can read');
    });

    it('are the extremes at sea level for pressure reduced to it, at any elevation', () => {
      const limits = effectiveLimits('bar', null, at(1200, 'sea_level'), null);
      assert.deepEqual([limits.suspectLow, limits.suspectHigh], [870, 1085]);
      assert.equal(effectiveLimits('bar', null, at(null, 'sea_level'), null), limits);
    });

    it('are on the envelope of the greatest rainfalls for the interval of rain, as mm in ten minutes', () => {
      assert.equal(effectiveLimits('rain', null, undefined, 10), DEFAULT_LIMITS.rain);
      const highs = [1, 5, 60, 1440].map((minutes) => effectiveLimits('rain', null, undefined, minutes).failHigh);
      assert.deepEqual(highs, [603.5, 259.3, 70.3, 13.3]);
      const hourly = rainLimits(60);
      assert.deepEqual(hourly, { failLow: 0, failHigh: 70.3, suspectLow: 0, suspectHigh: 70.3 });
      assert.equal(rainLimits(60.4), hourly, 'the same object');
      assert.equal(rainLimits(100_000), rainLimits(1440));
      assert.equal(rainLimits(0.1), rainLimits(1));
      assert.ok(Math.abs(DEFAULT_LIMITS.rain.failHigh - 422 * (1 / 6) ** 0.475) < 0.5, 'ten minutes, rounded');
    });
  });

  describe('the reason', () => {
    const reason = (
      variable: Parameters<typeof grossRangeReason>[0],
      value: number,
      station?: ReturnType<typeof at>,
      interval: number | null = null,
    ) => grossRangeReason(variable, value, effectiveLimits(variable, null, station, interval), station);

    it('says nothing of a value within', () => {
      assert.equal(reason('temp_out', 20), '');
    });

    it('names what is beyond which span', () => {
      assert.equal(reason('temp_out', 500), '500 degC is beyond what the sensor can read (-80 to 60 degC)');
      assert.equal(reason('temp_out', -53), "-53 degC is outside the climate's range (-51.1 to 54.4 degC)");
      assert.equal(reason('out_hum', 106), '106 % is beyond what the sensor can read (0 to 105 %)');
      assert.equal(reason('rain', 181), '181 mm is beyond what can fall (0 to 180 mm in ten minutes)');
      const hourly = '75 mm is beyond what can fall (0 to 70.3 mm in ten minutes)';
      assert.equal(reason('rain', 75, undefined, 60), hourly);
      assert.equal(reason('bar', 560), "560 hPa is outside the climate's range (568 to 1100 hPa)");
      assert.equal(reason('wind_speed', Number.NaN), 'NaN is not a finite number');
    });

    it('names the elevation, and asks what may be wrong', () => {
      assert.equal(
        reason('bar', 1013.2, at(2400)),
        '1013.2 hPa is more than an elevation of 2,400 m allows (649 to 810 hPa): is it reduced to sea level?',
      );
      assert.equal(
        reason('bar', 760, at(12)),
        '760 hPa is less than an elevation of 12 m allows (869 to 1084 hPa): is the elevation right?',
      );
      assert.equal(
        reason('bar', 760, at(2400, 'sea_level')),
        '760 hPa is less than was ever measured at sea level (870 to 1085 hPa): is it the pressure at the station?',
      );
      assert.equal(
        reason('bar', 1090, at(0, 'sea_level')),
        '1090 hPa is more than was ever measured at sea level (870 to 1085 hPa)',
      );
      const set = { failLow: 500, failHigh: 1100, suspectLow: 700, suspectHigh: 800 };
      const said = "1013.2 hPa is outside the climate's range (700 to 800 hPa)";
      assert.equal(grossRangeReason('bar', 1013.2, set, at(2400)), said, 'of limits that are set');
    });
  });
});
