import assert from 'node:assert/strict';
import { newestReport, ReachWatch } from '../../../../../services/web/client/time/reach.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const HOUR = 3_600_000;
const station = (state: 'silent' | 'not_judged' | 'good', time: number | null) => ({
  state,
  last_seen: time === null ? null : new Date(time).toISOString(),
});

describe('the newest report of a network that is silent as a whole', () => {
  it('is that of its stations, or the one that is too old for their states to say', () => {
    const both = [station('silent', NOW - 5 * HOUR), station('silent', NOW - 6 * HOUR), station('silent', null)];
    assert.equal(newestReport(both), NOW - 5 * HOUR);
    assert.equal(newestReport([station('silent', null)], NOW - 9000 * HOUR), NOW - 9000 * HOUR);
  });

  it('is none where a station reports, and where nothing ever came', () => {
    assert.equal(newestReport([station('silent', NOW - 5 * HOUR), station('good', NOW)]), null);
    assert.equal(newestReport([station('silent', null)]), null);
    assert.equal(newestReport([]), null);
  });
});

describe('how far a network has come', () => {
  it('is the present while it says anything of a station, and where nothing ever came', () => {
    const watch = new ReachWatch();
    const some = [station('silent', NOW - HOUR), station('good', NOW)];
    assert.deepEqual(watch.look(some, NOW - HOUR, NOW), { kind: 'present' });
    assert.deepEqual(watch.look([station('silent', null)], null, NOW), { kind: 'present' });
    assert.deepEqual(watch.look([station('not_judged', NOW)], null, NOW), { kind: 'present' });
  });

  it('is a time of the past, where the reports end there', () => {
    const watch = new ReachWatch();
    const stations = [station('silent', NOW - 5 * HOUR), station('silent', null)];
    for (const ms of [0, 2_000, 60_000]) {
      const reach = watch.look(stations, NOW - 7 * HOUR, NOW + ms);
      assert.deepEqual(reach, { kind: 'standing', newest: NOW - 5 * HOUR });
    }
  });

  it('is that of the newest observation, where it is too old for the states to say', () => {
    const reach = new ReachWatch().look([station('silent', null)], null, NOW, NOW - 9000 * HOUR);
    assert.deepEqual(reach, { kind: 'standing', newest: NOW - 9000 * HOUR });
  });

  it('is the time that judging has come to while history is loaded, whether its reports are all there or not', () => {
    for (const state of ['silent', 'not_judged'] as const) {
      const watch = new ReachWatch();
      const stations = [station(state, NOW - HOUR)];
      watch.look(stations, NOW - 100 * HOUR, NOW);
      const next = watch.look(stations, NOW - 90 * HOUR, NOW + 2_000);
      assert.deepEqual(next, { kind: 'coming', judged: NOW - 90 * HOUR });
      assert.equal(watch.look(stations, NOW - 90 * HOUR, NOW + 4_000).kind, 'coming');
      assert.notEqual(watch.look(stations, NOW - 90 * HOUR, NOW + 60_000).kind, 'coming');
    }
  });

  it('is none of history where anomalies come at the pace of the clock', () => {
    const watch = new ReachWatch();
    watch.look([station('silent', NOW)], NOW - 5 * HOUR, NOW);
    assert.equal(watch.look([station('silent', NOW)], NOW - 5 * HOUR + 600_000, NOW + 600_000).kind, 'standing');
  });
});
