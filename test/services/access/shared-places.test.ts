import assert from 'node:assert/strict';
import { SharedPlaces } from '../../../services/access/shared-places.ts';

/** Takes places until one is refused; how many it were, and how to give each back. */
function takeAll(places: SharedPlaces, who: string | null): (() => void)[] {
  const held: (() => void)[] = [];
  for (;;) {
    try {
      held.push(places.take(who));
    } catch {
      return held;
    }
  }
}

describe('places that many share', () => {
  it('leave half of them to others, and one for who comes next, however many hold their share', () => {
    const places = new SharedPlaces(12, 'requests are under way');
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((who) => takeAll(places, who).length),
      [6, 3, 2, 1],
    );
    assert.throws(() => places.take('e'), { code: 'overloaded', status: 503 });
  });

  it('refuse who holds a share in words, with when to come again', () => {
    const places = new SharedPlaces(4, 'requests are under way');
    takeAll(places, 'a');
    assert.throws(() => places.take('a'), {
      code: 'too_many_requests',
      status: 429,
      retryAfter: 5,
      message:
        '2 requests are under way, 2 of them yours, and 2 places are left for everybody else; wait until one of yours has ended',
    });
    places.take('b');
  });

  it('are all there again once they are given back, each once', () => {
    const places = new SharedPlaces(4, 'requests are under way');
    for (let round = 0; round < 3; round++) {
      const held = takeAll(places, 'a');
      assert.equal(held.length, 2);
      for (const leave of held) {
        leave();
        leave();
      }
    }
  });

  it('are not held apart for who is not told apart', () => {
    assert.equal(takeAll(new SharedPlaces(4, 'requests are under way'), null).length, 4);
  });
});
