import assert from 'node:assert/strict';
import { answerPacked, packedLength, packQuestion } from '../../../detectors/methods/packed-questions.ts';
import { temporalMethod } from '../../../detectors/methods/registry.ts';
import { linesTo, SILENT } from '../../../schemas/logger.ts';
import { AnsweringThreads } from '../../../services/pipeline/answering-threads.ts';
import { seededSeries } from '../../detectors/methods/seeded-series.ts';

const COUNT = 20;

function questions(seed: number) {
  const numbers = new Float64Array(COUNT * packedLength(36));
  let at = 0;
  for (let k = 0; k < COUNT; k++) {
    const history = seededSeries('diurnal', 36, seed + k);
    at = packQuestion(numbers, at, { history, value: 16, variable: 'temp_out', floor: 0.3, threshold: 5 });
  }
  return { count: COUNT, numbers };
}

describe('threads that answer', () => {
  const arima = temporalMethod('arima');

  it('answer as the method does, each batch its own', async () => {
    const said: string[] = [];
    const threads = AnsweringThreads.for(
      arima,
      2,
      linesTo((line) => said.push(line)),
    );
    assert.ok(threads !== null);
    const answered = await Promise.all([0, 100, 200].map((seed) => threads.answer(questions(seed))));
    for (const [k, seed] of [0, 100, 200].entries()) {
      const expected = questions(seed);
      answerPacked(arima, expected);
      assert.deepEqual(answered[k], expected);
    }
    const cutOff = [300, 400, 500, 600, 700, 800].map((seed) => threads.answer(questions(seed)));
    await threads.close();
    assert.deepEqual(
      await Promise.all(cutOff),
      cutOff.map(() => null),
    );
    assert.equal(await threads.answer(questions(0)), null, 'whoever asks answers himself');
    assert.deepEqual(said, []);
  });

  it('are helped by who asks, who could but wait', async () => {
    const threads = AnsweringThreads.for(arima, 1, SILENT);
    assert.ok(threads !== null);
    const seeds = Array.from({ length: 200 }, (_, k) => 100 * k);
    const asked = seeds.map(questions);
    const answered = await Promise.all(asked.map((one) => threads.answer(one)));
    // What went to a thread is another object when it comes back.
    const helped = asked.filter((one, k) => answered[k] === one).length;
    assert.ok(helped > 0 && helped < asked.length, `${helped} of ${asked.length} were answered here`);
    for (const [k, seed] of seeds.entries()) {
      const expected = questions(seed);
      answerPacked(arima, expected);
      assert.deepEqual(answered[k], expected);
    }
    await threads.close();
  });

  it('that end by themselves are told once, and nobody waits for them', async () => {
    const said: string[] = [];
    const threads = AnsweringThreads.for(
      arima,
      1,
      linesTo((line) => said.push(line)),
    );
    assert.ok(threads !== null);
    // A history that there cannot be.
    const broken = questions(0);
    broken.numbers[0] = -1;
    assert.equal(await threads.answer(broken), null);
    assert.equal(await threads.answer(questions(0)), null);
    assert.equal(said.length, 1);
    assert.match(said[0], /^a thread that judges has ended, one thread judges from here on: /);
    await threads.close();
  });

  it('are there for expensive methods alone, and where there are processors for them', () => {
    assert.equal(AnsweringThreads.for(temporalMethod('3sigma'), 3, SILENT), null);
    assert.equal(AnsweringThreads.for(arima, 0, SILENT), null);
  });
});
