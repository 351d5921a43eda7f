import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { TemporalJudge } from '../../../detectors/temporal/temporal-judge.ts';
import { SpatialJudge } from '../../../detectors/verification/spatial-judge.ts';
import type { Anomaly, Candidate } from '../../../schemas/anomaly.ts';
import { slotOf } from '../../../schemas/time.ts';
import { configuration } from './live-judgement.ts';
import { FIRST_SLOT, smallHistory, smallStations } from './small-network.ts';

const plan = planJudgement(configuration);
const stations = smallStations(12);
const LAST = FIRST_SLOT + 100;
const history = smallHistory(stations, 1, 5).filter(({ time }) => slotOf(time) <= LAST);
const network = 'small';

/** A judge that has come to the last slot, with an open verdict on the last candidate that has one. */
function predecessor() {
  const { stations: known, windows, baselines } = new NetworkStates(plan).of(network);
  for (const station of stations) known.put(station);
  const newJudge = () => new SpatialJudge(plan, known, windows, baselines.levels, () => 0);
  const temporal = new TemporalJudge(plan, known, windows, baselines, () => 0, true);
  const judge = newJudge();
  const raised = new Map<string, Candidate>();
  const verdicts = new Map<string, Anomaly>();
  const keyOf = ({ station, variable, time }: Candidate | Anomaly) => `${station} ${variable} ${time}`;
  const keep = (given: readonly Anomaly[]) => {
    for (const verdict of given) verdicts.set(keyOf(verdict), verdict);
  };
  for (let slot = FIRST_SLOT; slot <= LAST; slot++) {
    keep([...judge.revise(), ...judge.advance(slot)]);
    temporal.advance(slot);
    for (const observation of history) if (slotOf(observation.time) === slot) temporal.accept(observation);
    for (const candidate of temporal.findings().candidates) {
      raised.set(keyOf(candidate), candidate);
      keep(judge.accept(candidate));
    }
  }
  keep(judge.revise());
  const [key, verdict] = [...verdicts].findLast(([, { state }]) => state === 'provisional') ?? [];
  const candidate = raised.get(key ?? '');
  assert.ok(verdict !== undefined && candidate !== undefined);
  const successor = (told: Anomaly) => {
    const next = newJudge();
    next.resume(LAST, { conditions: [], told: [], verdicts: [told] });
    return next;
  };
  return { verdict, candidate, successor };
}

describe('open verdicts of a predecessor', () => {
  const { verdict, candidate, successor } = predecessor();
  const state = (given: readonly Anomaly[]) => given.map(({ id, state: as, final }) => [id, as, final]);

  it('are given again as they were where nothing has changed', () => {
    const [again, ...others] = successor(verdict).accept(candidate);
    assert.deepEqual(again, verdict);
    assert.deepEqual(others, []);
  });

  it('are withdrawn where a late report has made the value none that is flagged', () => {
    const judge = successor(verdict);
    assert.deepEqual(state(judge.accept({ ...candidate, withdrawn: true })), [[verdict.id, 'withdrawn', false]]);
    assert.deepEqual(state(judge.advance(LAST + 40)), [[verdict.id, 'withdrawn', true]]);
  });

  it('are withdrawn when their slot settles where nobody raises them again', () => {
    const judge = successor(verdict);
    assert.deepEqual(judge.advance(LAST + 1), []);
    const given = judge.advance(LAST + 40);
    assert.deepEqual(state(given), [[verdict.id, 'withdrawn', true]]);
    assert.notEqual(given[0].version, verdict.version);
    assert.deepEqual(judge.advance(LAST + 80), []);
  });

  it('are left as they are where they were given by another configuration', () => {
    const judge = successor({ ...verdict, configuration: 'another' });
    assert.deepEqual(judge.accept({ ...candidate, withdrawn: true }), []);
    assert.deepEqual(judge.advance(LAST + 40), []);
  });
});
