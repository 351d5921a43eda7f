import assert from 'node:assert/strict';
import {
  newReduction,
  type Reduction,
  reductionOf,
  type Site,
} from '../../../detectors/neighbours/neighbour-levels.ts';
import type { SpatialQuestion } from '../../../detectors/neighbours/spatial-question.ts';
import { distance } from '../../../detectors/spatial/distance.ts';
import type { SpatialAnswer } from '../../../detectors/spatial/spatial-method.ts';
import type { PressureLevel } from '../../../schemas/station.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { calm, question, ring, S, withOthers } from './calm-air.ts';
import { WrittenWindows } from './written-windows.ts';

function site(elevation: number | null, pressureLevel: PressureLevel = 'unknown'): Site {
  return { elevation, pressureLevel };
}

function reduced(variable: Variable, own?: Site, their?: Site): Reduction | null {
  const reduction = newReduction();
  return reductionOf(variable, own, their, reduction) ? reduction : null;
}

/** Sites of station 0 and of every other one. */
function sites(own: Site, others: Site): (station: number) => Site {
  return (station) => (station === 0 ? own : others);
}

/** Neighbours steady at a value from before the window on; the station itself has only just begun to report. */
function begun(count: number, variable: SpatialQuestion['variable'], value: number): WrittenWindows {
  const windows = new WrittenWindows();
  for (let n = 1; n <= count; n++) windows.fill(n, variable, S - 48, S + 12, () => value);
  return windows;
}

interface Row {
  usual: number;
  spread: number;
  learnt: number;
  gap: number;
  vote: string;
}

function rowsOf(answer: SpatialAnswer): Row[] {
  return answer.evidence['neighbours'] as Row[];
}

