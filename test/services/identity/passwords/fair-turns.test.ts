import assert from 'node:assert/strict';
import { FairTurns } from '../../../../services/identity/passwords/fair-turns.ts';

const HERE = new AbortController().signal;

/** Turns of which the first is taken: whoever asks waits. The order in which they come to it, by name. */
function taken(waiting = 100) {
  const turns = new FairTurns({ atOnce: 1, waiting });
  void turns.begin(['somebody'], HERE);
  const order: string[] = [];
  const away: string[] = [];
  const ask = (name: string, path: readonly string[], signal = HERE) =>
    turns.begin(path, signal).then((hasTurn) => void (hasTurn ? order : away).push(name));
  /** Every turn ends, until nobody waits. */
  const worked = async () => {
    await new Promise(setImmediate);
    for (let left = turns.waiting; left > 0; left--) turns.end();
    await new Promise(setImmediate);
  };
  return { turns, order, away, ask, worked };
}

describe('turns that are shared fairly', () => {
  it('go to each network before another has a second, in the order of coming', async () => {
    const { order, ask, worked } = taken();
    for (const name of ['a1', 'a2', 'a3']) void ask(name, ['a', 'x']);
    void ask('b1', ['b', 'x']);
    void ask('c1', ['c', 'x']);
    void ask('b2', ['b', 'x']);
    await worked();
    assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('go round within a network too', async () => {
    const { order, ask, worked } = taken();
    for (let k = 0; k < 4; k++) void ask(`noisy ${k}`, ['provider', 'noisy']);
    void ask('quiet', ['provider', 'quiet']);
    void ask('other', ['elsewhere', 'other']);
    await worked();
    assert.deepEqual(order, ['noisy 0', 'other', 'quiet', 'noisy 1', 'noisy 2', 'noisy 3']);
  });

  it('are not kept for whoever has left', async () => {
    const { turns, order, away, ask, worked } = taken();
    const gone = new AbortController();
    for (let k = 0; k < 50; k++) void ask(`left ${k}`, ['a'], gone.signal);
    void ask('stayed', ['b']);
    gone.abort();
    assert.equal(turns.waiting, 1);
    await worked();
    assert.deepEqual([order, away.length], [['stayed'], 50]);
    assert.equal(await turns.begin(['a'], gone.signal), false, 'who has left before asks for nothing');
  });

  it('turn away those of whom most wait where too many do, never somebody who is alone', async () => {
    const { order, away, ask, worked } = taken(10);
    for (let k = 0; k < 10; k++) void ask(`crowd ${k}`, ['crowd', String(k)]);
    void ask('alone', ['elsewhere', '1']);
    await new Promise(setImmediate);
    assert.deepEqual(away, ['crowd 9']);
    await worked();
    assert.deepEqual(order.slice(0, 2), ['crowd 0', 'alone']);
  });

  it('are there again once all have ended', async () => {
    const turns = new FairTurns({ atOnce: 2, waiting: 1 });
    for (let k = 0; k < 2; k++) assert.ok(await turns.begin(['a'], HERE));
    const third = turns.begin(['a'], HERE);
    turns.end();
    assert.ok(await third);
    for (let k = 0; k < 2; k++) turns.end();
    for (let k = 0; k < 2; k++) assert.ok(await turns.begin(['b'], HERE));
    assert.equal(turns.waiting, 0);
  });
});
