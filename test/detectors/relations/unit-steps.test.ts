import assert from 'node:assert/strict';
import { HOURS_PER_PART, PARTS_PER_DAY, type PartMeans } from '../../../detectors/relations/day-parts.ts';
import { evidenceOfSteps, unitBySteps } from '../../../detectors/relations/unit-steps.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { seeded } from '../stages/small-network.ts';
import { madeMeans } from './made-means.ts';

const { wind_speed } = VARIABLE_INDEX;
const LEARNT_DAYS = 20;
/** It changes in the second part of this day. */
const CHANGES = LEARNT_DAYS * PARTS_PER_DAY + 1;
const END = CHANGES + PARTS_PER_DAY;
const NEIGHBOURS = [1, 2, 3].map((index) => ({ index, id: `s${index}`, km: 4 + index }));

/** The wind of an hour at all stations [km/h]. */
const WIND = Array.from(
  { length: END * HOURS_PER_PART },
  (
    (random) => () =>
      3 + 22 * random() * random()
  )(seeded(5)),
);

const rounded = (value: number, to: number) => to * Math.round(value / to);

/** A record of one value an hour. @param reported of the wind, and whether it has changed by then */
function recorded(reported: (wind: number, isChanged: boolean) => number): PartMeans {
  const ofHour = (hour: number) => reported(WIND[hour] ?? 0, hour >= CHANGES * HOURS_PER_PART);
  const hundredths = (station: number, _variable: number, hour: number) =>
    station === 0 ? Math.round(100 * ofHour(hour)) : Number.NaN;
  const mean = (station: number, _variable: number, part: number) => {
    const hours = [0, 1, 2].map((k) => part * HOURS_PER_PART + k);
    const values = hours.map((hour) => (station === 0 ? ofHour(hour) : WIND[hour]));
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  return { ...madeMeans(mean), lowest: hundredths, highest: hundredths };
}

function look(means: PartMeans, neighbours: typeof NEIGHBOURS = []): ReturnType<typeof unitBySteps> {
  const sensor = { means, station: 0, variable: wind_speed, neighboursOf: () => neighbours };
  return unitBySteps({ sensor, end: END, since: 0 });
}

describe('a unit by the steps of the values', () => {
  // They were no more than likely after two or three windy days, kn and mph in one case of ten.
  for (const [unit, size] of [
    ['m/s', 3.6],
    ['kn', 1.852],
    ['mph', 1.609344],
  ] as const) {
    for (const decimals of [1, 2]) {
      it(`is ${unit} with ${decimals} decimals in place of whole km/h, within a day and without a neighbour`, () => {
        const found = look(
          recorded((wind, isChanged) => {
            const whole = rounded(wind, 1);
            return isChanged ? Number((whole / size).toFixed(decimals)) : whole;
          }),
        );
        assert.deepEqual([found?.unit.unit, found?.from, found?.isDoubtful], [unit, CHANGES, false]);
        assert.equal(found?.steps.step, 1);
      });
    }
  }

  // A provider that keeps tenths of km/h, and comes to tell them in another unit.
  for (const [unit, size] of [
    ['m/s', 3.6],
    ['kn', 1.852],
    ['mph', 1.609344],
  ] as const) {
    it(`is ${unit} with two decimals in place of tenths of km/h, and nothing with one`, () => {
      const told = (decimals: number) =>
        look(
          recorded((wind, isChanged) => {
            const tenths = Number(wind.toFixed(1));
            return isChanged ? Number((tenths / size).toFixed(decimals)) : tenths;
          }),
        );
      const found = told(2);
      assert.deepEqual([found?.unit.unit, found?.from, found?.steps.step], [unit, CHANGES, 0.1]);
      assert.equal(told(1), null);
    });
  }

  it('is m/s in place of whole knots as km/h, which were rounded to a tenth', () => {
    for (const decimals of [1, 2]) {
      const found = look(
        recorded((wind, isChanged) => {
          const knots = Number((1.852 * rounded(wind / 1.852, 1)).toFixed(1));
          return isChanged ? Number((knots / 3.6).toFixed(decimals)) : knots;
        }),
      );
      assert.deepEqual([found?.unit.unit, found?.from], ['m/s', CHANGES]);
    }
  });

  it('is none of a sensor that goes on, has finer steps, or coarser ones', () => {
    assert.equal(look(recorded((wind) => rounded(wind, 1))), null);
    for (const step of [0.1, 0.36, 0.5, 1.852, 2]) {
      assert.equal(look(recorded((wind, isChanged) => rounded(wind, isChanged ? step : 1))), null, `${step} km/h`);
    }
  });

  it('is none of a sensor without coarse steps, or that no wind turns', () => {
    assert.equal(look(recorded((wind, isChanged) => rounded(isChanged ? wind / 3.6 : wind, 0.1))), null);
    assert.equal(look(recorded((wind, isChanged) => (isChanged ? 0 : rounded(wind, 1)))), null);
  });

  // A station in whole mph that reports mph comes in whole numbers, as one does that is replaced by one in whole km/h.
  it('asks the neighbours where the steps could be those of another instrument', () => {
    const inMph = (wind: number) => Number((1.609344 * rounded(wind / 1.609344, 1)).toFixed(1));
    const asUnit = recorded((wind, isChanged) => (isChanged ? rounded(wind / 1.609344, 1) : inMph(wind)));
    const asInstrument = recorded((wind, isChanged) => (isChanged ? rounded(wind, 1) : inMph(wind)));
    assert.equal(look(asUnit, NEIGHBOURS)?.unit.unit, 'mph');
    assert.equal(look(asUnit), null);
    assert.equal(look(asInstrument, NEIGHBOURS), null);
  });

  it('is over where the usual steps are back', () => {
    const means = recorded((wind, isChanged) =>
      isChanged ? Number((rounded(wind, 1) / 3.6).toFixed(1)) : rounded(wind, 1),
    );
    const found = look(means);
    assert.ok(found !== null);
    const { unit, steps } = found;
    const sensor = { means, station: 0, variable: wind_speed, neighboursOf: () => [] };
    const of = (part: number) => evidenceOfSteps(sensor, unit, steps, part);
    assert.ok(of(CHANGES + 1) > 0, `${of(CHANGES + 1)}`);
    assert.equal(of(CHANGES - 1), -1);
    assert.ok(Number.isNaN(of(END + 1)), 'without a report nothing is told');
  });
});
