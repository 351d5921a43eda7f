import assert from 'node:assert/strict';
import { f1, named, weatherCalledFailure } from './figures.ts';
import { madeScore } from './made-score.ts';

describe('the figures of a score', () => {
  const front = { weather_event: 60, device_failure: 3, suspected: 7, unnoticed: 30 };
  const storm = { weather_event: 5, device_failure: 5, suspected: 0, unnoticed: 90 };

  it('count weather called failure among what is noticed', () => {
    const score = madeScore({ weather: { front, storm } });
    assert.equal(weatherCalledFailure(['front'])(score), (100 * 3) / 70);
    assert.equal(weatherCalledFailure(['storm'])(score), 50);
    assert.equal(weatherCalledFailure(['front', 'storm'])(score), 10);
  });

  it('have none where there is nothing to count', () => {
    const unnoticed = { weather_event: 0, device_failure: 0, suspected: 0, unnoticed: 9 };
    assert.equal(weatherCalledFailure(['storm'])(madeScore({ weather: { front, storm: unnoticed } })), null);
    assert.equal(f1(madeScore({ faults: 0 })), null);
    assert.equal(named(() => true)(madeScore({ by_kind: {} })), null);
  });

  it('sum what is named over the rows that are asked for', () => {
    const by_kind = {
      'spike tiny': { injected: 6, caught: 3, named: 1 },
      'step tiny': { injected: 4, caught: 4, named: 4 },
      'step large': { injected: 10, caught: 10, named: 10 },
    };
    assert.equal(named((kind) => kind.endsWith(' tiny'))(madeScore({ by_kind })), 50);
  });
});
