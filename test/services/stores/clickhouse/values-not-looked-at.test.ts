import assert from 'node:assert/strict';
import { timeOfSlot } from '../../../../schemas/time.ts';
import { assessmentsOf } from '../../../../services/stores/clickhouse/assessments.ts';
import { readObservationBlocks } from '../../../../services/stores/clickhouse/observation-blocks.ts';
import { type Parameters, StoreClient } from '../../../../services/stores/clickhouse/store-client.ts';
import type { StoreTransport } from '../../../../services/stores/clickhouse/store-transport.ts';

const SLOT = 2_900_000;

/** A store with nothing but marks of what is settled, and one slice of observations; keeps what is asked about open faults. */
class MarkedStore extends StoreClient {
  readonly asked: { readonly sql: string; readonly since: unknown }[] = [];
  readonly #marks: readonly (readonly [network: string, slot: number])[];

  constructor(marks: readonly (readonly [network: string, slot: number])[]) {
    super({} as StoreTransport);
    this.#marks = marks;
  }

  override async rows<T>(sql: string, parameters: Parameters = {}): Promise<T[]> {
    if (sql.includes('FROM judged_until')) return this.#marks as T[];
    if (sql.includes('argMin(station, until)')) return [['s1', timeOfSlot(SLOT), 's1', timeOfSlot(SLOT)]] as T[];
    if (sql.includes("state = 'provisional'")) this.asked.push({ sql, since: parameters['since'] });
    return [];
  }

  override async *blocks(): AsyncGenerator<never> {}
}

describe('values that no fault has looked at yet', () => {
  const time = timeOfSlot(SLOT);
  const askedBy = async (
    marks: readonly (readonly [string, number])[],
    read: (store: MarkedStore) => Promise<void>,
  ) => {
    const store = new MarkedStore(marks);
    await read(store);
    assert.equal(store.asked.length, 1);
    const [{ sql, since }] = store.asked;
    assert.equal(/FROM judgements WHERE .*slot > \{since:Int64\}/s.test(sql), since !== undefined);
    return since;
  };
  const listed = async (store: MarkedStore) => {
    await assessmentsOf(store, [
      ['north', 's1', time],
      ['south', 's2', time],
    ]);
  };
  const exported = async (store: MarkedStore) => {
    const query = { network: 'north', from: time, to: time };
    for await (const block of readObservationBlocks(store, query, new AbortController().signal))
      assert.fail(`${block}`);
  };

  // All judgements of a stretch were read once more for each slice of an export, though all of it was settled.
  it('are sought only after what is settled of the networks that are asked for', async () => {
    const marks = [['far', 7] as const, ['north', SLOT - 3] as const, ['south', SLOT - 9] as const];
    assert.equal(await askedBy(marks, listed), SLOT - 9);
    assert.equal(await askedBy(marks, exported), SLOT - 3);
  });

  it('are sought everywhere where nothing is settled of one of these networks', async () => {
    assert.equal(await askedBy([['north', SLOT]], listed), undefined);
    assert.equal(await askedBy([['south', SLOT]], exported), undefined);
  });
});
