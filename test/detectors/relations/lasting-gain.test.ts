import assert from 'node:assert/strict';
import type { PartMeans } from '../../../detectors/relations/day-parts.ts';
import { lastingGain } from '../../../detectors/relations/lasting-gain.ts';
import { usualShares } from '../../../detectors/relations/usual-share.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { madeMeans } from './made-means.ts';

/** The two nearest stand where the wind is another: what they read says little of the station. */
const NEIGHBOURS = [6, 9, 25, 30].map((km, k) => ({ index: k + 1, id: `n${k}`, km }));
const LIKE_IT = 3;
/** Winds of days [km/h], and by how much a place of its own strays from them, as a logarithm. */
const DAYS = [9, 14, 11, 18, 8, 12, 16, 10, 13];
const STRAYS = [0.7, -0.6, 0.1, -0.8, 0.9, -0.3, 0.5, -0.7, 0.2, 0.8, -0.5];
const CHANGED = 80;

/** An anemometer that reads a share from a part on, beside neighbours whose wind may change then as well. */
function means(shareAt: (part: number) => number, changeOf = (_neighbour: number) => 1): PartMeans {
  const mean = (station: number, _variable: number, part: number) => {
    if (part < 0) return Number.NaN;
    const day = Math.floor(part / 8);
    const wind = DAYS[day % DAYS.length] * (1 + 0.3 * Math.sin((2 * Math.PI * part) / 8));
    if (station === 0) return part < CHANGED ? wind : shareAt(part) * wind;
    const change = part < CHANGED ? 1 : changeOf(station);
    return change * (station < LIKE_IT ? wind * Math.exp(STRAYS[(3 * day + 5 * station) % STRAYS.length]) : wind);
  };
  return madeMeans(mean);
}

/** A gauge that catches a share from a part on; two days of ten were wet before. */
function rain(share: number, wetSince: readonly number[]): PartMeans {
  const wetDays = [2, 7, ...wetSince];
  const mean = (station: number, _variable: number, part: number) => {
    if (part < 0) return Number.NaN;
    const isWet = wetDays.includes(Math.floor(part / 8)) && part % 8 < 4;
    return isWet ? (1.5 + 0.1 * station) * (station === 0 && part >= CHANGED ? share : 1) : 0;
  };
  return madeMeans(mean);
}

const sensor = (share: number) => ({
  ...{ station: 0, variable: VARIABLE_INDEX.wind_speed, means: means(() => share) },
  neighboursOf: (station: number) => (station === 0 ? NEIGHBOURS : []),
});

describe('a share of the wind', () => {
  it('is told by neighbours that the station follows, farther as they are than others', () => {
    const gain = lastingGain(sensor(0.4), CHANGED + 24, 0);
    assert.ok(gain !== null && Math.abs(Math.exp(gain.size) - 0.4) < 0.03, `${gain?.size}`);
    assert.equal(gain.from, CHANGED);
  });

  it('is none where nothing changed', () => {
    assert.equal(lastingGain(sensor(1), CHANGED + 24, 0), null);
  });

  it('is held against those more that the station follows from day to day', () => {
    const weights = usualShares(sensor(1), 0, CHANGED).map(({ weight }) => weight);
    assert.ok(Math.min(...weights.slice(LIKE_IT - 1)) > 5 * Math.max(...weights.slice(0, LIKE_IT - 1)), `${weights}`);
  });

  it('is none where a windy day since does not show it', () => {
    const still = (part: number) => (part < CHANGED + 16 ? 0.1 : 1);
    const gain = (shareAt: (part: number) => number) =>
      lastingGain({ ...sensor(1), means: means(shareAt) }, CHANGED + 24, 0);
    assert.notEqual(
      gain(() => 0.4),
      null,
    );
    assert.equal(gain(still), null);
  });

  it('is none where the wind of the neighbours has changed as much against theirs', () => {
    const gain = (change: number) => {
      const changed = means(
        () => 0.2,
        (neighbour) => (neighbour % 2 === 0 ? change : 1 / change),
      );
      const neighboursOf = (of: number) => NEIGHBOURS.filter(({ index }) => index !== of);
      return lastingGain({ ...sensor(1), means: changed, neighboursOf }, CHANGED + 24, 0);
    };
    assert.notEqual(gain(1), null);
    assert.equal(gain(2), null);
  });
});

describe('a gauge that catches nothing', () => {
  const gauge = (share: number, wetSince = [10, 11, 12]) => {
    return { ...sensor(1), variable: VARIABLE_INDEX.rain, means: rain(share, wetSince) };
  };

  it('is told after three wet days, though few days before them were wet', () => {
    const gain = lastingGain(gauge(0), CHANGED + 24, 0);
    assert.ok(gain !== null && Math.exp(gain.size) < 0.05, `${gain?.size}`);
    assert.equal(gain.from, CHANGED);
    assert.equal(lastingGain(gauge(1), CHANGED + 24, 0), null);
  });

  it('is told after three wet days of ten', () => {
    const [end, wetSince] = [CHANGED + 72, [10, 14, 18]];
    assert.equal(lastingGain(gauge(0, wetSince), end, 0)?.from, end - 80);
    assert.equal(lastingGain(gauge(1, wetSince), end, 0), null);
  });
});
