import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { Gathering } from '../../../ingest/log/gathering.ts';

/** A write that waits until it is let go, and what was written so far. */
function held() {
  const written: number[][] = [];
  const letGo: (() => void)[] = [];
  const write = (items: readonly number[]) => {
    written.push([...items]);
    return new Promise<void>((resolve) => letGo.push(resolve));
  };
  return { written, letGo, write };
}

/** Waits until what is on its way has been written. */
async function soon(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await turn();
}

describe('gathering', () => {
  it('writes together, in order, what comes at the same time or while a write is under way', async () => {
    const { written, letGo, write } = held();
    const gathering = new Gathering({ write, most: 100 });
    const first = [gathering.add([1, 2]), gathering.add([3])];
    await soon();
    assert.deepEqual(written, [[1, 2, 3]]);
    const later = [gathering.add([4]), gathering.add([5, 6])];
    await soon();
    assert.equal(written.length, 1);
    letGo[0]();
    await Promise.all(first);
    await soon();
    assert.deepEqual(written, [
      [1, 2, 3],
      [4, 5, 6],
    ]);
    letGo[1]();
    await Promise.all([...later, gathering.idle()]);
  });

  it('cuts between what was brought, never inside it', async () => {
    const written: number[][] = [];
    const write = async (items: readonly number[]) => void written.push([...items]);
    const gathering = new Gathering({ write, most: 3 });
    await Promise.all([gathering.add([1, 2, 3, 4]), gathering.add([5, 6]), gathering.add([7]), gathering.add([8])]);
    assert.deepEqual(written, [[1, 2, 3, 4], [5, 6, 7], [8]]);
  });

  it('rejects whose write failed, and goes on with the next', async () => {
    const write = async (items: readonly number[]) => {
      if (items.includes(2)) throw new Error('no 2');
    };
    const gathering = new Gathering({ write, most: 2 });
    const outcomes = await Promise.allSettled([gathering.add([1]), gathering.add([2]), gathering.add([3])]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled'],
    );
  });

  it('writes apart what could not be written together, where that may help', async () => {
    const written: number[][] = [];
    const write = async (items: readonly number[]) => {
      if (items.includes(2)) throw new Error('no 2');
      written.push([...items]);
    };
    const gathering = new Gathering({ write, most: 10, apart: (error) => (error as Error).message === 'no 2' });
    const outcomes = await Promise.allSettled([gathering.add([1]), gathering.add([2]), gathering.add([3])]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(written, [[1], [3]]);
  });
});
