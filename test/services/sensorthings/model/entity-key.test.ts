import assert from 'node:assert/strict';
import fc from 'fast-check';
import { VARIABLES } from '../../../../schemas/variables.ts';
import { idOf, keyOf } from '../../../../services/sensorthings/model/entity-key.ts';

const PARTS = ['network', 'station', 'variable', 'time'] as const;

describe('ids of SensorThings', () => {
  it('are made of the key, and need no quoting', () => {
    const key = { network: 'north', station: "A 1.'ü", variable: 'bar', time: -5 } as const;
    assert.equal(idOf(key, PARTS), 'north.A~201~2E~27~C3~BC.bar.-5');
    assert.equal(idOf(key, ['network', 'station']), 'north.A~201~2E~27~C3~BC');
  });

  it('give the key back, whatever names there are', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(name, name, fc.constantFrom(...VARIABLES), fc.integer(), (network, station, variable, time) => {
        const key = { network, station, variable, time };
        const id = idOf(key, PARTS);
        assert.match(id, /^[\w.~-]+$/);
        assert.deepEqual(keyOf(id, PARTS), key);
      }),
    );
  });

  it('are none where they could not have come out', () => {
    const none = [
      '',
      'a',
      'a.b.bar',
      'a.b.colour.1',
      'a.b.bar.x',
      'a b.c.bar.1',
      '~61.b.bar.1',
      'a~2.b.bar.1',
      '.b.bar.1',
      'a.b.bar.1.2',
      '~FF.b.bar.1',
    ];
    for (const id of none) assert.equal(keyOf(id, PARTS), null, id);
  });
});
