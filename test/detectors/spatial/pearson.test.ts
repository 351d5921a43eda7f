import assert from 'node:assert/strict';
import { pearson } from '../../../detectors/spatial/pearson.ts';
import { calm, question, ring, S } from './calm-air.ts';
import { WrittenWindows } from './written-windows.ts';

describe('spatial verification: pearson', () => {
  it('calls a spike in calm air a device failure and says why', () => {
    const answer = pearson.verify(question(calm(12), ring(12)));
    assert.equal(answer.classification, 'device_failure');
    assert.equal(answer.correlation, 0);
    assert.equal(answer.neighbors.length, 12);
    assert.equal(
      answer.reason,
      '0 of 12 neighbours show this change (largest 0.0 of 15.0 degC); no unusual weather nearby',
    );
  });

  it('counts neighbours that made a fall up to an hour earlier or later', () => {
    for (const onset of [-5, -2, 0, 3, 6]) {
      const windows = calm(12);
      for (let n = 1; n <= 12; n++) windows.fill(n, 'temp_out', S + onset, S + 12, () => 8);
      const late = pearson.verify(question(windows, ring(12), { actual: 8, known: S + 6 }));
      assert.equal(late.correlation, 1);
      assert.equal((late.evidence['logOdds'] as number) < 1, true, `onset ${onset}`);
      const atOnce = pearson.verify(question(windows, ring(12), { actual: 8 }));
      assert.equal(atOnce.correlation, onset <= 0 ? 1 : 0, `at once, onset ${onset}`);
    }
  });

  it('says when each neighbour made the move', () => {
    const windows = calm(3);
    windows.fill(1, 'temp_out', S - 2, S + 12, () => 8).fill(2, 'temp_out', S + 3, S + 12, () => 8);
    const { evidence } = pearson.verify(question(windows, ring(3), { actual: 8, known: S + 6 }));
    const rows = evidence['neighbours'] as readonly { lagMinutes: number | null }[];
    assert.deepEqual(
      rows.map(({ lagMinutes }) => lagMinutes),
      [-20, 30, null],
    );
  });

  it('lets one neighbour decide only where it speaks clearly', () => {
    const quiet = pearson.verify(question(calm(1), ring(1)));
    assert.equal(quiet.classification, 'device_failure');
    assert.match(quiet.reason, /^its only neighbour \([\d.]+ km away\) does not show this change/);
    const shared = calm(1).fill(1, 'temp_out', S, S + 12, () => 8);
    assert.equal(pearson.verify(question(shared, ring(1), { actual: 8 })).classification, 'weather_event');
  });

  it('takes heavy rain among wet neighbours for none, and in dry weather for a failure', () => {
    const rain = { variable: 'rain', actual: 15, expected: 0 } as const;
    assert.equal(
      pearson.verify(question(calm(12).write(0, 'rain', S, 15), ring(12), rain)).classification,
      'device_failure',
    );
    const wet = calm(12).write(0, 'rain', S, 15);
    for (let n = 1; n <= 12; n++) wet.fill(n, 'rain', S - 2, S + 2, () => 2);
    const answer = pearson.verify(question(wet, ring(12), rain));
    assert.equal(answer.classification, 'suspected');
  });

  it('asks how far neighbours have come where the expectation is the middle of the window', () => {
    const windows = new WrittenWindows();
    const climb = (slot: number) => 10 + 0.25 * (slot - S);
    for (let n = 1; n <= 8; n++) windows.fill(n, 'temp_out', S - 48, S + 12, climb);
    const middle = { actual: 10, expected: 5.4, known: S + 6 };
    assert.equal(pearson.verify(question(windows, ring(8), middle)).correlation, 0);
    const answer = pearson.verify(question(windows, ring(8), { ...middle, middleOf: 36 }));
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
    assert.match(weather.reason, /^all 12 neighbours show the change just before/);
    const fault = pearson.verify(question(stopped(calm(12)), ring(12), echo));
    assert.equal(fault.classification, 'device_failure');
    // A value that does move that way is asked about as it is, front or not.
    const spike = pearson.verify(question(front, ring(12), { ...echo, actual: 20 }));
    assert.equal(spike.correlation, 0);
  });
});
