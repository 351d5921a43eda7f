import assert from 'node:assert/strict';
import { HOURS_PER_PART, PARTS_PER_DAY } from '../../../detectors/relations/day-parts.ts';
import { evidenceOfAmounts, unitOfRain } from '../../../detectors/relations/unit-of-rain.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { seeded } from '../stages/small-network.ts';
import { madeMeans } from './made-means.ts';

const { rain } = VARIABLE_INDEX;
/** It changes at the begin of this part, a day before the end. */
const CHANGES = 20 * PARTS_PER_DAY;
const END = CHANGES + PARTS_PER_DAY;
const NEIGHBOURS = [1, 2, 3].map((index) => ({ index, id: `s${index}`, km: 3 + index }));

/** Rain of an hour [mm]: every third hour has some. */
const RAIN = Array.from(
  { length: END * HOURS_PER_PART },
  ((random) => (_: unknown, hour: number) => {
    return hour % 3 === 0 ? 0.2 * Math.ceil(8 * random() * random()) : 0;
  })(seeded(3)),
);

/** A record of one amount an hour. @param reported of the rain since it changed */
function recorded(reported: (amount: number) => number, before = (amount: number) => amount) {
  const ofHour = (hour: number) => (hour < CHANGES * HOURS_PER_PART ? before : reported)(RAIN[hour] ?? Number.NaN);
  const hundredths = (station: number, _variable: number, hour: number) =>
    station === 0 ? Math.round(100 * ofHour(hour)) : Number.NaN;
  const mean = (station: number, _variable: number, part: number) =>
    [0, 1, 2]
      .map((k) => part * HOURS_PER_PART + k)
      .reduce((sum, hour) => sum + (station === 0 ? ofHour(hour) : RAIN[hour]), 0);
  return { ...madeMeans(mean), lowest: hundredths, highest: hundredths };
}

function sensorOf(means: ReturnType<typeof recorded>, neighbours = NEIGHBOURS) {
  return { means, station: 0, variable: rain, neighboursOf: () => neighbours };
}

function look(means: ReturnType<typeof recorded>, neighbours = NEIGHBOURS): ReturnType<typeof unitOfRain> {
  return unitOfRain({ sensor: sensorOf(means, neighbours), end: END, since: 0 });
}

describe('a unit of rain', () => {
  // It was a gauge that catches next to nothing, and no more than likely.
  for (const decimals of [2, 3]) {
    it(`is inches with ${decimals} decimals in place of mm, within a day of rain`, () => {
      const found = look(recorded((amount) => Number((amount / 25.4).toFixed(decimals))));
      assert.deepEqual(
        [found?.unit.unit, found?.from, found?.isDoubtful, found?.steps.step],
        ['in', CHANGES, false, 0.2],
      );
    });
  }

  it('is none of a gauge that is clogged, has finer steps, or did so before', () => {
    assert.equal(look(recorded((amount) => amount)), null);
    assert.equal(look(recorded((amount) => (amount > 1 ? 0.2 : 0))), null);
    assert.equal(look(recorded((amount) => amount - 0.17)), null);
    const inInches = (amount: number) => Number((amount / 25.4).toFixed(2));
    assert.equal(look(recorded(inInches, inInches)), null);
  });

  // A blocked gauge that reads hundredths was said to report inches, and one in cm as well.
  it('is none of a gauge that read no whole tips before, nor of one that reads a tenth', () => {
    const fine = (amount: number) => (amount === 0 ? 0 : amount + 0.07 * ((Math.round(amount * 50) % 3) - 1));
    const hundredths = (amount: number) => Number(fine(amount).toFixed(2));
    assert.equal(look(recorded((amount) => Number((0.05 * fine(amount)).toFixed(2)), hundredths)), null);
    assert.equal(look(recorded((amount) => Number((0.1 * amount).toFixed(2)))), null);
  });

  it('is none where no neighbour tells how much it rained', () => {
    assert.equal(
      look(
        recorded((amount) => Number((amount / 25.4).toFixed(2))),
        [],
      ),
      null,
    );
  });

  it('is over where the usual amounts are back', () => {
    const sensor = sensorOf(recorded((amount) => Number((amount / 25.4).toFixed(2))));
    const steps = { step: 0.2, slack: 0, share: 0.9 };
    assert.equal(evidenceOfAmounts(sensor, steps, CHANGES), 1);
    assert.equal(evidenceOfAmounts(sensor, steps, CHANGES - 1), -1);
    assert.ok(Number.isNaN(evidenceOfAmounts(sensor, steps, END + 1)));
  });
});
