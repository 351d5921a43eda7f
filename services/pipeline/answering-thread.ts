// A thread that answers questions to one method for who judges: it knows nothing of stations, networks or stores.
import { parentPort, workerData } from 'node:worker_threads';
import { answerPacked, type PackedQuestions } from '../../detectors/methods/packed-questions.ts';
import { temporalMethod } from '../../detectors/methods/registry.ts';
import type { TemporalMethodName } from '../../schemas/judgement-configuration.ts';

const method = temporalMethod(workerData as TemporalMethodName);

parentPort?.on('message', (questions: PackedQuestions) => {
  answerPacked(method, questions);
  parentPort?.postMessage(questions, [questions.numbers.buffer]);
});
