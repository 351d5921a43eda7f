// A thread that judges the stations of one share of a replay: it is handed all observations, batch by batch.
import { parentPort, workerData } from 'node:worker_threads';
import { ObservationUnpacker } from '../../detectors/replay/packed-observations.ts';
import { ReplayWork } from '../../detectors/replay/replay-work.ts';
import type { ThreadAnswer, ThreadTask, ThreadWork } from './thread-messages.ts';

const { stretch, history, share } = workerData as ThreadWork;
const work = new ReplayWork(stretch, history, share);
const unpacker = new ObservationUnpacker(stretch.network);

parentPort?.on('message', (task: ThreadTask) => {
  if (task !== 'finish') for (const observation of unpacker.unpack(task)) work.take(observation);
  const answer: ThreadAnswer = task === 'finish' ? work.finish() : 'taken';
  parentPort?.postMessage(answer);
});
