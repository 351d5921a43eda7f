import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { FairQueue } from '../../../../services/datasets/queries/fair-queue.ts';

/** Work that ends when it is told to. */
class Works {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, (failed: boolean) => void>();

  /** Asks the queue for a run of this name; its caller is the first letter. */
  ask(queue: FairQueue, name: string, signal = new AbortController().signal): Promise<string> {
    return queue.run(name[0], signal, () => {
      this.begun.push(name);
      return new Promise((resolve, reject) => {
        this.#ends.set(name, (failed) => (failed ? reject(new Error(`${name} failed`)) : resolve(name)));
      });
    });
  }

  async end(name: string, failed = false): Promise<void> {
    this.#ends.get(name)?.(failed);
    await turn();
  }
}

describe('the queue of runs', () => {
  it('lets as many in at once as it may, and the next when one ends', async () => {
    const queue = new FairQueue(2);
    const works = new Works();
    const asked = ['a1', 'a2', 'a3'].map((name) => works.ask(queue, name));
    await turn();
    assert.deepEqual(works.begun, ['a1', 'a2']);
    await works.end('a2');
    assert.deepEqual(works.begun, ['a1', 'a2', 'a3']);
    await works.end('a1');
    await works.end('a3');
    assert.deepEqual(await Promise.all(asked), ['a1', 'a2', 'a3']);
  });

  it('takes callers in turn, and the runs of each as they came', async () => {
    const queue = new FairQueue(1);
    const works = new Works();
    const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'];
    const asked = names.map((name) => works.ask(queue, name));
    for (let at = 0; at < names.length; at += 1) await works.end(works.begun[at]);
    await Promise.all(asked);
    assert.deepEqual(works.begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('hands the place of a run that failed to the next', async () => {
    const queue = new FairQueue(1);
    const works = new Works();
    const first = works.ask(queue, 'a1');
    const second = works.ask(queue, 'b1');
    const rejected = assert.rejects(first, /a1 failed/);
    await turn();
    await works.end('a1', true);
    await rejected;
    await works.end('b1');
    assert.equal(await second, 'b1');
  });

  it('lets go of one that is aborted while it waits, and of its caller with the last of them', async () => {
    const queue = new FairQueue(1);
    const works = new Works();
    const gone = new AbortController();
    const asked = [
      works.ask(queue, 'a1'),
      works.ask(queue, 'b1', gone.signal),
      works.ask(queue, 'b2'),
      works.ask(queue, 'c1'),
    ];
    const other = works.ask(queue, 'd1', gone.signal);
    const rejected = Promise.all([asked[1], other].map((one) => assert.rejects(one, /the client has gone/)));
    gone.abort(new Error('the client has gone'));
    await rejected;
    for (const name of ['a1', 'b2', 'c1']) await works.end(name);
    assert.deepEqual(works.begun, ['a1', 'b2', 'c1']);
    await assert.rejects(works.ask(queue, 'a2', gone.signal), /the client has gone/);
    const last = works.ask(queue, 'a3');
    await turn();
    await works.end('a3');
    assert.equal(await last, 'a3');
  });

  it('refuses those beyond its bound, and takes others when there is room again', async () => {
    const queue = new FairQueue(1, 2);
    const works = new Works();
    const asked = ['a1', 'a2', 'b1'].map((name) => works.ask(queue, name));
    await assert.rejects(
      works.ask(queue, 'c1'),
      (error) =>
        error instanceof HalcyonError && error.code === 'overloaded' && /2 queries are waiting/.test(error.message),
    );
    await works.end('a1');
    asked.push(works.ask(queue, 'c2'));
    for (const name of ['a2', 'b1', 'c2']) await works.end(name);
    assert.deepEqual(await Promise.all(asked), ['a1', 'a2', 'b1', 'c2']);
  });

  it('bounds the waiting by 64 where nothing else is said', async () => {
    const queue = new FairQueue(1);
    const works = new Works();
    const gone = Array.from({ length: 65 }, () => new AbortController());
    // One caller may fill half of it, so that the rest is filled by others.
    const names = gone.map((_, at) => (at <= 32 ? `a${at}` : `${String.fromCodePoint(0x3b1 + at)}0`));
    const ends = Promise.allSettled(gone.map(({ signal }, at) => works.ask(queue, names[at], signal)));
    await assert.rejects(works.ask(queue, 'b1'), /64 queries are waiting already/);
    for (const one of gone) one.abort(new Error('enough'));
    await works.end('a0');
    assert.equal((await ends).filter(({ status }) => status === 'rejected').length, 64);
  });

  it('has room for others however many one caller sends', async () => {
    const queue = new FairQueue(1, 4);
    const works = new Works();
    const asked = ['a1', 'a2', 'a3'].map((name) => works.ask(queue, name));
    await assert.rejects(works.ask(queue, 'a4'), { code: 'too_many_requests' });
    asked.push(works.ask(queue, 'b1'));
    for (const name of ['a1', 'a2', 'b1', 'a3']) await works.end(name);
    assert.deepEqual(await Promise.all(asked), ['a1', 'a2', 'a3', 'b1']);
  });
});
