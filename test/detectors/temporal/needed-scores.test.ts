import assert from 'node:assert/strict';
import { answerPacked, type QuestionThreads } from '../../../detectors/methods/packed-questions.ts';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { type Findings, TemporalJudge } from '../../../detectors/temporal/temporal-judge.ts';
import type { TemporalMethodName } from '../../../schemas/judgement-configuration.ts';
import { slotOf } from '../../../schemas/time.ts';
import { configuration, delayed } from '../stages/live-judgement.ts';
import { smallHistory, smallStations } from '../stages/small-network.ts';

const stations = smallStations(60);
const BATCH = 360;
const history = smallHistory(stations, 1, 5).slice(0, 9 * BATCH);
const late = delayed(history, 2);

/** What a method finds where scores of what passes are wanted or not, and how many of its questions threads answered. */
async function found(
  temporalMethod: TemporalMethodName,
  scored: boolean,
  arrivals = late,
): Promise<{ findings: Findings[]; foreseen: number }> {
  const plan = planJudgement({ ...configuration, temporalMethod });
  let foreseen = 0;
  const threads: QuestionThreads = {
    answer: async (questions) => {
      answerPacked(plan.method, questions);
      foreseen += questions.count;
      return questions;
    },
  };
  const { stations: known, windows, baselines } = new NetworkStates(plan).of('small');
  for (const station of stations) known.put(station);
  const judge = new TemporalJudge(plan, known, windows, baselines, () => 0, scored, threads);
  const findings: Findings[] = [];
  for (let k = 0; k < arrivals.length; k += BATCH) {
    const some = arrivals.slice(k, k + BATCH);
    for (const observation of some) judge.accept(observation);
    await judge.foresee();
    findings.push(judge.findings());
    judge.advance(some.reduce((newest, { time }) => Math.max(newest, slotOf(time)), 0));
  }
  return { findings, foreseen };
}

const verdicts = (findings: readonly Findings[]) =>
  findings.flatMap(({ judgements }) => judgements.flatMap(({ variables }) => Object.values(variables)));

describe('scores that are needed', () => {
  for (const method of ['arima', 'stl', '3sigma'] as const) {
    it(`lead ${method} to the same candidates and flags as all scores`, async () => {
      const all = await found(method, true);
      const needed = await found(method, false);
      assert.deepEqual(
        needed.findings.map(({ candidates }) => candidates),
        all.findings.map(({ candidates }) => candidates),
      );
      assert.ok(all.findings.some(({ candidates }) => candidates.length > 0));
      const [whole, some] = [verdicts(all.findings), verdicts(needed.findings)];
      assert.equal(some.length, whole.length);
      for (const [i, { flag, reason, score }] of some.entries()) {
        assert.deepEqual({ flag, reason }, { flag: whole[i].flag, reason: whole[i].reason });
        if (score !== null) assert.equal(score, whole[i].score);
      }
    });
  }

  it('are few where a method tells at less cost that a value passes', async () => {
    const scores = async (scored: boolean) =>
      verdicts((await found('arima', scored, history)).findings).filter(({ score }) => score !== null).length;
    const all = await scores(true);
    const needed = await scores(false);
    assert.ok(all > 5_000 && needed < all / 10, `${needed} of ${all}`);
  });

  it('are not asked of threads ahead, but where the method cannot tell', async () => {
    assert.equal((await found('arima', false)).foreseen, 0);
    assert.ok((await found('isolation_forest', false)).foreseen > 5_000);
  });
});
