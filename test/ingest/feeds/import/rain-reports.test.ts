import assert from 'node:assert/strict';
import { RainReports } from '../../../../ingest/feeds/import/rain-reports.ts';

const START = Date.UTC(2026, 2, 1);
const MINUTE = 60_000;

/** Adds reports of a station every so many minutes from the start on. */
function every(minutes: number, count: number, reports: RainReports, station: string, interval: number | null = null) {
  for (let n = 0; n < count; n += 1) reports.add('net', station, START + n * minutes * MINUTE, interval);
}

describe('reports of rain', () => {
  it('are told once where no interval is declared and they come at one, by cadence', () => {
    const reports = new RainReports();
    for (const id of ['s1', 's2', 's3', 's4']) every(5, 10, reports, id);
    every(60, 10, reports, 'hourly');
    every(1, 10, reports, 'fast');
    assert.deepEqual(reports.undeclared(), [
      'rain of 1 station (fast) has no interval and comes every minute: each amount is taken as what fell since the report before; declare intervals.rain=1 to be sure; ' +
        'rain of 4 stations (s1, s2, s3, ...) has no interval and comes every 5 minutes: each amount is taken as what fell since the report before; declare intervals.rain=5 to be sure; ' +
        'rain of 1 station (hourly) has no interval and comes every 60 minutes: each amount is judged as it came, beside others of the same station; declare intervals.rain=60 to be sure',
    ]);
    assert.deepEqual(reports.overlaps(), []);
  });

  it('are told network by network', () => {
    const reports = new RainReports();
    for (const network of ['alps', 'coast']) {
      for (let n = 0; n < 10; n += 1) reports.add(network, 'a', START + n * 15 * MINUTE, null);
    }
    assert.equal(reports.undeclared().length, 2);
  });

  it('are nothing to tell of at ten minutes, at none of the intervals, or where they are few or declared', () => {
    for (const minutes of [2, 10, 20, 90, 180]) {
      const reports = new RainReports();
      every(minutes, 20, reports, 'a');
      assert.deepEqual(reports.undeclared(), [], String(minutes));
    }
    const few = new RainReports();
    every(5, 6, few, 'a');
    assert.deepEqual(few.undeclared(), []);
    const declared = new RainReports();
    every(5, 20, declared, 'a', 5);
    assert.deepEqual([...declared.undeclared(), ...declared.overlaps()], []);
  });

  it('have the cadence of most of their gaps, to the minute', () => {
    const reports = new RainReports();
    let time = START;
    for (const minutes of [5, 5.3, 4.8, 10, 60, 5.1, 5, 4.9, 180, 240, 300]) {
      reports.add('net', 'a', time, null);
      time += minutes * MINUTE;
    }
    assert.match(reports.undeclared().join(), /every 5 minutes/);
  });

  it('overlap where they come sooner than they cover, and the first is named', () => {
    const reports = new RainReports();
    every(5, 4, reports, 'b', 10);
    every(30, 4, reports, 'a', 60);
    every(10, 4, reports, 'fits', 10);
    assert.deepEqual(reports.overlaps(), [
      '6 amounts of rain overlap the report before: b at 2026-03-01T00:05:00Z covers 10 minutes and comes 5 minutes after it; intervals.rain should be no longer than the time between reports',
    ]);
    const one = new RainReports();
    one.add('net', 'a', START, 1);
    one.add('net', 'a', START + 20_000, 1);
    assert.match(
      one.overlaps().join(),
      /^1 amount of rain overlaps .* covers 1 minute and comes 0\.3 minutes after it/,
    );
  });

  it('do not overlap where the clock is not exact, and where one corrects another', () => {
    const reports = new RainReports();
    for (const minutes of [0, 9.5, 19.2, 30, 30, 38.5]) reports.add('net', 'a', START + minutes * MINUTE, 10);
    assert.deepEqual(reports.overlaps(), []);
  });
});
