import assert from 'node:assert/strict';
import { DOCUMENTED_FLOORS, DOCUMENTED_SPREADS } from '../../../detectors/baselines/documented-floors.ts';
import type { Levels } from '../../../detectors/baselines/usual-levels.ts';
import {
  FLAT_LOOK_BACK_SLOTS,
  FLAT_RUN_SLOTS,
  flatRun,
  judgeFlatLine,
  RESOLUTION_SLOTS,
} from '../../../detectors/checks/flat-line.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';

const S = 1000;

/** Station 0 frozen for `run` slots before S; neighbours 1 to count climb by `slope` a slot. */
function frozen(variable: Variable, value: number, run: number, count: number, slope: number, cadence = 1) {
  const windows = new WrittenWindows().fill(0, variable, S - 48, S - run - 1, (slot) => value - 1 - 0.1 * (slot % 3));
  for (let slot = S; slot >= S - run; slot -= cadence) windows.write(0, variable, slot, value);
  for (let n = 1; n <= count; n++) {
    for (let slot = S + 12; slot >= S - 48; slot -= cadence)
      windows.write(n, variable, slot, value + slope * (slot - S));
  }
  return windows;
}

function judged(
  windows: WrittenWindows,
  variable: Variable,
  value: number,
  count: number,
  usual = 0.5,
  known = S,
  levels?: Levels,
) {
  return judgeFlatLine({
    station: 0,
    variable,
    slot: S,
    actual: value,
    expected: value,
    floors: DOCUMENTED_FLOORS,
    spreads: [usual, ...DOCUMENTED_SPREADS.slice(1)],
    neighbours: Array.from({ length: count }, (_, k) => ({ index: k + 1, id: `n${k + 1}`, km: 4 * (k + 1) })),
    windows,
    known,
    hindsightSlots: 6,
    ...(levels === undefined ? {} : { levels }),
  });
}

/** A month in which station 0 stood so far above its neighbours at that hour, some days more and some less. */
function standingAbove(difference: number): Levels {
  return {
    means: (station, _variable, _slot, into) => {
      for (let day = 0; day < into.length; day++) into[day] = 15 + (station === 0 ? difference + 0.1 * (day % 3) : 0);
      return true;
    },
  };
}