describe('spatial verification: distance', () => {
  it('says in numbers where the value stands and what is implied', () => {
    const answer = distance.verify(question(calm(12), ring(12)));
    assert.equal(answer.reason, 'reads 15.0 degC above what all 12 neighbours indicate; no unusual weather nearby');
    const { terms, implied } = answer.evidence as { terms: Record<string, number>; implied: number };
    assert.deepEqual([terms['stands_away'], implied], [1, 15]);
  });

  describe('reduces values to the station', () => {
    it('temperature by 6.5 K/km where both elevations are known', () => {
      assert.deepEqual(reduced('temp_out', site(1200), site(200)), { factor: 1, shift: -6.5, unlearnt: 2 });
      for (const [own, their] of [
        [null, 200],
        [200, null],
      ])
        assert.equal(reduced('temp_out', site(own), site(their))?.unlearnt, null);
      assert.equal(reduced('temp_out', undefined, undefined)?.shift, 0);
    });

    it('pressure by the barometric formula at station level, not at all at sea level', () => {
      const up = reduced('bar', site(1000, 'station'), site(0, 'station'));
      // ISO 2533: 1013.25 hPa at sea level, 898.74 at 1000 m.
      assert.ok(Math.abs(1013.25 * (up?.factor ?? 0) - 898.74) < 0.1);
      const down = reduced('bar', site(0, 'station'), site(1000, 'station'));
      assert.ok(Math.abs((up?.factor ?? 0) * (down?.factor ?? 0) - 1) < 1e-12);
      assert.equal(reduced('bar', site(1000, 'sea_level'), site(0, 'sea_level'))?.factor, 1);
      assert.equal(reduced('bar', site(null, 'station'), site(0, 'station'))?.unlearnt, null);
      assert.equal(reduced('bar', site(0), site(0))?.unlearnt, null, 'levels that nobody knows');
    });

    it('neither reduced temperature nor pressure at station level where an elevation is missing: what is learnt counts alone', () => {
      for (const [here, there] of [
        [null, 1000],
        [1000, null],
        [null, null],
      ] as const) {
        for (const variable of ['temp_out', 'bar'] as const) {
          assert.deepEqual(
            reduced(variable, site(here, 'station'), site(there, 'station')),
            { factor: 1, shift: 0, unlearnt: null },
            `${variable} from ${there} to ${here}`,
          );
        }
      }
      assert.equal(reduced('bar', site(null, 'sea_level'), site(null, 'sea_level'))?.unlearnt, 1, 'reduced already');
    });

    it('compares pressures of different levels in no case', () => {
      for (const [own, their] of [
        ['station', 'sea_level'],
        ['sea_level', 'station'],
        ['unknown', 'station'],
        ['sea_level', 'unknown'],
      ] as const)
        assert.equal(reduced('bar', site(0, own), site(0, their)), null);
      const answer = distance.verify(
        question(calm(3), ring(3), {
          variable: 'bar',
          actual: 1020,
          expected: 1013,
          siteOf: sites(site(0, 'station'), site(0, 'sea_level')),
        }),
      );
      assert.deepEqual([answer.classification, answer.correlation, answer.neighbors], ['suspected', 0, []]);
      assert.match(answer.reason, /^no neighbour reports pressure at the same level/);
    });
  });

  describe('where nothing is learnt yet', () => {
    it('goes by the lapse rate: 8 degrees at 1200 m beside 15 at 100 m are usual, 15 are not', () => {
      const siteOf = sites(site(1200), site(100));
      const windows = withOthers(begun(4, 'temp_out', 15).write(0, 'temp_out', S - 1, 8), 4);
      const warm = question(windows, ring(4), { actual: 15, expected: 8, known: S + 6, siteOf });
      const answer = distance.verify(warm);
      assert.equal(answer.classification, 'device_failure');
      assert.deepEqual([rowsOf(answer)[0].learnt, rowsOf(answer)[0].gap], [0, 7.15]);
      const usual = distance.verify({ ...warm, actual: 8, expected: 13 });
      assert.equal(usual.classification, 'suspected', usual.reason);
      assert.equal(rowsOf(usual)[0].vote, 'still');
    });

    it('compares no temperature without elevations, no humidity and no wind', () => {
      for (const variable of ['temp_out', 'out_hum', 'wind_speed'] as const) {
        const answer = distance.verify(question(begun(4, variable, 15), ring(4), { variable, actual: 60 }));
        assert.deepEqual([answer.classification, answer.neighbors], ['suspected', []]);
        assert.match(answer.reason, /^no neighbour reported \w+ for long enough around that time$/);
      }
    });

    it('compares pressure of one level by the barometric formula', () => {
      const siteOf = sites(site(1000, 'station'), site(0, 'station'));
      const windows = begun(4, 'bar', 1013.25).write(0, 'bar', S - 1, 899);
      for (let station = 0; station <= 4; station++) windows.fill(station, 'temp_out', S - 48, S + 12, () => 15);
      const asked = question(windows, ring(4), { variable: 'bar', siteOf, expected: 899 });
      assert.equal(distance.verify({ ...asked, actual: 880 }).classification, 'device_failure');
      assert.equal(distance.verify({ ...asked, actual: 898.7, expected: 890 }).classification, 'suspected');
    });
  });

  it('learns the usual difference of each pair, whatever the elevations say', () => {
    const windows = calm(6);
    for (let n = 1; n <= 6; n++) windows.fill(n, 'temp_out', S - 48, S + 12, () => 15 - n);
    for (const siteOf of [undefined, sites(site(2000), site(0))]) {
      const answer = distance.verify(question(windows, ring(6), { actual: 15, expected: 18, siteOf }));
      assert.equal(answer.classification, 'suspected');
      const lapse = siteOf === undefined ? 0 : 13;
      for (const [k, { usual, learnt, vote }] of rowsOf(answer).entries()) {
        assert.ok(Math.abs(usual - (k + 1 + lapse)) < 1.2, `${usual}`);
        assert.deepEqual([learnt, vote], [30, 'still']);
      }
    }
  });

  it('does not call unusual what is within the usual spread', () => {
    const restless = calm(6);
    for (let n = 1; n <= 6; n++)
      restless.fill(n, 'wind_speed', S - 48, S + 12, (slot) => 20 + 12 * Math.sin((slot * 7 + n) * 1.7));
    restless.fill(0, 'wind_speed', S - 48, S - 1, (slot) => 20 + 12 * Math.sin(slot * 2.3));
    const asked = question(restless, ring(6), { variable: 'wind_speed', actual: 34, expected: 22 });
    assert.notEqual(distance.verify(asked).classification, 'device_failure');
    assert.equal(distance.verify({ ...asked, actual: 140 }).classification, 'device_failure');
  });

  it('suspects where the neighbours disagree', () => {
    const windows = calm(12);
    // Three of four neighbours fall with the station.
    for (let n = 1; n <= 12; n++) if (n % 4 !== 0) windows.fill(n, 'temp_out', S - 2, S + 12, () => 8);
    const alike = ring(12).map((neighbour) => ({ ...neighbour, km: 10 }));
    const answer = distance.verify(question(windows, alike, { actual: 8, known: S + 6 }));
    assert.equal(answer.classification, 'suspected', answer.reason);
    assert.match(answer.reason, /; the neighbours disagree$/);
  });

  it('says so where a value is back after standing away', () => {
    const windows = calm(12).fill(0, 'temp_out', S - 2, S - 1, () => 30);
    const answer = distance.verify(question(windows, ring(12), { actual: 15, expected: 30 }));
    assert.equal(answer.classification, 'device_failure');
    assert.match(answer.reason, /^is back at what all 12 neighbours indicate, after being off;/);
  });

  it('needs more of one or two neighbours than of three', () => {
    const classOf = (count: number) => {
      const windows = calm(count);
      // They show most of the change.
      for (let n = 1; n <= count; n++) windows.fill(n, 'temp_out', S, S + 12, () => 10);
      // The farthest has not come along.
      windows.fill(count, 'temp_out', S - 48, S + 12, () => 15);
      const neighbours = ring(count).map((neighbour) => ({ ...neighbour, km: 10 }));
      return distance.verify(question(windows, neighbours, { actual: 8, known: S + 6 }));
    };
    assert.equal(classOf(3).classification, 'weather_event');
    assert.notEqual(classOf(2).classification, 'weather_event');
  });

  it('gives the plain correlation over the window for information', () => {
    const windows = new WrittenWindows();
    const wave = (slot: number) => 15 + 3 * Math.sin(slot / 5);
    windows.fill(0, 'temp_out', S - 48, S - 1, wave);
    for (const [n, sign] of [1, 1, -1].entries())
      windows.fill(n + 1, 'temp_out', S - 48, S + 12, (slot) => sign * wave(slot));
    const asked = question(windows, ring(3), { actual: wave(S), expected: wave(S) - 5 });
    assert.equal(distance.verify(asked).correlation, 1);
    assert.equal(distance.verify({ ...asked, neighbours: ring(3).slice(2) }).correlation, -1);
    assert.equal(distance.verify(question(begun(2, 'rain', 0), ring(2), { variable: 'rain' })).correlation, 0);
  });
});
