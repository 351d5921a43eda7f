import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { readAhead } from '../../ingest/read-ahead.ts';

/** Gives numbers from 0 on, breaks off before some number, and says what became of it. */
function numbers(end: number, broken = Number.POSITIVE_INFINITY) {
  const state = { given: 0, ended: false };
  async function* read(): AsyncGenerator<number> {
    try {
      for (; state.given < end; ) {
        await turn();
        if (state.given === broken) throw new Error('it broke off');
        yield state.given++;
      }
    } finally {
      state.ended = true;
    }
  }
  return { state, read: read() };
}

describe('reading ahead', () => {
  it('gives all in order, some of it read before it is asked for', async () => {
    const { state, read } = numbers(10);
    const found: number[] = [];
    for await (const number of readAhead(read, 3)) {
      found.push(number);
      for (let k = 0; k < 9; k++) await turn();
      assert.ok(state.given >= Math.min(10, number + 3));
    }
    assert.deepEqual(found, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert.ok(state.ended);
  });

  it('says in its place what the source throws', async () => {
    const { state, read } = numbers(10, 2);
    const found: number[] = [];
    const reading = async () => {
      for await (const number of readAhead(read, 5)) {
        for (let k = 0; k < 9; k++) await turn();
        found.push(number);
      }
    };
    await assert.rejects(reading(), /it broke off/);
    assert.deepEqual(found, [0, 1]);
    assert.ok(state.ended);
  });

  it('ends the source where nobody wants more', async () => {
    const { state, read } = numbers(10);
    for await (const number of readAhead(read, 3)) if (number === 1) break;
    assert.ok(state.ended);
    assert.ok(state.given < 10);
  });
});
