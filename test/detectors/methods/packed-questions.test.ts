import assert from 'node:assert/strict';
import {
  answerPacked,
  isPacked,
  packedAfter,
  packedLength,
  packQuestion,
  unpackAnswer,
} from '../../../detectors/methods/packed-questions.ts';
import { TEMPORAL_METHODS } from '../../../detectors/methods/registry.ts';
import { newAnswer, type Question } from '../../../detectors/methods/temporal-method.ts';
import { SERIES_KINDS, seededSeries } from './seeded-series.ts';

/** Questions of all kinds: whole windows, such with missing values, of few values, of another cadence. */
const questions: Question[] = SERIES_KINDS.flatMap((kind, k) =>
  [36, 6, 3, 40].map((length, i): Question => {
    const series = seededSeries(kind, length + 1, 10 * k + i);
    const history = series.slice(0, length);
    if (i === 3) history.fill(Number.NaN, 4, 9);
    return {
      ...{ history, value: series[length] + (i === 0 ? 5 : 0), variable: i % 2 === 0 ? 'temp_out' : 'bar' },
      ...{ cadence: 1 + (i % 2), floor: 0.3, threshold: 3 },
    };
  }),
);

function packed(): Float64Array<ArrayBuffer> {
  const numbers = new Float64Array(questions.reduce((sum, { history }) => sum + packedLength(history.length), 0));
  let at = 0;
  for (const question of questions) at = packQuestion(numbers, at, question);
  assert.equal(at, numbers.length);
  return numbers;
}

describe('packed questions', () => {
  it('are answered by every method as those that are not packed, to the last bit', () => {
    for (const method of TEMPORAL_METHODS.values()) {
      const numbers = packed();
      answerPacked(method, { count: questions.length, numbers });
      let at = 0;
      for (const question of questions) {
        const expected = newAnswer();
        const answer = newAnswer();
        method.judge(question, expected);
        unpackAnswer(numbers, at, answer);
        at = packedAfter(numbers, at);
        assert.equal(answer.reason, expected.reason);
        if (expected.reason === '') assert.deepEqual(answer, expected, method.specification.name);
      }
    }
  });

  it('are told from every question that differs in anything', () => {
    const numbers = packed();
    const [question, other] = questions;
    assert.equal(isPacked(numbers, 0, question), true);
    const history = question.history.slice();
    history[17] += 1e-12;
    const missing = question.history.slice();
    missing[3] = Number.NaN;
    for (const changed of [
      ...[{ history }, { history: missing }, { history: history.slice(1) }, { value: question.value + 1e-12 }],
      ...[{ variable: 'rain' as const }, { cadence: 2 }, { floor: 0.31 }, { threshold: 3.5 }],
    ]) {
      assert.equal(isPacked(numbers, 0, { ...question, ...changed }), false, JSON.stringify(Object.keys(changed)));
    }
    assert.equal(isPacked(numbers, 0, other), false);
    assert.equal(isPacked(numbers, packedAfter(numbers, 0), other), true);
  });

  it('with missing values are themselves', () => {
    const numbers = packed();
    let at = 0;
    for (let k = 0; k < 3; k++) at = packedAfter(numbers, at);
    assert.ok(questions[3].history.some(Number.isNaN));
    assert.equal(isPacked(numbers, at, questions[3]), true);
  });
});
