import assert from 'node:assert/strict';
import { insertPieces, MOST_PARTITIONS } from '../../../../services/stores/clickhouse/insert-pieces.ts';

const monthOf = (time: number) => new Date(time).toISOString().slice(0, 7);

describe('pieces of an insert', () => {
  it('are of 20,000 rows in their order, for tables without partitions and for a few years', () => {
    const times = Array.from({ length: 45_000 }, (_, k) => Date.UTC(2026, 0, 1) - k * 3_600_000);
    for (const pieces of [insertPieces(times), insertPieces(times, (time) => time)]) {
      assert.deepEqual(
        pieces.map((piece) => piece.length),
        [20_000, 20_000, 5_000],
      );
      assert.deepEqual(pieces.flat(), times);
    }
  });

  it('reach over no more months than an engine takes at once, whatever the order', () => {
    const times = Array.from({ length: 3_000 }, (_, k) => Date.UTC(1950, (k * 37) % 1_000, 1));
    const pieces = insertPieces(times, (time) => time);
    assert.ok(pieces.length >= 10);
    for (const piece of pieces) assert.ok(new Set(piece.map(monthOf)).size <= MOST_PARTITIONS);
    assert.deepEqual([...pieces.flat()].sort(), [...times].sort());
  });

  it('are one of few records, however far they lie apart', () => {
    const times = Array.from({ length: MOST_PARTITIONS }, (_, k) => Date.UTC(1900 + k, 0, 1));
    assert.deepEqual(
      insertPieces(times, (time) => time),
      [times],
    );
    assert.deepEqual(
      insertPieces([], (time: number) => time),
      [],
    );
  });
});
