import assert from 'node:assert/strict';
import { STANDING_SLOTS } from '../../../detectors/checks/standing-anemometer.ts';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { TemporalJudge } from '../../../detectors/temporal/temporal-judge.ts';
import type { JudgementTrace, Tell } from '../../../schemas/judgement-trace.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { SLOT_MS, slotOf } from '../../../schemas/time.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { stations, windyHistory } from '../faults/calm-history.ts';
import { configuration, delayed } from '../stages/live-judgement.ts';
import { FIRST_SLOT } from '../stages/small-network.ts';

/** First 0 of s03: in the middle of an hour. */
const STANDS = 146;
const stalled = windyHistory((slot, wind) => (slot >= STANDS ? 0 : wind));

/** Minutes since the first slot at which s03 has a candidate of `flat_line` in the end, in order, where reports arrive so. */
function candidatesOf(arrivals: readonly Observation[], trace: JudgementTrace | null = null): readonly number[] {
  const plan = planJudgement(configuration);
  const { stations: known, windows, baselines } = new NetworkStates(plan).of('small');
  for (const station of stations) known.put(station);
  const judge = new TemporalJudge(plan, known, windows, baselines, () => 0, true, null, trace);
  const open = new Set<number>();
  let newest = Number.NEGATIVE_INFINITY;
  for (const observation of arrivals) {
    newest = Math.max(newest, slotOf(observation.time));
    judge.advance(newest);
    judge.accept(observation);
    for (const { station, variable, time, check, withdrawn } of judge.findings().candidates) {
      if (station !== 's03' || variable !== 'wind_speed') continue;
      if (withdrawn || check !== 'flat_line') open.delete(time);
      else open.add(time);
    }
  }
  return [...open].sort((a, b) => a - b).map((time) => (time - FIRST_SLOT * SLOT_MS) / 60_000);
}

/** The same of stations that report less often. @param minutes between reports */
function every(minutes: number): Observation[] {
  const taken = new Map<string, Observation>();
  for (const observation of stalled) {
    const { station, time } = observation;
    const at = Math.floor(time / (minutes * 60_000)) * minutes * 60_000;
    taken.set(`${station} ${at}`, { ...observation, time: at });
  }
  return [...taken.values()].sort((a, b) => a.time - b.time);
}

describe('an anemometer that stands still', () => {
  // Each report was one: in a calm night so many were open that judging took three times as long.
  it('is a candidate when it has stood six hours, and then once an hour', () => {
    assert.deepEqual(candidatesOf(stalled), [10 * (STANDS + STANDING_SLOTS), 31 * 60, 32 * 60, 33 * 60]);
  });

  it('is the same candidates in whatever order its reports arrive', () => {
    const inOrder = candidatesOf(stalled);
    for (const seed of [1, 2]) assert.deepEqual(candidatesOf(delayed(stalled, seed)), inOrder);
  });

  it('is one an hour where it reports every 15 minutes or once an hour', () => {
    for (const minutes of [15, 60]) {
      const since = candidatesOf(every(minutes));
      assert.ok(since.length >= 2);
      assert.equal(new Set(since.map((at) => Math.floor(at / 60))).size, since.length);
      for (const at of since.slice(1)) assert.equal(at % 60, 0);
    }
  });

  it('has the reason in its trace where a run that is long enough is no candidate', () => {
    const reasonsOf = (arrivals: readonly Observation[]) => {
      const reasons: string[] = [];
      const tell: Tell = (step) => {
        if (step.step === 'run' && step.slots >= step.needed) reasons.push(step.why);
      };
      const isAsked = (station: string, variable: Variable) => station === 's03' && variable === 'wind_speed';
      candidatesOf(arrivals, { tellOf: (station, variable) => (isAsked(station, variable) ? tell : null) });
      return [...new Set(reasons)].sort();
    };
    assert.deepEqual(reasonsOf(stalled), ['', 'once_an_hour']);
    const held = stalled.findIndex(({ station, time }) => station === 's03' && slotOf(time) === FIRST_SLOT + 170);
    const { time, values } = stalled[held];
    const beside = { ...stalled[held], time: time + 240_000, values: { ...values, wind_speed: 12 } };
    assert.deepEqual(reasonsOf(stalled.toSpliced(held + 1, 0, beside)), ['changed_beside', 'once_an_hour']);
    const early = windyHistory((slot, wind) => (slot >= 20 && slot < 90 ? 0 : wind));
    assert.deepEqual(reasonsOf(early.filter(({ time: at }) => slotOf(at) < FIRST_SLOT + 80)), ['few_own_days']);
  });
});
