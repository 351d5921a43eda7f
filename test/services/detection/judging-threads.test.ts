import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import { JudgingThreads } from '../../../services/detection/judging-threads.ts';
import { configuration } from '../../detectors/stages/live-judgement.ts';
import { MemorySource, smallHistory, smallStations } from '../../detectors/stages/small-network.ts';

describe('threads that judge', () => {
  const stations = smallStations(8);
  const history = smallHistory(stations, 2, 3);
  const source = new MemorySource(stations, history);
  const start = history[Math.floor(history.length / 2)].time;
  const end = history[history.length - 1].time;
  const request = { network: 'small', start, end, configuration, verdicts: 'last' } as const;

  it('find what one finds alone', async () => {
    const threads = new JudgingThreads(2, 0);
    try {
      const alone = await replay(source, request);
      assert.ok(alone.anomalies.length > 5, `there are anomalies: ${alone.anomalies.length}`);
      assert.deepEqual(await replay(source, request, threads), alone);
    } finally {
      await threads.close();
    }
  });

  it('are begun only where there is enough for them', () => {
    assert.equal(new JudgingThreads(1).countFor(5_000), 0);
    assert.equal(new JudgingThreads(1).countFor(1_000_000), 1);
    assert.equal(new JudgingThreads(63).countFor(1_000_000), 3);
    assert.equal(new JudgingThreads(0).countFor(1_000_000), 0);
  });

  it('that end before their time end the replay', async () => {
    const threads = new JudgingThreads(1, 0);
    const ending = new MemorySource(stations, history);
    const read = ending.read.bind(ending);
    ending.read = async function* (network, from, to) {
      yield* read(network, from, to);
      await threads.close();
    };
    await assert.rejects(replay(ending, request, threads), /ended before its time/);
  });
});
