import assert from 'node:assert/strict';
import { awaitJudged } from '../../../services/pipeline/await-judged.ts';

/** A log whose stages take a record more at each look, up to some number. */
function logOf(observations: number, upTo: number) {
  let looks = 0;
  return {
    log: {
      ends: async (topic: string) => [topic === 'observations' ? observations : Math.min(looks, upTo)],
      done: async (group: string) => {
        if (group === 'temporal') looks++;
        const done = Math.min(looks, upTo);
        return [done === 0 ? null : done];
      },
    },
    looks: () => looks,
  };
}

describe('waiting until everything submitted is judged', () => {
  const stopping = new AbortController().signal;

  it('ends when both stages have taken it all', async () => {
    const { log, looks } = logOf(3, 3);
    assert.equal(await awaitJudged({ log, stopping }), true);
    assert.equal(looks(), 3);
  });

  it('waits for nothing where nothing was submitted', async () => {
    assert.equal(await awaitJudged({ log: logOf(0, 0).log, stopping }), true);
  });

  it('waits for the verification of what the first stage found', async () => {
    let verified = 0;
    const log = {
      ends: async () => [2],
      done: async (group: string) => [group === 'temporal' ? 2 : verified++],
    };
    assert.equal(await awaitJudged({ log, stopping }), true);
    assert.equal(verified, 3);
  });

  it('gives up where no stage makes progress, and not before', async () => {
    const { log, looks } = logOf(5, 3);
    assert.equal(await awaitJudged({ log, stopping, stalledMs: 100 }), false);
    assert.ok(looks() >= 5, `${looks()} looks`);
  });

  it('ends at an abort', async () => {
    const stop = new AbortController();
    const { log } = logOf(5, 3);
    const waiting = awaitJudged({ log, stopping: stop.signal });
    stop.abort();
    assert.equal(await waiting, false);
  });
});
