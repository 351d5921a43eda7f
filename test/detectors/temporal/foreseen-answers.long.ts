import assert from 'node:assert/strict';
import { answerPacked, type QuestionThreads } from '../../../detectors/methods/packed-questions.ts';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { type Findings, TemporalJudge } from '../../../detectors/temporal/temporal-judge.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { slotOf } from '../../../schemas/time.ts';
import { configuration, delayed } from '../stages/live-judgement.ts';
import { smallHistory, smallStations } from '../stages/small-network.ts';

const plan = planJudgement(configuration);
const stations = smallStations(60);
/** Findings are taken once an hour, so that there are many stations to judge. */
const BATCH = 360;

/** What is found of arrivals; `between` is called where answers are under way. */
async function found(
  arrivals: readonly Observation[],
  threads: QuestionThreads | null,
  between: (judge: TemporalJudge, next: number) => void = () => {},
): Promise<Findings[]> {
  const state = new NetworkStates(plan).of('small');
  for (const station of stations) state.stations.put(station);
  const judge = new TemporalJudge(plan, state.stations, state.windows, state.baselines, () => 0, true, threads);
  const findings: Findings[] = [];
  for (let k = 0; k < arrivals.length; k += BATCH) {
    const some = arrivals.slice(k, k + BATCH);
    for (const observation of some) judge.accept(observation);
    await judge.foresee();
    between(judge, k + BATCH);
    findings.push(judge.findings());
    judge.advance(some.reduce((newest, { time }) => Math.max(newest, slotOf(time)), 0));
  }
  return findings;
}

/** Answers as a thread does, but not to every `except`-th. */
class CountedThreads implements QuestionThreads {
  answered = 0;
  asked = 0;
  readonly #except: number;

  constructor(except = 0) {
    this.#except = except;
  }

  async answer(questions: Parameters<QuestionThreads['answer']>[0]) {
    this.asked++;
    if (this.#except > 0 && this.asked % this.#except === 0) return null;
    answerPacked(plan.method, questions);
    this.answered += questions.count;
    return questions;
  }
}

describe('answers that were foreseen', () => {
  const history = smallHistory(stations, 1, 5).slice(0, 9 * BATCH);
  const arrivals = delayed(history, 2);

  it('lead to what is found without them', async () => {
    const threads = new CountedThreads();
    const expected = await found(arrivals, null);
    assert.deepEqual(await found(arrivals, threads), expected);
    const judged = expected.flatMap(({ judgements }) =>
      judgements.flatMap(({ variables }) => Object.values(variables)),
    );
    const scored = judged.filter(({ score }) => score !== null).length;
    assert.ok(threads.answered > 0.9 * scored && scored > 5_000, `${threads.answered} of ${scored}`);
    assert.ok(expected.some(({ candidates }) => candidates.length > 0));
  });

  it('are found where they are asked for, of those that threads did not give', async () => {
    assert.deepEqual(await found(arrivals, new CountedThreads(3)), await found(arrivals, null));
    assert.deepEqual(await found(arrivals, new CountedThreads(1)), await found(arrivals, null));
  });

  it('are not given for what has changed meanwhile', async () => {
    const changed = (judge: TemporalJudge, next: number) => {
      for (const observation of arrivals.slice(next, next + 20)) judge.accept(observation);
    };
    assert.deepEqual(await found(arrivals, new CountedThreads(), changed), await found(arrivals, null, changed));
  });

  it('are not asked for where there is little to judge', async () => {
    const threads = new CountedThreads();
    const few = history.filter(({ station }) => station < 's04');
    await found(few, threads);
    assert.equal(threads.asked, 0);
  });
});
