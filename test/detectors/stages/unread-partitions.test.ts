import assert from 'node:assert/strict';
import { UnreadPartitions } from '../../../detectors/stages/unread-partitions.ts';
import { noteOf } from '../../../detectors/stages/watermark-note.ts';

const note = (a: number, b = a) =>
  noteOf(
    new Map([
      ['a', a],
      ['b', b],
    ]),
  );

describe('partitions that a worker does not read', () => {
  let unread: UnreadPartitions;
  beforeEach(() => {
    unread = new UnreadPartitions();
  });

  it('are read from where nothing before is newer than it may be', () => {
    unread.take(3, 100, note(10));
    unread.take(3, 150, note(10));
    unread.take(3, 200, note(12, 11));
    assert.equal(
      unread.offsetOf(3, (_, slot) => slot <= 9),
      undefined,
    );
    assert.equal(
      unread.offsetOf(3, (_, slot) => slot <= 11),
      150,
    );
    assert.equal(
      unread.offsetOf(3, (network, slot) => slot <= 11 || network === 'a'),
      200,
    );
    assert.equal(
      unread.offsetOf(2, () => true),
      undefined,
    );
    assert.equal(unread.count, 4);
  });

  it('tell how far each network has come', () => {
    assert.deepEqual([...unread.take(0, 5, note(10, 20))].sort(), [
      ['a', 10],
      ['b', 20],
    ]);
  });

  it('are not read from where networks may be missing in a note', () => {
    const many = new Map(Array.from({ length: 400 }, (_, k) => [`network-${k}`, 5]));
    unread.take(0, 100, note(1));
    unread.take(0, 200, noteOf(many));
    assert.equal(
      unread.offsetOf(0, () => true),
      100,
    );
  });

  it('keep the oldest state and the newest of many', () => {
    for (let slot = 0; slot < 1000; slot++) unread.take(0, slot * 10, note(slot));
    assert.equal(
      unread.offsetOf(0, (_, slot) => slot <= 0),
      0,
    );
    assert.equal(
      unread.offsetOf(0, (_, slot) => slot <= 998),
      9980,
    );
  });
});
