import assert from 'node:assert/strict';
import { pearson } from '../../../detectors/spatial/pearson.ts';
import { spatialMethod } from '../../../detectors/spatial/registry.ts';
import type { Neighbour, SpatialQuestion } from '../../../detectors/spatial/spatial-method.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { SpatialMethodName } from '../../../schemas/judgement-configuration.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../../schemas/variables.ts';
import { WrittenWindows } from './written-windows.ts';

const S = 1000;
const FLOORS = VARIABLES.map((variable) => VARIABLE_SPECIFICATIONS[variable].floor);

/** Neighbours 1 to count, `km` apart from each other. */
function ring(count: number, km = 5): Neighbour[] {
  return Array.from({ length: count }, (_, k) => ({
    index: k + 1,
    id: `n${String(k + 1).padStart(2, '0')}`,
    km: km * (k + 1),
  }));
}

/** Calm air: every variable drifts a little, by the same trend. */
function calm(count: number, cadence = 1): WrittenWindows {
  const windows = new WrittenWindows();
  for (let station = 1; station <= count; station++) {
    windows.fill(station, 'temp_out', S - 48, S + 12, (slot) => 15 + 0.05 * (slot - S), cadence);
    windows.fill(station, 'out_hum', S - 48, S + 12, () => 70, cadence);
    windows.fill(station, 'bar', S - 48, S + 12, () => 1013, cadence);
    windows.fill(station, 'rain', S - 48, S + 12, () => 0, cadence);
  }
  return windows;
}

function question(
  windows: WrittenWindows,
  neighbours: Neighbour[],
  rest: Partial<SpatialQuestion> = {},
): SpatialQuestion {
  return {
    station: 0,
    variable: 'temp_out',
    slot: S,
    actual: 30,
    expected: 15,
    floors: FLOORS,
    neighbours,
    windows,
    known: S,
    hindsightSlots: 6,
    ...rest,
  };
}

