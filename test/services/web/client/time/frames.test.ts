import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { Frames } from '../../../../../services/web/client/time/frames.ts';
import { until } from '../../../../until.ts';

describe('frames of the past', () => {
  it('are asked for once each, and ahead in the order that they will be shown', async () => {
    const asked: number[] = [];
    const frames = new Frames(async (time) => {
      asked.push(time);
      await turn();
      return `frame ${time}`;
    });
    assert.equal(await frames.at(1), 'frame 1');
    frames.ahead([2, 3, 4, 5]);
    assert.equal(await frames.at(3), 'frame 3');
    await until('all are asked for', () => asked.length === 5);
    assert.deepEqual(asked, [1, 2, 3, 4, 5]);
    assert.equal(await frames.at(5), 'frame 5');
    assert.equal(asked.length, 5);
  });

  it('are asked for three at once at most, and what is no longer wanted is not', async () => {
    let [under, most] = [0, 0];
    const asked: number[] = [];
    const frames = new Frames(async (time) => {
      asked.push(time);
      most = Math.max(most, ++under);
      await turn();
      under--;
    });
    frames.ahead([1, 2, 3, 4, 5, 6, 7, 8]);
    frames.ahead([20, 21]);
    await until('all are there', () => asked.length >= 5 && under === 0);
    assert.deepEqual(asked, [1, 2, 3, 20, 21]);
    assert.equal(most, 3);
  });

  it('are asked for again where one failed', async () => {
    let fails = true;
    const frames = new Frames(async () => {
      if (fails) throw new Error('away');
      return 'there';
    });
    await assert.rejects(frames.at(1), /away/);
    fails = false;
    assert.equal(await frames.at(1), 'there');
  });

  it('end with the page', async () => {
    const signals: AbortSignal[] = [];
    const frames = new Frames(async (_time, signal) => {
      signals.push(signal);
    });
    await frames.at(1);
    frames.close();
    frames.ahead([2]);
    assert.ok(signals[0]?.aborted);
  });
});
