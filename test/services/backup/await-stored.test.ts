import assert from 'node:assert/strict';
import { awaitStored } from '../../../services/backup/await-stored.ts';
import { STORED } from '../../../services/pipeline/topic-inserts.ts';

/** A log whose topics all end at 5 in one partition, of which a group has done what `done` says at each look. */
function logWith(done: (look: number) => number | null) {
  let looks = 0;
  return {
    ends: async () => [5],
    done: async () => [done(Math.floor(looks++ / STORED.length))],
  };
}

describe('the wait until the store has what the log has taken', () => {
  const signal = new AbortController().signal;

  it('ends when the group of the store has done all of it, and says that it waits', async () => {
    const said: string[] = [];
    await awaitStored(
      logWith((look) => (look === 0 ? null : 2 + look)),
      (line) => said.push(line),
      signal,
    );
    assert.deepEqual(said, [`Waiting until the store has the ${5 * STORED.length} records that are in the log alone.`]);
    await awaitStored(
      logWith(() => 7),
      (line) => said.push(line),
      signal,
    );
    assert.equal(said.length, 1, 'nothing is said where nothing waits');
  });

  it('is given up where nothing is stored, and when it is told to', async () => {
    const late = awaitStored(
      logWith(() => 4),
      () => undefined,
      signal,
      500,
    );
    await assert.rejects(
      late,
      new RegExp(`^HalcyonError: ${STORED.length} records of the log do not come into the store: see that a process`),
    );
    const ending = AbortSignal.timeout(100);
    await assert.rejects(
      awaitStored(
        logWith(() => 4),
        () => undefined,
        ending,
      ),
    );
  });
});