describe('spatial verification: pearson', () => {
  it('calls a spike in calm air a device failure and says why', () => {
    const answer = pearson.verify(question(calm(12), ring(12)));
    assert.equal(answer.classification, 'device_failure');
    assert.equal(answer.correlation, 0);
    assert.equal(answer.neighbors.length, 12);
    assert.equal(answer.reason, 'none of 12 neighbours moved with it (largest 0.0 of 15.0 degC), nothing stirs around');
  });

  it('calls a fall that the neighbours made up to an hour earlier or later weather', () => {
    for (const onset of [-5, -2, 0, 3, 6]) {
      const windows = calm(12);
      for (let n = 1; n <= 12; n++) windows.fill(n, 'temp_out', S + onset, S + 12, () => 8);
      const late = pearson.verify(question(windows, ring(12), { actual: 8, known: S + 6 }));
      assert.equal(late.classification, 'weather_event', `onset ${onset}`);
      assert.equal(late.correlation, 1);
      const atOnce = pearson.verify(question(windows, ring(12), { actual: 8 }));
      assert.equal(atOnce.classification, onset <= 0 ? 'weather_event' : 'device_failure', `at once, onset ${onset}`);
    }
  });

  it('does not take a rise of the neighbours for a fall', () => {
    const windows = calm(12);
    for (let n = 1; n <= 12; n++) windows.fill(n, 'temp_out', S - 1, S + 12, () => 22);
    const answer = pearson.verify(question(windows, ring(12), { actual: 8, known: S + 6 }));
    assert.equal(answer.correlation, 0);
    assert.notEqual(answer.classification, 'weather_event');
  });

  it('takes the trend of the two hours before off: a steep morning is not a move', () => {
    const windows = new WrittenWindows();
    for (let n = 1; n <= 6; n++) windows.fill(n, 'temp_out', S - 48, S + 12, (slot) => 10 + 0.5 * (slot - S));
    const answer = pearson.verify(question(windows, ring(6), { actual: 14, expected: 11.5, known: S + 6 }));
    assert.equal(answer.classification, 'device_failure');
  });

  it('looks neither beyond what is known, nor an hour after, nor before its window', () => {
    for (const known of [S, S + 2, S + 6, S + 12]) {
      for (const cadence of [1, 6]) {
        const windows = calm(12, cadence);
        pearson.verify(question(windows, ring(12), { known }));
        assert.ok(windows.latestRead <= Math.min(known, S + 6));
        assert.ok(windows.earliestRead >= S - pearson.specification.slotsBefore);
      }
    }
  });

  it('with nobody to compare is suspected, correlation 0, and says so', () => {
    const none = pearson.verify(question(new WrittenWindows(), []));
    assert.deepEqual([none.classification, none.correlation, none.neighbors], ['suspected', 0, []]);
    assert.match(none.reason, /no neighbour within the radius/);
    const silent = pearson.verify(question(new WrittenWindows(), ring(3)));
    assert.deepEqual([silent.classification, silent.correlation], ['suspected', 0]);
    assert.match(silent.reason, /none of the neighbours .* reported temp_out/);
  });

  it('skips silent neighbours and those without the variable for farther ones', () => {
    const windows = calm(20);
    for (let n = 1; n <= 5; n++) windows.fill(n, 'temp_out', S - 48, S + 12, () => Number.NaN);
    const answer = pearson.verify(question(windows, ring(20)));
    assert.deepEqual(
      answer.neighbors,
      ring(20)
        .slice(5, 17)
        .map((neighbour) => neighbour.id),
    );
  });

  it('lets one neighbour decide only where it speaks clearly', () => {
    const quiet = pearson.verify(question(calm(1), ring(1)));
    assert.equal(quiet.classification, 'device_failure');
    assert.match(quiet.reason, /^the only neighbour has not moved with it/);
    const shared = calm(1).fill(1, 'temp_out', S - 1, S + 12, () => 8);
    assert.equal(pearson.verify(question(shared, ring(1), { actual: 8 })).classification, 'weather_event');
    // It did not follow, but its wind and humidity jump: with twelve such neighbours it is a failure, with one it is open.
    const stirred = calm(12);
    for (let n = 1; n <= 12; n++) stirred.write(n, 'out_hum', S - 1, 80);
    assert.equal(pearson.verify(question(stirred, ring(12))).classification, 'device_failure');
    const open = pearson.verify(question(stirred, ring(1)));
    assert.equal(open.classification, 'suspected');
    assert.match(open.reason, /one neighbour to ask/);
  });

  it('gives a neighbour that reports hourly a vote', () => {
    const fallen = calm(12, 6);
    for (let n = 1; n <= 12; n++) fallen.fill(n, 'temp_out', S - 4, S + 8, () => 8, 6);
    assert.equal(
      pearson.verify(question(fallen, ring(12), { actual: 8, known: S + 6 })).classification,
      'weather_event',
    );
    const quiet = pearson.verify(question(calm(12, 6), ring(12), { known: S + 6 }));
    assert.deepEqual([quiet.classification, quiet.neighbors.length], ['device_failure', 12]);
  });

  it('still compares a neighbour that missed slots', () => {
    const windows = calm(4);
    for (let n = 1; n <= 4; n++) {
      windows.fill(n, 'temp_out', S - 1, S + 12, () => 8);
      for (const missing of [-6, -4, -3, -1, 1]) windows.write(n, 'temp_out', S + missing, Number.NaN);
    }
    const answer = pearson.verify(question(windows, ring(4), { actual: 8, known: S + 6 }));
    assert.deepEqual([answer.classification, answer.neighbors.length], ['weather_event', 4]);
  });

  it('takes heavy rain among wet neighbours for weather and in dry air for a failure', () => {
    const rain = { variable: 'rain', actual: 15, expected: 0 } as const;
    assert.equal(pearson.verify(question(calm(12), ring(12), rain)).classification, 'device_failure');
    const wet = calm(12);
    for (let n = 1; n <= 12; n++) wet.fill(n, 'rain', S - 2, S + 2, () => 2);
    const answer = pearson.verify(question(wet, ring(12), rain));
    assert.equal(answer.classification, 'weather_event');
    assert.match(answer.reason, /rain everywhere around: the rain around outweighs that few moved/);
  });

  it('asks how far neighbours have come where the expectation is the middle of the window', () => {
    const windows = new WrittenWindows();
    const climb = (slot: number) => 10 + 0.25 * (slot - S);
    for (let n = 1; n <= 8; n++) windows.fill(n, 'temp_out', S - 48, S + 12, climb);
    const middle = { actual: 10, expected: 5.4, known: S + 6 };
    assert.equal(pearson.verify(question(windows, ring(8), middle)).classification, 'device_failure');
    const answer = pearson.verify(question(windows, ring(8), { ...middle, expectation: 'middle' }));
    assert.equal(answer.classification, 'weather_event');
  });

  it('tells the echo of a front from that of a fault', () => {
    // The station fell by 8 degrees and stopped; the forecast falls on, so the deviation points upward.
    const stopped = (windows: WrittenWindows) =>
      windows
        .fill(0, 'temp_out', S - 48, S - 4, () => 15)
        .fill(0, 'temp_out', S - 3, S - 1, (slot) => 12 - 2 * (slot - S + 3));
    const echo = { actual: 8, expected: 5.5, known: S + 6 };
    const front = stopped(calm(12));
    for (let n = 1; n <= 12; n++)
      front.fill(n, 'temp_out', S - 3, S + 12, (slot) => Math.max(8, 12 - 2 * (slot - S + 3)));
    const weather = pearson.verify(question(front, ring(12), echo));
    assert.equal(weather.classification, 'weather_event');
    assert.match(weather.reason, /^all 12 neighbours made the move that the forecast carries on/);
    const fault = pearson.verify(question(stopped(calm(12)), ring(12), echo));
    assert.equal(fault.classification, 'device_failure');
    // A value that does move that way is asked about as it is, front or not.
    const spike = pearson.verify(question(front, ring(12), { ...echo, actual: 20 }));
    assert.equal(spike.correlation, 0);
  });

  it('names what outweighed a high correlation', () => {
    const windows = calm(12);
    // The nearest three move slowly, half a degree a slot: nothing stirs, yet they followed a small deviation.
    for (let n = 1; n <= 3; n++) windows.fill(n, 'temp_out', S - 4, S + 12, (slot) => 15 + 0.5 * (slot - S + 4));
    const answer = pearson.verify(question(windows, ring(12), { actual: 17.6, expected: 15 }));
    assert.equal(answer.classification, 'device_failure');
    assert.ok(answer.correlation >= 0.4);
    assert.match(answer.reason, /outweighs/);
  });

  it('keeps its numbers in range and its evidence plain', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 48271) % 2147483647;
      return seed / 2147483647;
    };
    for (let run = 0; run < 200; run++) {
      const windows = new WrittenWindows();
      for (let n = 1; n <= 6; n++) {
        for (const variable of VARIABLES) {
          windows.fill(n, variable, S - 18, S + 6, () => (random() < 0.3 ? Number.NaN : 20 * random()));
        }
      }
      const variable = VARIABLES[run % VARIABLES.length];
      const asked = question(windows, ring(6), {
        variable,
        actual: 20 * random(),
        expected: 20 * random(),
        known: S + (run % 7),
      });
      const answer = pearson.verify(asked);
      assert.ok(answer.correlation >= -1 && answer.correlation <= 1);
      assert.deepEqual(JSON.parse(JSON.stringify(answer.evidence)), answer.evidence);
      assert.deepEqual(pearson.verify(asked), answer);
    }
  });

  it('has no verdict on a value without an expectation, and none of zero size fails', () => {
    assert.equal(pearson.verify(question(calm(3), ring(3), { expected: Number.NaN })).classification, 'suspected');
    assert.equal(pearson.verify(question(calm(3), ring(3), { actual: 15 })).classification, 'device_failure');
  });
});

describe('spatial registry', () => {
  it('finds pearson and names what is available otherwise', () => {
    assert.equal(spatialMethod('pearson'), pearson);
    assert.throws(
      () => spatialMethod('distance'),
      (error) =>
        error instanceof HalcyonError && error.code === 'invalid_parameter' && /available: pearson/.test(error.message),
    );
    assert.throws(() => spatialMethod('kriging' as SpatialMethodName), HalcyonError);
  });
});