describe('common check: flat_line', () => {
  it('counts the slots a value has been the same, as far as it looks', () => {
    for (const run of [0, 2, 3, 5, 6, 12, 18, 40]) {
      const windows = frozen('temp_out', 17.3, run, 0, 0);
      const counted = run < 3 ? 0 : Math.min(run, FLAT_LOOK_BACK_SLOTS);
      assert.equal(flatRun(windows, 0, 'temp_out', S), counted, `run ${run}`);
    }
  });

  it('bridges a missed report, not a silence of more than 90 minutes, and needs four equal reports', () => {
    const gap = frozen('temp_out', 17.3, 10, 0, 0).write(0, 'temp_out', S - 4, Number.NaN);
    assert.equal(flatRun(gap, 0, 'temp_out', S), 10);
    const silent = frozen('temp_out', 17.3, 18, 0, 0);
    for (let t = S - 14; t < S - 3; t++) silent.write(0, 'temp_out', t, Number.NaN);
    assert.equal(flatRun(silent, 0, 'temp_out', S), 3);
    assert.equal(flatRun(frozen('temp_out', 17.3, 12, 0, 0, 6), 0, 'temp_out', S - 1), 0);
    assert.equal(flatRun(frozen('temp_out', 17.3, 18, 0, 0, 6), 0, 'temp_out', S), 18);
  });

  it('never takes bone-dry air, calm wind or a dry spell for a run', () => {
    for (const [variable, value] of [
      ['out_hum', 3],
      ['wind_speed', 0],
      ['rain', 0],
      ['rain', 1.2],
    ] as const) {
      assert.equal(flatRun(frozen(variable, value, 18, 0, 0), 0, variable, S), 0, `${variable} ${value}`);
    }
  });

  it('names a sensor stuck while the neighbours moved, and says what they imply', () => {
    const answer = judged(frozen('temp_out', 17.3, 12, 5, 0.2), 'temp_out', 17.3, 5);
    assert.equal(answer?.classification, 'device_failure');
    assert.equal(answer.expected, 19.7);
    assert.equal(answer.correlation, 0);
    assert.equal(answer.reason, 'unchanged at 17.3 degC for 2 h while 5 neighbours moved by 2.4 degC (median)');
    assert.deepEqual(answer.neighbors, ['n1', 'n2', 'n3', 'n4', 'n5']);
  });

  // Of hourly stations half of those that were stuck had moved too little by the fourth equal report, and enough by the fifth.
  it('counts what the neighbours did up to the last equal report that is known, and tells of it', () => {
    const hourly = () => frozen('temp_out', 17.3, 18, 4, 0.07, 6);
    const question = ['temp_out', 17.3, 4, 0.5] as const;
    assert.equal(judged(hourly(), ...question, S), null, 'by the fourth they have moved by 1.3 degC');
    const stands = hourly().write(0, 'temp_out', S + 6, 17.3);
    assert.equal(judged(stands, ...question, S), null, 'at once it is not known');
    const answer = judged(stands, ...question, S + 6);
    assert.equal(answer?.classification, 'device_failure');
    assert.equal(
      answer.reason,
      'unchanged at 17.3 degC for at least 4 h while 4 neighbours moved by 1.7 degC (median)',
    );
    assert.equal(answer.expected, 18.56, 'what is expected is of the value that is judged');
    assert.equal(judged(hourly(), ...question, S + 6), null, 'a sensor that is silent since');
    assert.equal(judged(hourly().write(0, 'temp_out', S + 6, 19), ...question, S + 6), null, 'one that moves');
  });

  it('judges humidity, pressure and blowing wind by their own ranges', () => {
    assert.ok(judged(frozen('out_hum', 60, 10, 4, 1), 'out_hum', 60, 4));
    assert.equal(judged(frozen('out_hum', 60, 9, 4, 1), 'out_hum', 60, 4), null);
    assert.ok(judged(frozen('bar', 1004, 7, 4, 0.1), 'bar', 1004, 4));
    assert.equal(judged(frozen('bar', 1004, 7, 4, 0.05), 'bar', 1004, 4), null);
    assert.ok(judged(frozen('wind_speed', 40, 18, 4, 1), 'wind_speed', 40, 4));
    assert.equal(judged(frozen('wind_speed', 40, 10, 4, 1), 'wind_speed', 40, 4), null);
  });

  it('dismisses a calm night, in which nobody moves', () => {
    for (const [variable, value] of [
      ['temp_out', 3.1],
      ['out_hum', 92],
      ['bar', 1030.2],
    ] as const) {
      assert.equal(judged(frozen(variable, value, 18, 12, 0.01), variable, value, 12), null);
    }
  });

  it('asks more of one neighbour, and leaves a station without any to the health check', () => {
    assert.equal(judged(frozen('temp_out', 17.3, 10, 1, 0.2), 'temp_out', 17.3, 1), null);
    assert.equal(judged(frozen('temp_out', 17.3, 16, 1, 0.2), 'temp_out', 17.3, 1)?.classification, 'device_failure');
    assert.equal(judged(frozen('temp_out', 17.3, 18, 0, 0), 'temp_out', 17.3, 3), null);
  });

  // Both had to move twice as far as three, and most of the stuck sensors among three stations were not told at once.
  it('asks of two neighbours that both moved, the one that moved less no less far than many', () => {
    const both = frozen('temp_out', 17.3, 10, 2, 0.2);
    assert.equal(
      judged(both, 'temp_out', 17.3, 2)?.reason,
      'unchanged at 17.3 degC for 1 h 40 min while 2 neighbours moved by 2.0 degC or more',
    );
    const one = frozen('temp_out', 17.3, 10, 2, 0.2);
    for (let t = S - 18; t <= S + 12; t++) one.write(1, 'temp_out', t, 17.5 + 0.1 * (t % 2));
    assert.equal(judged(one, 'temp_out', 17.3, 2), null);
  });

  // The jump of one alone counted as the shift of both, by half of it, and so did what was implied of the sensor.
  it('takes neither of two neighbours to have gone farther than the other moved', () => {
    const swung = frozen('temp_out', 17.3, 16, 2, 0.2);
    for (let t = S - 16; t <= S; t++) {
      swung.write(1, 'temp_out', t, 17.3 + 0.8 * Math.cos((Math.PI * (t - S)) / 8));
      swung.write(2, 'temp_out', t, t > S - 5 ? 25 : 17.3);
    }
    assert.equal(judged(swung, 'temp_out', 17.3, 2)?.expected, 18.1);
    const hourly = frozen('temp_out', 17.3, 18, 2, 0.2, 6);
    assert.equal(judged(hourly, 'temp_out', 17.3, 2)?.classification, 'device_failure');
    hourly.write(1, 'temp_out', S, 17.3 - 18 * 0.2);
    assert.equal(judged(hourly, 'temp_out', 17.3, 2), null);
    const both = judged(frozen('temp_out', 17.3, 16, 2, 0.2), 'temp_out', 17.3, 2);
    assert.equal(both?.expected, 20.5);
  });

  it('compares neighbours that report hourly, not those silent for half of the run', () => {
    const hourly = frozen('temp_out', 17.3, 18, 3, 0.2, 6);
    assert.equal(judged(hourly, 'temp_out', 17.3, 3)?.neighbors.length, 3);
    const silent = frozen('temp_out', 17.3, 18, 4, 0.2);
    for (let t = S - 12; t <= S + 12; t++) silent.write(1, 'temp_out', t, Number.NaN);
    assert.deepEqual(judged(silent, 'temp_out', 17.3, 4)?.neighbors, ['n2', 'n3', 'n4']);
  });

  describe('of few equal reports', () => {
    const hourly = () => frozen('temp_out', 17.3, 18, 5, 0.2, 6);

    it('asks that the neighbours went elsewhere, not that they came back', () => {
      assert.equal(judged(hourly(), 'temp_out', 17.3, 5)?.run, 18);
      const backAgain = frozen('temp_out', 17.3, 18, 5, 0, 6);
      for (let n = 1; n <= 5; n++) backAgain.write(n, 'temp_out', S - 6, 20);
      assert.equal(judged(backAgain, 'temp_out', 17.3, 5), null);
    });

    it('names none that stands to its neighbours as it usually does, and gives how it stands as evidence where it does not', () => {
      assert.equal(judged(hourly(), 'temp_out', 17.3, 5, 0.5, S, standingAbove(0)), null);
      const stuck = judged(hourly(), 'temp_out', 17.3, 5, 0.5, S, standingAbove(3.6));
      assert.equal(
        stuck?.reason,
        'unchanged at 17.3 degC for at least 3 h while 5 neighbours moved by 3.6 degC (median)',
      );
      assert.deepEqual(stuck.evidence.usual, { departure: -3.7, spread: 0.5, neighbours: 5 });
    });
  });

  it('leaves a coarse sensor alone whose steps the neighbours hardly exceed, or that seldom moves', () => {
    // All round to whole degrees: over an hour and a half the neighbours move by two of them.
    const coarse = (climb: number) => {
      const windows = new WrittenWindows().fill(0, 'temp_out', S - 48, S - 19, (slot) => 14 + (slot % 3));
      windows.fill(0, 'temp_out', S - 18, S, () => 17);
      for (let n = 1; n <= 5; n++) {
        windows.fill(n, 'temp_out', S - 48, S + 6, (slot) => Math.round(17 + (climb * (slot - S)) / 18));
      }
      return windows;
    };
    assert.equal(judged(coarse(2), 'temp_out', 17, 5), null);
    assert.equal(judged(coarse(4), 'temp_out', 17, 5)?.classification, 'device_failure');
    assert.equal(judged(coarse(4), 'temp_out', 17, 5, 0.05), null);
  });

  describe('with an hour of hindsight', () => {
    /** Frozen for `run` slots and `after` more, then on by `step`; neighbours climb by half of what is asked at once. */
    const later = (run: number, after: number, step: number, lively = 3) => {
      const windows = frozen('temp_out', 17.3, run, 5, 0.8 / run);
      windows.fill(0, 'temp_out', S - 48, S - run - 1, (slot) => 16 - 0.1 * (Math.floor(slot / (4 - lively)) % 7));
      windows.fill(0, 'temp_out', S + 1, S + after, () => 17.3);
      windows.fill(0, 'temp_out', S + after + 1, S + 12, () => 17.3 + step);
      return windows;
    };
    const settled = (windows: WrittenWindows) => judged(windows, 'temp_out', 17.3, 5, 0.3, S + 6);

    it('is content with half of the range where a sensor that changes at every report stood still', () => {
      const stuck = later(10, 6, 2);
      assert.equal(judged(stuck, 'temp_out', 17.3, 5, 0.3), null, 'not at once');
      assert.equal(settled(stuck)?.classification, 'device_failure');
      assert.equal(settled(later(8, 6, 2)), null, 'not after an hour and a third');
    });

    it('asks for the whole of it of one that often stands still', () => {
      assert.equal(settled(later(10, 6, 2, 1)), null);
    });

    it('takes it back where the sensor goes on from where it stood, not where it jumps', () => {
      const going = (step: number) => {
        const windows = frozen('temp_out', 17.3, 12, 5, 0.2);
        windows.fill(0, 'temp_out', S + 1, S + 2, () => 17.3);
        return windows.fill(0, 'temp_out', S + 3, S + 12, (slot) => 17.3 + step * (slot - S - 2));
      };
      assert.equal(settled(going(0.2)), null);
      assert.equal(settled(going(2))?.classification, 'device_failure');
      assert.equal(judged(going(0.2), 'temp_out', 17.3, 5, 0.3)?.classification, 'device_failure', 'at once');
      assert.equal(judged(going(0.2), 'temp_out', 17.3, 5, 0.3, S + 2)?.classification, 'device_failure');
    });

    it('leaves out what the neighbours did in the hour before it moves: a front may have met them first', () => {
      const released = (from: number) => {
        const windows = frozen('temp_out', 17.3, 18, 0, 0);
        for (let n = 1; n <= 5; n++) windows.fill(n, 'temp_out', S - 48, S + 12, (t) => 17.3 - (t < from ? 0 : 4));
        return windows.fill(0, 'temp_out', S + 1, S + 12, () => 13.3);
      };
      assert.equal(settled(released(S - 2)), null, 'they moved 20 minutes ago');
      assert.equal(judged(released(S - 2), 'temp_out', 17.3, 5)?.classification, 'device_failure', 'at once');
      assert.equal(settled(released(S - 9))?.classification, 'device_failure', 'they moved an hour and a half ago');
    });
  });

  it('looks at nothing after what is known nor before its window', () => {
    for (const known of [S, S + 6]) {
      const windows = frozen('temp_out', 17.3, 18, 12, 0.2);
      judged(windows, 'temp_out', 17.3, 12, 0.5, known);
      assert.ok(windows.latestRead <= known && windows.earliestRead >= S - RESOLUTION_SLOTS);
    }
    assert.ok(FLAT_RUN_SLOTS <= FLAT_LOOK_BACK_SLOTS);
  });
});
