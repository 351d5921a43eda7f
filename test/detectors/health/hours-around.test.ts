import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PassingHour } from '../../../detectors/health/passing-hour.ts';
import { RepeatedReports } from '../../../detectors/health/repeated-reports.ts';
import { WindAround } from '../../../detectors/health/wind-around.ts';
import type { Values } from '../../../schemas/observation.ts';
import { numbersOf } from './numbers-of.ts';

const HOUR = 3_600_000;

interface Hour {
  readonly speed: number;
  readonly around: number;
}

/** The definition as docs/health-check.md has it, over a list that is held whole; levels differ, so that the order is clear. */
function byDefinition(hours: readonly Hour[]) {
  const stalled = new Set<number>();
  for (let at = 0; at < hours.length; at++) {
    let end = at;
    while (end < hours.length && hours[end].speed === 0) end++;
    if (end - at >= 12) for (let k = at; k < end; k++) if (hours[k].around >= 2) stalled.add(k);
  }
  const order = hours.map((_, k) => k).sort((a, b) => hours[b].around - hours[a].around);
  const windiest = order.slice(0, hours.length / 4);
  const mean = (of: readonly number[], value: (hour: Hour) => number) =>
    of.reduce((sum, k) => sum + value(hours[k]), 0) / of.length;
  return {
    hours: windiest.length,
    zeroRatio: mean(windiest, ({ speed }) => (speed === 0 ? 1 : 0)),
    speed: mean(windiest, ({ speed }) => speed),
    usual: mean(order, ({ speed }) => speed),
    around: mean(windiest, ({ around }) => around),
    stalled: windiest.filter((k) => stalled.has(k)).length,
  };
}

/** The hours of one station (number 0) with two neighbours, which report the same. */
function passing(hours: number, own: (hour: number) => Partial<Values>, others: typeof own): PassingHour {
  const passed = new PassingHour([[1, 2], [], []]);
  const repeated = Array.from({ length: 3 }, () => new RepeatedReports());
  for (let hour = 0; hour < hours; hour++) {
    for (let k = 0; k < repeated.length; k++) {
      const values = numbersOf((k === 0 ? own : others)(hour));
      repeated[k].add(hour * HOUR, values);
      passed.add(k, hour * HOUR, values, repeated[k].repetition);
    }
  }
  passed.close();
  return passed;
}

describe('the windiest quarter of the hours', () => {
  it('is that of a second, plain implementation', () => {
    const stretches = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 30 })), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(stretches, fc.integer({ min: 1, max: 96 }), (given, seed) => {
        const calm = given.flatMap(([still, length]) => new Array<boolean>(length).fill(still));
        const count = Math.min(96, calm.length - (calm.length % 4));
        fc.pre(count >= 20);
        // Each hour has a level of its own, since 97 is prime.
        const hours = calm
          .slice(0, count)
          .map((still, k) => ({ speed: still ? 0 : 1 + (k % 7), around: (((k + 1) * seed) % 97) / 2 }));
        const wind = new WindAround();
        for (const [k, { speed, around }] of hours.entries()) wind.add(k, speed, speed === 0 ? 1 : 0, around);
        const found = wind.windiest();
        const wanted = byDefinition(hours);
        assert.ok(found !== null);
        for (const key of Object.keys(wanted) as (keyof typeof wanted)[])
          assert.ok(Math.abs(found[key] - wanted[key]) < 1e-3, `${key} is ${found[key]}, should be ${wanted[key]}`);
      }),
      { numRuns: 300 },
    );
  });

  it('is not there for less than twenty hours, or without two neighbours', () => {
    const windy = () => ({ wind_speed: 5 });
    const turning = (hour: number) => ({ wind_speed: 5 + (hour % 3) });
    assert.equal(passing(19, windy, turning).around[0].wind.windiest(), null);
    assert.ok(passing(20, windy, turning).around[0].wind.windiest() !== null);
    assert.equal(passing(30, windy, turning).around[1].wind.windiest(), null);
  });

  it('asks no neighbour that repeats its wind, but one that is calm', () => {
    const windy = (hour: number) => ({ wind_speed: 5 + hour });
    assert.equal(passing(40, windy, () => ({ wind_speed: 7 })).around[0].wind.windiest(), null);
    const calm = passing(40, windy, () => ({ wind_speed: 0 })).around[0].wind.windiest();
    assert.equal(calm?.around, 0);
  });
});

describe('the rain around', () => {
  const wet = () => ({ rain: 1 });

  it('is summed over the hours that both have', () => {
    const half = (hour: number) => (hour < 20 ? { rain: 0.2 } : {});
    const { rain } = passing(40, half, wet).around[0];
    assert.ok(Math.abs(rain.total - 4) < 1e-9);
    assert.deepEqual([...rain.around()], [20, 20]);
  });

  it('leaves out a neighbour that was there for less than half of them', () => {
    const { rain } = passing(40, wet, (hour) => (hour < 19 ? { rain: 1 } : {})).around[0];
    assert.deepEqual([...rain.around()], []);
  });

  it('leaves out the hours in frost, and impossible amounts', () => {
    const frost = passing(40, (hour) => ({ rain: 0, temp_out: hour < 30 ? 1 : 5 }), wet).around[0];
    assert.deepEqual([...frost.rain.around()], [10, 10]);
    const impossible = passing(40, () => ({ rain: 999 }), wet).around[0];
    assert.equal(impossible.rain.total, 0);
  });
});

describe('the repeated reports around', () => {
  const living = (hour: number) => ({ temp_out: hour % 7, out_hum: 60, bar: 1000 });
  const frozen = () => ({ temp_out: 10, out_hum: 60, bar: 1000 });

  it('are alone where most of the neighbours are not repeated in the same hour', () => {
    // The run is seen from its seventh report on.
    assert.equal(passing(40, frozen, living).around[0].repeated.alone, 34);
    assert.equal(passing(40, frozen, frozen).around[0].repeated.alone, 0);
    assert.equal(passing(40, living, living).around[0].repeated.alone, 0);
  });

  it('are told from those of an outage at another time', () => {
    const early = (hour: number) => (hour < 20 ? frozen() : living(hour));
    const late = (hour: number) => (hour < 20 ? living(hour) : frozen());
    assert.equal(passing(40, early, late).around[0].repeated.alone, 14);
  });
});
