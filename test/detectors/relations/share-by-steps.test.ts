import assert from 'node:assert/strict';
import { HOURS_PER_PART, PARTS_PER_DAY } from '../../../detectors/relations/day-parts.ts';
import { lastingGain } from '../../../detectors/relations/lasting-gain.ts';
import { shareBySteps } from '../../../detectors/relations/share-by-steps.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { seeded } from '../stages/small-network.ts';
import { madeMeans } from './made-means.ts';

const { wind_speed, rain } = VARIABLE_INDEX;
const CHANGES = 20 * PARTS_PER_DAY;
const END = CHANGES + 3 * PARTS_PER_DAY;
const NEIGHBOURS = [1, 2, 3].map((index) => ({ index, id: `s${index}`, km: 3 + index }));

const random = seeded(9);
const WIND = Array.from({ length: END * HOURS_PER_PART }, () => Math.round(3 + 22 * random() * random()));
const RAIN = Array.from({ length: END * HOURS_PER_PART }, (_, hour) =>
  hour % 3 === 0 ? 0.2 * Math.ceil(9 * random() * random()) : 0,
);

/** A record of one value an hour, beside three that read what is true. @param reported since it changed */
function sensorOf(variable: number, reported: (value: number) => number, before = (value: number) => value) {
  const truth = variable === rain ? RAIN : WIND;
  const ofHour = (station: number, hour: number) => {
    const value = truth[hour] ?? Number.NaN;
    return station > 0 || hour < CHANGES * HOURS_PER_PART ? before(value) : reported(value);
  };
  const hundredths = (station: number, _variable: number, hour: number) => Math.round(100 * ofHour(station, hour));
  const mean = (station: number, _variable: number, part: number) => {
    const hours = [0, 1, 2].map((k) => ofHour(station, part * HOURS_PER_PART + k));
    const sum = hours.reduce((all, value) => all + value, 0);
    return variable === rain ? sum : sum / hours.length;
  };
  const means = { ...madeMeans(mean), lowest: hundredths, highest: hundredths };
  return { means, station: 0, variable, neighboursOf: (of: number) => (of === 0 ? NEIGHBOURS : []) };
}

const share = (variable: number, reported: (value: number) => number, before = (value: number) => value) =>
  shareBySteps(sensorOf(variable, reported, before), CHANGES, END);
const near = (found: number | null, expected: number) =>
  assert.ok(
    found !== null && Math.abs(Math.exp(found) - expected) < 0.01,
    `${found === null ? found : Math.exp(found)}`,
  );

describe('a share by the steps of the values', () => {
  it('is that of an anemometer in whole km/h whose logger has a wrong factor', () => {
    for (const factor of [0.4, 0.45])
      near(
        share(wind_speed, (wind) => Number((factor * wind).toFixed(1))),
        factor,
      );
    near(
      share(wind_speed, (wind) => Number((0.37 * wind).toFixed(2))),
      0.37,
    );
  });

  it('is that of a gauge whose tips are taken for smaller ones', () => {
    for (const factor of [0.4, 0.45])
      near(
        share(rain, (amount) => Number((factor * amount).toFixed(2))),
        factor,
      );
  });

  it('is that of a gauge of 0.254 mm, whose amounts are rounded twice', () => {
    const amounts = [0, 0.25, 0.51, 0.76, 1.02, 1.27, 1.52, 1.78, 2.03, 2.29];
    const inTips = (amount: number) => amounts[Math.round(amount / 0.2)];
    near(
      share(rain, (amount) => Number((0.4 * inTips(amount)).toFixed(2)), inTips),
      0.4,
    );
  });

  it('is none of a sensor that goes on, reads less by whole steps, or is another instrument', () => {
    for (const variable of [wind_speed, rain])
      assert.equal(
        share(variable, (value) => value),
        null,
      );
    assert.equal(
      share(wind_speed, (wind) => Math.round(0.4 * wind)),
      null,
    );
    assert.equal(
      share(wind_speed, (wind) => 0.5 * wind),
      null,
      'half of a km/h is the step of others',
    );
    assert.equal(
      share(rain, (amount) => 0.2 * Math.floor(amount / 0.6)),
      null,
    );
    assert.equal(
      share(rain, (amount) => 0.5 * amount),
      null,
      'tips of 0.1 mm are those of others',
    );
    assert.equal(
      share(wind_speed, (wind) => Number((0.4 * wind + 0.3 * random()).toFixed(1))),
      null,
    );
    assert.equal(
      share(wind_speed, () => 0),
      null,
    );
  });

  // Three wet days of a gauge that reads 40 % were no more than likely, and most of them nothing.
  it('is a gain for certain where neighbours read more, and none where they do not', () => {
    const gain = lastingGain(
      sensorOf(rain, (amount) => Number((0.4 * amount).toFixed(2))),
      END,
      0,
    );
    assert.equal(gain?.bySteps, true);
    near(gain.size, 0.4);
    // All around have the same factor: nobody knows what is right.
    const { means, ...sensor } = sensorOf(rain, (amount) => Number((0.4 * amount).toFixed(2)));
    const all = { ...means, mean: (_: number, v: number, part: number) => means.mean(0, v, part) };
    const readMeans = (_: number, v: number, from: number, into: Float64Array) => means.readMeans(0, v, from, into);
    assert.equal(lastingGain({ ...sensor, means: { ...all, readMeans } }, END, 0), null);
  });
});
