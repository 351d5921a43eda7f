import assert from 'node:assert/strict';
import { ReachWatch } from '../../../../../services/web/client/time/reach.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const HOUR = 3_600_000;
const silentSince = (time: number) => [
  { state: 'silent' as const, last_seen: new Date(time).toISOString() },
  { state: 'silent' as const, last_seen: null },
];

describe('how far the reports have come', () => {
  it('is the present while any station is not silent, and where nothing ever came', () => {
    const watch = new ReachWatch();
    const good = { state: 'good' as const, last_seen: new Date(NOW).toISOString() };
    assert.deepEqual(watch.look([...silentSince(NOW - HOUR), good], NOW), { kind: 'present' });
    assert.deepEqual(watch.look([{ state: 'silent', last_seen: null }], NOW), { kind: 'present' });
  });

  it('is a time of the past, where it stands', () => {
    const watch = new ReachWatch();
    for (const ms of [0, 2_000, 60_000]) {
      assert.deepEqual(watch.look(silentSince(NOW - 5 * HOUR), NOW + ms), { kind: 'standing', newest: NOW - 5 * HOUR });
    }
  });

  it('comes nearer while history is loaded, and stands when that has ended', () => {
    const watch = new ReachWatch();
    watch.look(silentSince(NOW - 100 * HOUR), NOW);
    const next = watch.look(silentSince(NOW - 90 * HOUR), NOW + 2_000);
    assert.deepEqual(next, { kind: 'coming', newest: NOW - 90 * HOUR });
    assert.equal(watch.look(silentSince(NOW - 90 * HOUR), NOW + 4_000).kind, 'coming');
    assert.equal(watch.look(silentSince(NOW - 90 * HOUR), NOW + 30_000).kind, 'standing');
  });

  it('stands where reports come late at the pace of the clock', () => {
    const watch = new ReachWatch();
    watch.look(silentSince(NOW - 5 * HOUR), NOW);
    assert.equal(watch.look(silentSince(NOW - 5 * HOUR + 600_000), NOW + 600_000).kind, 'standing');
  });
});
