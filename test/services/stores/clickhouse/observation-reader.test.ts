import assert from 'node:assert/strict';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { timeOfSlot } from '../../../../schemas/time.ts';
import type { NativeBlock, NativeType } from '../../../../services/stores/clickhouse/native-blocks.ts';
import { readHistory } from '../../../../services/stores/clickhouse/observation-reader.ts';
import type { Parameters } from '../../../../services/stores/clickhouse/store-client.ts';

const FIRST = 2_900_000;
const SLOTS = 10;
const STATIONS = 12_000;

/** Two revisions of the observation of each of some stations, as a block of the answer. */
function blockOf(slot: number, begin: number, end: number): NativeBlock {
  const rows = 2 * (end - begin);
  const texts = Array.from({ length: end - begin }, (_, k) => `s${String(begin + k).padStart(5, '0')}`);
  const ofRows = (of: (row: number) => number) => Float64Array.from({ length: rows }, (_, row) => of(row));
  const station = { texts, cells: Uint16Array.from({ length: rows }, (_, row) => row >> 1) };
  const source = { texts: ['push'], cells: new Uint8Array(rows) };
  const nothing = Array.from({ length: rows }, () => '');
  const revision = ofRows((row) => 1 + (row & 1));
  const missing = ofRows(() => Number.NaN);
  const columns = [station, ofRows(() => timeOfSlot(slot)), nothing, nothing, source, revision];
  return { rows, columns: [...columns, revision, missing, missing, missing, missing] };
}

/** A store that breaks off its answer after so many rows, as often as it is told to. */
function storeThatBreaksOff(after: number, times: number) {
  const asked: number[] = [];
  return {
    asked,
    rows: async () => Array.from({ length: SLOTS }, (_, i) => [FIRST + i, STATIONS]) as never,
    blocks: async function* (_sql: string, _types: readonly NativeType[], { low, high }: Parameters = {}) {
      const from = Number(low);
      asked.push(from);
      const breaks = asked.length <= times;
      let count = 0;
      for (let slot = from; slot <= Number(high); slot++) {
        for (let station = 0; station < STATIONS; station += 1_000) {
          const block = blockOf(slot, station, station + 1_000);
          yield block;
          count += block.rows;
          if (breaks && count >= after) throw new HalcyonError('store_unavailable', 'it broke off');
        }
      }
    },
  };
}

async function read(store: ReturnType<typeof storeThatBreaksOff>) {
  const batches: { slots: number[]; count: number }[] = [];
  const query = { network: 'north', from: timeOfSlot(FIRST), to: timeOfSlot(FIRST + SLOTS - 1), withoutLate: false };
  for await (const some of readHistory(store, query)) {
    const slots = [...new Set(some.map(({ time }) => time / timeOfSlot(1)))];
    batches.push({ slots, count: some.length });
    assert.ok(
      some.every(({ received }) => received === 2),
      'only the newest revisions',
    );
  }
  return batches;
}

describe('history out of the store', () => {
  it('comes in batches of whole slots, a bounded number of rows each, out of one statement', async () => {
    const store = storeThatBreaksOff(0, 0);
    const batches = await read(store);
    assert.deepEqual(store.asked, [FIRST]);
    assert.ok(batches.length > 3);
    assert.deepEqual(
      batches.flatMap(({ slots }) => slots),
      Array.from({ length: SLOTS }, (_, i) => FIRST + i),
    );
    for (const { slots, count } of batches) assert.equal(count, slots.length * STATIONS);
  });

  it('goes on behind the last whole slot where an answer breaks off', async () => {
    const store = storeThatBreaksOff(100_000, 2);
    const batches = await read(store);
    assert.equal(store.asked.length, 3);
    assert.deepEqual(
      batches.flatMap(({ slots }) => slots),
      Array.from({ length: SLOTS }, (_, i) => FIRST + i),
    );
    for (const { slots, count } of batches) assert.equal(count, slots.length * STATIONS);
  });

  it('is given up where not one slot of it comes', async () => {
    await assert.rejects(read(storeThatBreaksOff(2_000, 9)), { code: 'store_unavailable' });
  });
});
