import assert from 'node:assert/strict';
import fc from 'fast-check';
import { noteOf, readSpatialNote, spatialNoteOf, watermarksOf } from '../../../detectors/stages/watermark-note.ts';

/** So much Kafka keeps beside a committed offset [bytes]. */
const KAFKA_BYTES = 4_096;
const networks = new Map(Array.from({ length: 20 }, (_, k) => [`network ${k}`, 2_950_000 + k]));

describe('what a worker notes beside its offset', () => {
  it('are the watermarks of its networks, those reached last where not all have room', () => {
    assert.deepEqual(watermarksOf(noteOf(networks)), new Map([...networks].reverse()));
    assert.deepEqual(watermarksOf(noteOf(networks, 25)), new Map([['network 19', 2_950_019]]));
  });

  it('has where it reads, exactly for few partitions', () => {
    const positions = [1_900_000_000_000, 0, 17, 5_000_000];
    assert.deepEqual(readSpatialNote(spatialNoteOf(networks, positions)).positions, positions);
  });

  // More than some 400 partitions once made it longer than a broker takes: an endless restart.
  for (const partitions of [400, 1_000, 3_000]) {
    it(`has room for ${partitions} partitions and 20 networks`, () => {
      const positions = Array.from({ length: partitions }, (_, k) => 1_000_000_000 + ((k * 7_919) % 100_003));
      const note = spatialNoteOf(networks, positions);
      assert.ok(Buffer.byteLength(note) <= KAFKA_BYTES, `${note.length}`);
      const read = readSpatialNote(note);
      assert.equal(read.watermarks.size, networks.size);
      assert.equal(read.positions?.length, partitions);
    });
  }

  it('never says that it reads further than it does, nor much less', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 40 }), { minLength: 1, maxLength: 1_500 }), (positions) => {
        const read = readSpatialNote(spatialNoteOf(networks, positions)).positions ?? [];
        const range = Math.max(...positions) - Math.min(...positions);
        assert.ok(positions.every((position, k) => read[k] <= position && position - read[k] <= range / 63 + 1));
      }),
      { seed: 7 },
    );
  });

  it('has no positions of more partitions than have room, so that all is read from its beginning', () => {
    const { positions, watermarks } = readSpatialNote(spatialNoteOf(networks, new Array<number>(3_001).fill(9)));
    assert.deepEqual([positions, watermarks.size], [[], networks.size]);
  });

  it('is read as versions before this one wrote it', () => {
    assert.deepEqual(readSpatialNote('5,7,9|n=12'), { positions: [5, 7, 9], watermarks: new Map([['n', 12]]) });
    assert.deepEqual(readSpatialNote('5|'), { positions: [5], watermarks: new Map() });
    assert.deepEqual(readSpatialNote(''), { positions: null, watermarks: new Map() });
  });
});
