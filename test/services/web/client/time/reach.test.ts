import assert from 'node:assert/strict';
import { countStates, type StationState } from '../../../../../services/web/client/state/station-state.ts';
import { type Newest, reachOf } from '../../../../../services/web/client/time/reach.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const SECOND = 1_000;
const HOUR = 3_600_000;
const counts = (...states: readonly StationState[]) => countStates(states.map((state) => ({ state })));
const observation = (time: number, received: number, isJudged: boolean): Newest['observation'] => ({
  time,
  received,
  isJudged,
});

describe('how far a network has come', () => {
  it('is the present while it says anything of a station, and where nothing ever came', () => {
    const newest: Newest = { observation: observation(NOW, NOW, true), anomaly: null };
    assert.deepEqual(reachOf(counts('silent', 'good'), newest, NOW), { kind: 'present' });
    assert.deepEqual(reachOf(counts('silent'), { observation: null, anomaly: null }, NOW), { kind: 'present' });
    const first: Newest = { observation: observation(NOW, NOW, false), anomaly: null };
    assert.deepEqual(reachOf(counts('not_judged'), first, NOW), { kind: 'present' });
  });

  it('is a time of the past, where the reports end there, though a verdict of them becomes final now', () => {
    const last = observation(NOW - 5 * HOUR, NOW - 5 * HOUR, true);
    const expected = { kind: 'standing', newest: NOW - 5 * HOUR, heard: NOW - 5 * HOUR };
    assert.deepEqual(reachOf(counts('silent'), { observation: last, anomaly: null }, NOW), expected);
    const settled = { time: NOW - 5 * HOUR, judged: NOW, isFinal: true };
    assert.deepEqual(reachOf(counts('silent'), { observation: last, anomaly: settled }, NOW), expected);
  });

  it('says when the last report arrived, which may be after the time that it carries', () => {
    const late = observation(NOW - 5 * HOUR, NOW - 4 * HOUR, true);
    const expected = { kind: 'standing', newest: NOW - 5 * HOUR, heard: NOW - 4 * HOUR };
    assert.deepEqual(reachOf(counts('silent'), { observation: late, anomaly: null }, NOW), expected);
  });

  it('is seen at the first look to be that of the reports of the past that come in, once they are judged', () => {
    const played = { observation: observation(NOW - 2 * HOUR, NOW - 5 * SECOND, true), anomaly: null };
    const expected = { kind: 'coming', shown: NOW - 2 * HOUR, isJudged: true };
    assert.deepEqual(reachOf(counts('silent'), played, NOW), expected);
    const waiting = { observation: observation(NOW - 2 * HOUR, NOW - 5 * SECOND, false), anomaly: null };
    assert.deepEqual(reachOf(counts('silent'), waiting, NOW), { ...expected, isJudged: false });
  });

  it('is the time that judging has come to while history is judged, whether its reports are of the present or not', () => {
    const anomaly = { time: NOW - 90 * HOUR, judged: NOW - 3 * SECOND, isFinal: false };
    for (const state of ['silent', 'not_judged'] as const) {
      const newest = { observation: observation(NOW - HOUR, NOW - HOUR, false), anomaly };
      const expected = { kind: 'coming', shown: NOW - 90 * HOUR, isJudged: true };
      assert.deepEqual(reachOf(counts(state), newest, NOW), expected);
      assert.notEqual(reachOf(counts(state), newest, NOW + 60 * SECOND).kind, 'coming');
    }
  });

  it('is the present where its first reports after an outage wait, and older verdicts become final', () => {
    const newest: Newest = {
      observation: observation(NOW, NOW, false),
      anomaly: { time: NOW - 5 * HOUR, judged: NOW, isFinal: true },
    };
    assert.deepEqual(reachOf(counts('not_judged', 'silent'), newest, NOW), { kind: 'present' });
  });
});
