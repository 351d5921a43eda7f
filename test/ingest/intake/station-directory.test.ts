import assert from 'node:assert/strict';
import { StationDirectory } from '../../../ingest/intake/station-directory.ts';
import type { Station } from '../../../schemas/station.ts';

function station(network: string, id: string, updated = 0, name = id): Station {
  return {
    network,
    id,
    name,
    latitude: 51,
    longitude: 4,
    elevation: null,
    pressureLevel: 'unknown',
    rainInterval: null,
    manufacturer: null,
    model: null,
    retired: false,
    updated,
  };
}

describe('StationDirectory', () => {
  it('keeps networks apart', () => {
    const directory = new StationDirectory();
    directory.load([station('b', '1'), station('a', '1'), station('a', '2')]);
    assert.deepEqual(directory.networks(), ['a', 'b']);
    assert.deepEqual(
      directory.list('a').map((each) => each.id),
      ['1', '2'],
    );
    const homes = { 1: ['a', 'b'], 2: ['a'] };
    assert.deepEqual(directory.networksWith(new Set(['1', '2', '3'])), new Map(Object.entries(homes)));
    assert.deepEqual(directory.networksWith(new Set(['2'])), new Map([['2', ['a']]]));
    assert.deepEqual(directory.networksWith(new Set(['3'])), new Map());
    assert.equal(directory.size, 3);
    assert.equal(directory.get('c', '1'), undefined);
    assert.deepEqual(directory.list('c'), []);
  });

  it('keeps the newest registration, on a tie the later', () => {
    const directory = new StationDirectory();
    directory.put(station('a', '1', 2, 'second'));
    directory.put(station('a', '1', 1, 'first'));
    assert.equal(directory.get('a', '1')?.name, 'second');
    directory.put(station('a', '1', 2, 'third'));
    assert.equal(directory.get('a', '1')?.name, 'third');
    assert.equal(directory.size, 1);
  });

  it('forgets a network whole', () => {
    const directory = new StationDirectory();
    directory.load([station('a', '1'), station('b', '1')]);
    directory.removeNetwork('a');
    directory.removeNetwork('never there');
    assert.deepEqual(directory.networks(), ['b']);
    assert.equal(directory.size, 1);
  });

  it('takes names that are properties of every object', () => {
    const directory = new StationDirectory();
    assert.equal(directory.get('__proto__', 'constructor'), undefined);
    directory.put(station('__proto__', '__proto__'));
    assert.equal(directory.get('__proto__', '__proto__')?.id, '__proto__');
    assert.equal(directory.get('__proto__', 'toString'), undefined);
  });
});
